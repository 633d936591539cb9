// Texts that go on in caches: generate, stream and chat with options.past, left in the middle, aborted, cropped, evicted from and disposed
// of between, two at once, and with what is no cache. Each text is that of a cache that is new, whatever the cache has seen.

import { type Cache, load, type Model, type StreamOptions } from 'whereformer'
import { bytesOf, goldenModel } from '../../support/models.js'
import type { Random } from '../../support/random.js'
import { type Bench, Fault, type Outcome, refused, type Target } from '../target.js'
import { hostile, type Json, live, oddNumber } from '../values.js'
import { equalBits } from './known.js'

export const past: Target = { name: 'past', short: 400, slowest: 20_000, open }

const STEPS = [
  'generate',
  'generate',
  'stream',
  'stream',
  'chat',
  'both',
  'crop',
  'evict',
  'forward',
  'dispose',
  'wrong',
] as const

interface Step {
  do: (typeof STEPS)[number]
  /** Which of the caches. */
  cache: number
  ids: number[]
  options: Json
  /** Tokens after which a stream is left, or its signal aborted. */
  after: number
  aborts: boolean
  value: Json
}

function make(random: Random): Json {
  const root = Array.from({ length: 6 }, () => random.integer(0, 22))
  const steps = Array.from({ length: random.integer(1, 8) }, (): Step => {
    const own = Array.from({ length: random.integer(0, 4) }, () => random.integer(0, 22))
    return {
      do: random.pick(STEPS),
      cache: random.integer(0, 1),
      ids: [...root.slice(0, random.integer(1, 6)), ...own],
      options: optionsOf(random),
      after: random.integer(0, 6),
      aborts: random.flag(),
      value: hostile(random),
    }
  })
  return steps as unknown as Json
}

function optionsOf(random: Random): Json {
  const rarely = <T extends object>(value: T) => (random.integer(0, 3) === 0 ? value : {})
  return {
    maxNewTokens: random.integer(0, 8),
    seed: random.integer(0, 5),
    ...rarely({ temperature: random.pick([0, 0.5, 1, 3]) }),
    ...rarely({ topK: random.pick([0, 1, 3, 99]) }),
    ...rarely({ topP: random.pick([0.2, 0.9, 1]) }),
    ...rarely({ minP: random.pick([0, 0.1, 1]) }),
    ...rarely({ repetitionPenalty: random.pick([0.5, 1.3]) }),
    ...rarely({ noRepeatNgram: random.pick([1, 2, 3]) }),
    ...rarely({ eosTokenId: random.pick<Json>([3, [1, 5], 22]) }),
    ...rarely({ stop: random.pick<Json>(['ab', 'c', ['d', 'eh']]) }),
    ...rarely({ [random.pick(WRONG)]: random.pick<Json>([oddNumber(random), hostile(random)]) }),
  }
}

const WRONG = [
  'maxNewTokens',
  'temperature',
  'topK',
  'stop',
  'signal',
  'position',
  'attentionMask',
  'past',
  'x',
]
const LETTERS = [...'abcdefghijklmnopqrstuv']
const tokenizer = {
  model: {
    type: 'BPE',
    vocab: Object.fromEntries(['<unk>', ...LETTERS].map((token, id) => [token, id])),
    merges: [],
    unk_token: '<unk>',
  },
  ...{
    normalizer: null,
    pre_tokenizer: null,
    post_processor: null,
    decoder: { type: 'Fuse' },
    added_tokens: [],
  },
}
const chatTemplate = '{% for m in messages %}{{ m.content }}{% endfor %}'

