// Token by token: a session with a key/value cache, kept polite towards the event loop.

import { callbackOf, integerOf, itemsOf, numberOf, type Options, optionsOf, signalOf } from './checks.js'
import { refuse, throwIfAborted } from './errors.js'
import type { Handle } from './handle.js'
import { lowerPosition, type Position } from './position.js'
import type { RawPosition } from './raw.js'
import { Turns } from './turn.js'

export interface GenerateOptions {
  /** 20 when absent. */
  maxNewTokens?: number
  /** 0 or absent = greedy. */
  temperature?: number
  /** Samples among the k likeliest; 0 or absent = all. */
  topK?: number
  /** Samples among the likeliest that together reach p; 1 or absent = all. */
  topP?: number
  /** The same seed gives the same tokens; random when absent. */
  seed?: number
  /** Ends the text, and is its last token; the config's own when absent. */
  eosTokenId?: number | readonly number[]
  /** The same weights under another encoding. */
  position?: Position
  onToken?: (id: number) => void
  signal?: AbortSignal
}

const OPTIONS = [
  'maxNewTokens',
  'temperature',
  'topK',
  'topP',
  'seed',
  'eosTokenId',
  'position',
  'onToken',
  'signal',
] as const
type Given = Options<(typeof OPTIONS)[number]>

export interface GeneratePlan {
  maxNewTokens: number
  temperature: number
  topK: number
  topP: number
  seed: number
  eos: ReadonlySet<number>
  override: boolean
  position: RawPosition
  onToken: ((id: number) => void) | undefined
  signal: AbortSignal | undefined
}

const LARGEST_SEED = 2 ** 32 - 1

export function planOf(options: unknown, vocab: number, defaultEos: readonly number[]): GeneratePlan {
  const given = optionsOf(options, 'options', OPTIONS)
  return {
    maxNewTokens: integerOr(given, 'maxNewTokens', 20),
    temperature: temperatureOf(given.temperature),
    topK: Math.min(integerOr(given, 'topK', 0), vocab),
    topP: topPOf(given.topP),
    seed: given.seed === undefined ? randomSeed() : integerOf(given.seed, 'options.seed', 0, LARGEST_SEED),
    eos: new Set(given.eosTokenId === undefined ? defaultEos : idsOf(given.eosTokenId, vocab)),
    override: given.position !== undefined,
    position: lowerPosition(given.position, 'options.position'),
    onToken: callbackOf(given.onToken, 'options.onToken'),
    signal: signalOf(given.signal, 'options.signal'),
  }
}

function integerOr(given: Given, key: 'maxNewTokens' | 'topK', fallback: number): number {
  return given[key] === undefined ? fallback : integerOf(given[key], `options.${key}`)
}

function temperatureOf(value: unknown): number {
  const temperature = value === undefined ? 0 : numberOf(value, 'options.temperature')
  if (temperature < 0) throw refuse('ERR_VALUE', 'options.temperature', String(temperature), 'a number ≥ 0')
  return temperature
}

function topPOf(value: unknown): number {
  const topP = value === undefined ? 1 : numberOf(value, 'options.topP')
  if (!(topP > 0 && topP <= 1))
    throw refuse('ERR_VALUE', 'options.topP', String(topP), 'a number above 0, at most 1')
  return topP
}

function idsOf(value: unknown, vocab: number): number[] {
  const ids =
    typeof value === 'number' ? [value] : itemsOf(value, 'options.eosTokenId', 'an id or a list of ids')
  return ids.map((id) => integerOf(id, 'options.eosTokenId', 0, vocab - 1))
}

function randomSeed(): number {
  return Math.floor(Math.random() * (LARGEST_SEED + 1))
}

// Between two chunks of a long prompt the event loop gets its turn.
const PROMPT_CHUNK = 64

/** Runs a plan on a fresh session; answers the new tokens. */
export async function run(session: Handle, prompt: Int32Array, plan: GeneratePlan): Promise<number[]> {
  const { temperature, topK, topP } = plan
  const turns = new Turns()
  const step = async (ids: Int32Array) => {
    await turns.giveWay()
    throwIfAborted(plan.signal)
    session.call((raw, address) => raw.feed({ session: address, ids }))
  }
  for (let at = 0; at < prompt.length; at += PROMPT_CHUNK) await step(prompt.slice(at, at + PROMPT_CHUNK))
  const made: number[] = []
  while (made.length < plan.maxNewTokens && !plan.eos.has(made.at(-1) ?? -1)) {
    if (made.length > 0) await step(Int32Array.of(made.at(-1) ?? 0))
    const { id } = session.call((raw, address) => raw.sample({ session: address, temperature, topK, topP }))
    made.push(id)
    plan.onToken?.(id)
  }
  return made
}
