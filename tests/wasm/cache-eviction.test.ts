// Tokens that leave a cache: the rest gives what a pass gives that hides them, or that never read them.

import { describe, expect, test } from 'vitest'
import type { Cache, Model, Position, TrainerModel } from 'whereformer'
import { expectClose } from '../support/close.js'
import { expectRefusal } from '../support/errors.js'
import { useLibrary } from '../support/library.js'
import { goldenModel } from '../support/models.js'

const library = useLibrary()
const IDS = [1, 2, 3, 4, 5, 6, 7, 8]
const NEXT = [9, 3]
const CLOSE = { absolute: 2e-5, relative: 1e-5 }

async function using(name: string, use: (model: Model) => unknown): Promise<void> {
  using model = await library.wf.loadModel(goldenModel(name).request)
  await use(model)
}

const read = (model: Model, past: Cache, inputIds: readonly number[]) =>
  model.forward({ inputIds, past }).logits.data

const readWith = (model: Model, inputIds: readonly number[], more: object = {}, position?: Position) => {
  const past = model.cache({ capacity: 16, ...(position ? { position } : {}) })
  model.forward({ inputIds, past, ...more })
  return past
}

describe('crop', () => {
  test.each(['llama-f16-gqa', 'llama-f32-dynamic', 'gpt2-f32', 'bloom-f32', 'mpt-f32'])('%s', (name) =>
    using(name, (model) => {
      using past = readWith(model, IDS)
      using short = readWith(model, IDS.slice(0, 3))
      past.crop(3)
      expect(past.length).toBe(3)
      expectClose(read(model, past, NEXT), read(model, short, NEXT), CLOSE)
      past.crop(0)
      using empty = model.cache({ capacity: 16 })
      expect(read(model, past, IDS)).toEqual(read(model, empty, IDS))
      past.crop(past.length)
      expect(past.length).toBe(IDS.length)
    }),
  )

  test("the decoder's tokens", () =>
    using('t5-f32', (model) => {
      const inputIds = [5, 6, 7, 1]
      using past = model.cache({ capacity: 8, inputIds })
      using short = model.cache({ capacity: 8, inputIds })
      model.forward({ decoderInputIds: [0, 3, 4, 5], past })
      model.forward({ decoderInputIds: [0, 3], past: short })
      past.crop(2)
      const next = { decoderInputIds: [6, 2] }
      expectClose(
        model.forward({ ...next, past }).logits.data,
        model.forward({ ...next, past: short }).logits.data,
        CLOSE,
      )
    }))
})

describe('evicted tokens are as if they were hidden from what follows', () => {
  test.each([
    ['llama-f16-gqa', 2, 5],
    ['llama-bf16-yarn', 0, 3],
    ['gpt-neox-f32', 1, 2],
    ['gpt2-f32', 2, 5],
    ['gptj-f32', 7, 8],
    ['bloom-f32', 3, 7],
    ['mpt-f32', 0, 1],
    ['falcon-rw-f32', 4, 4],
  ] as const)('%s, %i to %i', (name, from, to) =>
    using(name, (model) => {
      using past = readWith(model, IDS)
      using whole = readWith(model, IDS)
      past.evict(from, to, { renumber: false })
      expect(past.length).toBe(IDS.length - to + from)
      const attentionMask = [...IDS, ...NEXT].map((_, i) => (i >= from && i < to ? 0 : 1))
      const last = to === IDS.length ? from : IDS.length // the next position follows that of the last token
      const positionIds = NEXT.map((_, i) => last + i)
      const wanted = model.forward({ inputIds: NEXT, past: whole, attentionMask, positionIds })
      expectClose(read(model, past, NEXT), wanted.logits.data, CLOSE)
    }),
  )

  test('with padding on the left, which a family does not count', () =>
    using('bloom-f32', (model) => {
      const attentionMask = [0, 0, 1, 1, 1, 1, 1, 1]
      using past = readWith(model, IDS, { attentionMask })
      using whole = readWith(model, IDS, { attentionMask })
      past.evict(0, 3, { renumber: false })
      const hidden = { attentionMask: [0, 0, 0, 1, 1, 1, 1, 1, 1, 1], positionIds: [6, 7] }
      const wanted = model.forward({ inputIds: NEXT, past: whole, ...hidden }).logits.data
      expectClose(read(model, past, NEXT), wanted, CLOSE)
    }))

  test('several times, then a crop to before the gaps', () =>
    using('gpt2-f32', (model) => {
      using past = readWith(model, IDS)
      past.evict(2, 4, { renumber: false })
      past.evict(3, 4, { renumber: false })
      using whole = readWith(model, IDS)
      const hidden = { attentionMask: [1, 1, 0, 0, 1, 0, 1, 1, 1, 1], positionIds: [8, 9] }
      const wanted = model.forward({ inputIds: NEXT, past: whole, ...hidden }).logits.data
      expectClose(read(model, past, NEXT), wanted, CLOSE)
      past.crop(2)
      using short = readWith(model, IDS.slice(0, 2))
      expectClose(read(model, past, NEXT), read(model, short, NEXT), CLOSE)
    }))
})

/** Keys of one layer hold the token and its position alone, so that a pass can make them anew at any position. */
const ONE_LAYER: TrainerModel = {
  ...{ layers: 1, heads: 2, dModel: 16, dFf: 8, vocab: 11, length: 16 },
  position: { type: 'none' },
}