async function open(): Promise<Bench> {
  const wf = await load()
  const folder = goldenModel('llama-f16-gqa')
  const model = await wf.loadModel({
    config: folder.request.config,
    weights: bytesOf(folder),
    tokenizer,
    chatTemplate,
  })
  const logits = () => model.forward({ inputIds: [1, 2, 3] }).logits.data
  const expected = logits()
  const held = wf.liveHandles()

  async function run(json: Json): Promise<Outcome> {
    const caches = [model.cache({ capacity: 24 }), model.cache({ capacity: 12 })]
    let worked = false
    try {
      for (const step of json as unknown as Step[]) worked = (await follow(step, caches)) || worked
    } finally {
      for (const cache of caches) cache.dispose()
    }
    return worked ? 'worked' : 'refused'
  }

  /** @returns whether the step was not refused */
  async function follow(step: Step, caches: readonly Cache[]): Promise<boolean> {
    const cache = caches[(step.cache ?? 0) % caches.length] as Cache
    try {
      await steps[step.do]?.(model, cache, step)
      return true
    } catch (error) {
      refused(error)
      return false
    } finally {
      requireSound(cache)
    }
  }

  return {
    make,
    run,
    known: () => {
      if (!equalBits(logits(), expected)) throw new Fault('the known pass gives other numbers')
    },
    live: () => wf.liveHandles() - held,
    close: () => model.dispose(),
  }
}

function requireSound({ capacity, length }: Cache): void {
  if (!(length >= 0 && length <= capacity)) throw new Fault(`${length} tokens in a cache of ${capacity}`)
}

/** Without a seed two texts differ. */
const settingsIn = (options: Json): StreamOptions => ({ seed: 0, ...(live(options) as StreamOptions) })

type Take = (model: Model, cache: Cache, step: Step) => unknown

const steps: Readonly<Record<Step['do'], Take>> = {
  async generate(model, cache, { ids, options }) {
    const given = settingsIn(options)
    const made = (await model.generate(ids, { past: cache, ...given })) as number[]
    await requireSame(model, ids, given, made.slice(ids.length))
  },
  async stream(model, cache, { ids, options, after, aborts }) {
    const given = settingsIn(options)
    const made = await tokensOf(model, ids, { past: cache, ...given }, after, aborts)
    await requireSame(model, ids, given, made)
  },
  async chat(model, cache, { ids, options }) {
    const given = settingsIn(options)
    const content = ids.map((id) => LETTERS[id] ?? 'a').join('')
    const messages = [{ role: 'user', content }]
    const text = await model.chat(messages, { past: cache, ...given })
    const fresh = await withFresh(model, (one) => model.chat(messages, { past: one, ...given }))
    if (text !== fresh) throw new Fault(`chat: ${text}, and ${fresh} of a new cache`)
  },
  async both(model, cache, { ids, options }) {
    const given = settingsIn(options)
    const two = [ids, [...ids].reverse()].map((one) =>
      tokensOf(model, one, { past: cache, ...given }, 99, false),
    )
    const outcomes = await Promise.allSettled(two)
    for (const one of outcomes) if (one.status === 'rejected') refused(one.reason)
  },
  crop: (_, cache, { after }) => cache.crop(after),
  evict: (_, cache, { after, aborts }) => cache.evict(1, 1 + after, { renumber: aborts }),
  forward: (model, cache, { ids }) => model.forward({ inputIds: ids, past: cache }),
  dispose: (_, cache) => cache.dispose(),
  wrong: (model, _, { ids, value }) => model.generate(ids, { past: live(value) as Cache }),
}

/** The ids of a stream that is left, or aborted, after some. */
async function tokensOf(
  model: Model,
  ids: number[],
  options: StreamOptions,
  after: number,
  aborts: boolean,
): Promise<number[]> {
  const controller = new AbortController()
  const made: number[] = []
  try {
    for await (const { id } of model.stream(ids, { signal: controller.signal, ...options })) {
      made.push(id)
      if (made.length <= after) continue
      if (!aborts) break
      controller.abort()
    }
  } catch (error) {
    if ((error as { code?: string }).code !== 'ERR_ABORTED') throw error
  }
  return made
}

/** Does a new cache give the same beginning? */
async function requireSame(
  model: Model,
  ids: number[],
  options: StreamOptions,
  made: readonly number[],
): Promise<void> {
  const fresh = (await withFresh(model, (past) => model.generate(ids, { past, ...options }))) as number[]
  const wanted = fresh.slice(ids.length, ids.length + made.length)
  if (String(made) !== String(wanted)) throw new Fault(`${made}, and ${wanted} of a new cache`)
}

async function withFresh<T>(model: Model, ask: (past: Cache) => Promise<T>): Promise<T> {
  const fresh = model.cache({ capacity: 32 })
  try {
    return await ask(fresh)
  } finally {
    fresh.dispose()
  }
}
