// Custom elements with changed attributes and states, in a window without layout: each computes or tells what it refuses by an event, never
// by an uncaught error, and what it was given appears as text only.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Random } from '../../support/random.js'
import { type Bench, Fault, type Outcome, type Target } from '../target.js'
import { hostile, type Json, live } from '../values.js'

export const elements: Target = { name: 'elements', short: 25, slowest: 20_000, open }

interface Attribute {
  name: string
  type?: { text: string }
}

interface Case {
  tag: string
  attributes: [string, string][]
  /** Set one after the other, once the element has answered. */
  states: Json[]
  /** Attributes that change afterwards. */
  later: [string, string][]
}

const manifest = JSON.parse(readFileSync(join(process.cwd(), 'dist/custom-elements.json'), 'utf8')) as {
  modules: { declarations?: { tagName?: string; attributes?: Attribute[] }[] }[]
}
const declared = new Map(
  manifest.modules
    .flatMap(({ declarations = [] }) => declarations)
    .filter(({ tagName }) => tagName)
    .map(({ tagName, attributes = [] }) => [tagName as string, attributes]),
)
// those that train in workers or load models have nothing to work with here
const tags = [...declared.keys()].filter((tag) => !['wf-train', 'wf-lengths', 'wf-your-model'].includes(tag))

const INJECTED = '<img src=x onerror="window.injected = true">'
const WORDS = [
  ...[
    '',
    '0',
    '-1',
    '1e9',
    '0.5',
    'NaN',
    'true',
    'false',
    'rope',
    'alibi',
    't5',
    'none',
    'map',
    'x',
    '8',
    '17',
    '64',
  ],
  ...[
    '{}',
    '[]',
    '{"base":1}',
    'base=3',
    'base=0',
    '\u0000',
    '\ud800',
    'a'.repeat(3000),
    INJECTED,
    '__proto__',
  ],
]

function make(random: Random): Json {
  const tag = random.pick(tags)
  const own = declared.get(tag) ?? []
  const attributes = () =>
    Array.from({ length: random.integer(0, 3) }, () => attributeOf(random, random.pick(own)))
  const state = () => stateOf(random, own)
  return {
    tag,
    attributes: attributes(),
    states: Array.from({ length: random.integer(0, 2) }, state),
    later: attributes(),
  } as unknown as Json
}

function attributeOf(random: Random, { name, type }: Attribute): [string, string] {
  const choices = [...(type?.text ?? '').matchAll(/"(\w+)"/g)].map(([, word = '']) => word)
  return [name, random.flag() && choices.length > 0 ? random.pick(choices) : random.pick(WORDS)]
}

function stateOf(random: Random, own: readonly Attribute[]): Json {
  if (random.integer(0, 4) === 0) return hostile(random)
  const names = own.map(({ name }) => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase()))
  return Object.fromEntries(
    Array.from({ length: random.integer(0, 4) }, () => [
      random.pick(names),
      random.flag() ? random.pick(WORDS) : hostile(random),
    ]),
  )
}

interface Figure extends HTMLElement {
  state: unknown
  updateComplete: Promise<boolean>
}

async function open(): Promise<Bench> {
  await import('whereformer/elements/inline.js')
  const uncaught: unknown[] = []
  const onError = (event: ErrorEvent) => uncaught.push(event.error ?? event.message)
  const onRejection = (reason: unknown) => uncaught.push(reason)
  window.addEventListener('error', onError)
  process.on('unhandledRejection', onRejection)

  async function run(json: Json): Promise<Outcome> {
    const { tag, attributes = [], states = [], later = [] } = json as unknown as Case
    if (!tags.includes(tag)) return 'refused'
    const figure = document.createElement(tag) as Figure
    try {
      setAll(figure, attributes)
      const answered = await answerOf(figure, () => document.body.append(figure))
      for (const state of states) {
        setState(figure, live(state))
        await figure.updateComplete
      }
      setAll(figure, later)
      await figure.updateComplete
      await pause(5)
      requireQuiet(figure)
      return answered === 'wf-ready' ? 'worked' : 'refused'
    } finally {
      figure.remove()
      await pause(0)
      document.body.replaceChildren()
    }
  }

  function requireQuiet(figure: Figure): void {
    const [error] = uncaught.splice(0)
    if (error !== undefined) throw new Fault(`uncaught ${String(error)}`)
    if ('injected' in window || figure.shadowRoot?.querySelector('[onerror]'))
      throw new Fault('a text became an element')
  }

  const caption = async () => {
    const figure = document.createElement('wf-encoding') as Figure
    setAll(figure, [
      ['encoding', 'rope'],
      ['length', '16'],
    ])
    const answered = await answerOf(figure, () => document.body.append(figure), 30_000)
    await figure.updateComplete
    const text = `${answered} ${figure.shadowRoot?.querySelector('figcaption')?.textContent ?? ''}`
    figure.remove()
    return text
  }
  const expected = await caption()

  return {
    make,
    run,
    async known() {
      const got = await caption()
      if (got !== expected) throw new Fault(`the known figure says ${got}, wanted ${expected}`)
    },
    live: () => document.body.children.length,
    close() {
      window.removeEventListener('error', onError)
      process.off('unhandledRejection', onRejection)
    },
  }
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

function setAll(figure: Figure, attributes: readonly [string, string][]): void {
  for (const [name, text] of attributes)
    if (/^[a-z-]+$/.test(String(name))) figure.setAttribute(name, String(text))
}

/** What a setter throws has to be the package's own error. */
function setState(figure: Figure, state: unknown): void {
  try {
    figure.state = state
  } catch (error) {
    throw new Fault(`state threw ${String(error)}`)
  }
}

/** The first of the two events, or nothing: some figures wait for the reader. */
async function answerOf(figure: Figure, start: () => void, longest = 500): Promise<string> {
  const event = (name: string) =>
    new Promise<string>((resolve) => figure.addEventListener(name, () => resolve(name), { once: true }))
  const answers = [event('wf-ready'), event('wf-error'), pause(longest).then(() => 'nothing')]
  start()
  return Promise.race(answers)
}