const YARN = { ropeType: 'yarn', factor: 4, originalMaxPositionEmbeddings: 4 } as const
const movable: [string, Position][] = [
  ['RoPE', { type: 'rope' }],
  ['RoPE of a part', { type: 'rope', rotaryDim: 4, layout: 'interleaved' }],
  ['YaRN, which scales keys', { type: 'rope', base: 100, scaling: YARN }],
  [
    'YaRN under a query temperature, as Ministral 3 has',
    [
      { type: 'rope', base: 100, scaling: YARN },
      { type: 'logN', trainLength: 4, temperature: 0.1 },
    ],
  ],
  ['RoPE that rotates values', { type: 'rope', rotateValues: true }],
  ['RoPE under ReRoPE', [{ type: 'rope' }, { type: 'rerope', window: 3 }]],
  ['RoPE and ALiBi', [{ type: 'rope' }, { type: 'alibi' }]],
  ['KERPLE', { type: 'kerple', r1: [0.5, 1], r2: [1, 0.5] }],
  ['none', { type: 'none' }],
]

describe('renumbered tokens are at their new positions', () => {
  test.each(movable)('%s', async (_, position) => {
    using trainer = await library.wf.trainer({ model: ONE_LAYER, seed: 3 })
    const { model } = trainer
    using past = readWith(model, IDS, {}, position)
    past.evict(2, 5, { renumber: true })
    const positionIds = [0, 1, 2, 3, 4, 2, 3, 4]
    using whole = readWith(model, IDS, { positionIds }, position)
    const attentionMask = [1, 1, 0, 0, 0, 1, 1, 1, 1, 1]
    const wanted = model.forward({ inputIds: NEXT, past: whole, attentionMask, positionIds: [5, 6] })
    expectClose(read(model, past, NEXT), wanted.logits.data, CLOSE)
  })

  test('attention sinks and a rolling window never end', async () => {
    using trainer = await library.wf.trainer({ model: { ...ONE_LAYER, position: { type: 'rope' } }, seed: 3 })
    const { model } = trainer
    const [sinks, capacity] = [2, 7]
    using past = model.cache({ capacity })
    const kept: number[] = []
    for (let i = 0; i < 60; i++) {
      if (past.length === capacity) {
        past.evict(sinks, sinks + 1, { renumber: true })
        kept.splice(sinks, 1)
      }
      kept.push((5 * i + (i >> 2)) % 11)
      const logits = read(model, past, kept.slice(-1))
      expectClose(logits, model.forward({ inputIds: kept }).logits.data.slice(-11), CLOSE)
    }
  })

  test('of a relative encoding, the first tokens leave no trace', () =>
    using('llama-f16-gqa', (model) => {
      using past = readWith(model, IDS)
      using kept = readWith(model, IDS)
      past.evict(0, 3, { renumber: true })
      kept.evict(0, 3, { renumber: false })
      expectClose(read(model, past, NEXT), read(model, kept, NEXT), CLOSE)
    }))
})

describe('what is refused leaves the cache as it was', () => {
  type Case = [string, string, Position | undefined, (past: Cache) => unknown, string, ...string[]]
  const renumber = (past: Cache) => past.evict(1, 3, { renumber: true })
  const cases: Case[] = [
    ['a learned table', 'gpt2-f32', undefined, renumber, 'ERR_VALUE', 'options.renumber', 'learned'],
    ['sinusoidal codes', 'llama-f16-gqa', { type: 'sinusoidal' }, renumber, 'ERR_VALUE', 'sinusoidal'],
    ['xPos', 'llama-f16-gqa', { type: 'xpos' }, renumber, 'ERR_VALUE', 'options.renumber', 'xpos'],
    ['frequencies that follow the length', 'llama-f32-dynamic', undefined, renumber, 'ERR_VALUE', 'rope'],
    [
      'no choice',
      'gpt2-f32',
      undefined,
      (past) => past.evict(1, 3, {} as never),
      'ERR_TYPE',
      'options.renumber',
    ],
    [
      'no options',
      'gpt2-f32',
      undefined,
      (past) => past.evict(1, 3, undefined as never),
      'ERR_TYPE',
      'renumber',
    ],
    [
      'an end before the start',
      'gpt2-f32',
      undefined,
      (past) => past.evict(3, 1, { renumber: false }),
      'ERR_VALUE',
      'from',
    ],
    [
      'more than there is',
      'gpt2-f32',
      undefined,
      (past) => past.evict(1, 9, { renumber: false }),
      'ERR_VALUE',
      'to',
      '8',
    ],
    [
      'a fraction',
      'gpt2-f32',
      undefined,
      (past) => past.evict(0.5, 2, { renumber: false }),
      'ERR_VALUE',
      'from',
      '0.5',
    ],
    ['more than it holds', 'gpt2-f32', undefined, (past) => past.crop(9), 'ERR_VALUE', 'tokens', '9', '8'],
    ['fewer than none', 'gpt2-f32', undefined, (past) => past.crop(-1), 'ERR_VALUE', 'tokens', '-1'],
  ]
  test.each(cases)('%s (%s)', (_, name, position, attempt, ...wanted) =>
    using(name, (model) => {
      const options = { capacity: 16, ...(position ? { position } : {}) }
      using past = model.cache(options)
      using fresh = model.cache(options)
      for (const cache of [past, fresh]) read(model, cache, IDS)
      expectRefusal(() => attempt(past), ...(wanted as [never, ...string[]]))
      expect(past.length).toBe(IDS.length)
      expect(read(model, past, NEXT)).toEqual(read(model, fresh, NEXT))
    }),
  )

  test('a cache that was disposed of', () =>
    using('gpt2-f32', (model) => {
      const past = readWith(model, IDS)
      past.dispose()
      expectRefusal(() => past.crop(1), 'ERR_DISPOSED', 'cache')
      expectRefusal(() => past.evict(0, 1, { renumber: false }), 'ERR_DISPOSED', 'cache')
    }))
})
