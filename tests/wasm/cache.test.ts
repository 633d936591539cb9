// forward() that continues a cache: piece by piece it computes what one pass computes.

import { describe, expect, test } from 'vitest'
import type { Cache, KerplePosition, Model, Position, TrainerModel } from 'whereformer'
import { expectClose } from '../support/close.js'
import { expectRefusal, expectRejection } from '../support/errors.js'
import { useLibrary } from '../support/library.js'
import { goldenModel } from '../support/models.js'

const library = useLibrary()
const IDS = [1, 2, 3, 4, 5, 6, 7, 8, 9]
const CLOSE = { absolute: 2e-5, relative: 1e-5 }

async function using(name: string, use: (model: Model) => unknown): Promise<void> {
  using model = await library.wf.loadModel(goldenModel(name).request)
  await use(model)
}

/** The rows of the last tokens. */
const rowsFrom = (data: Float32Array, width: number, first: number) => data.subarray(first * width)

describe.each([
  'gpt2-f32',
  'llama-f16-gqa',
  'llama-f32-llama3',
  'mistral-f32',
  'bloom-f32',
  'falcon-rw-f32',
  'mpt-f32',
  'gptj-f32',
  'gemma3-f32',
  'llama4-bf16-even',
])('%s', (name) => {
  test('in pieces of 4, 1 and 4 tokens', () =>
    using(name, (model) => {
      const whole = model.forward({ inputIds: IDS }, { return: ['attentions', 'scores', 'hiddenStates'] })
      const [heads, vocab, width] = [model.spec.heads, model.spec.vocab, model.spec.dModel]
      using past = model.cache({ capacity: 9 })
      for (const [first, end] of [
        [0, 4],
        [4, 5],
        [5, 9],
      ] as const) {
        const part = model.forward(
          { inputIds: IDS.slice(first, end), past },
          { return: ['attentions', 'scores', 'hiddenStates'] },
        )
        expect(past.length).toBe(end)
        expect(part.logits.shape).toEqual([end - first, vocab])
        expectClose(part.logits.data, whole.logits.data.subarray(first * vocab, end * vocab), CLOSE)
        expectClose(
          part.hiddenStates?.[1]?.data ?? [],
          whole.hiddenStates?.[1]?.data.subarray(first * width, end * width) ?? [],
          CLOSE,
        )
        expect(part.attentions?.[0]?.shape).toEqual([heads, end - first, end])
        const map = whole.attentions?.[0]?.data ?? new Float32Array()
        const cut = map.filter(
          (_, i) => i % 9 < end && Math.floor(i / 9) % 9 >= first && Math.floor(i / 9) % 9 < end,
        )
        expectClose(part.attentions?.[0]?.data ?? [], cut, CLOSE)
      }
    }))
})

describe.each(['llama-f32-llama3', 'bloom-f32', 'gpt2-f32', 'mpt-f32'])('%s with hidden tokens', (name) => {
  const mask = [0, 0, 1, 1, 0, 1, 1, 1, 1]

  test('the mask is of all tokens, and is kept when absent', () =>
    using(name, (model) => {
      const { vocab } = model.spec
      const wanted = model.forward({ inputIds: IDS, attentionMask: mask }).logits.data
      using past = model.cache({ capacity: 12 })
      model.forward({ inputIds: IDS.slice(0, 6), attentionMask: mask.slice(0, 6), past })
      const { logits } = model.forward({ inputIds: IDS.slice(6), past })
      expectClose(logits.data, rowsFrom(wanted, vocab, 6), CLOSE)
      using other = model.cache({ capacity: 12 })
      model.forward({ inputIds: IDS.slice(0, 6), attentionMask: mask.slice(0, 6), past: other })
      const again = model.forward({ inputIds: IDS.slice(6), attentionMask: mask, past: other })
      expect(again.logits.data).toEqual(logits.data)
    }))
})

test('greedy by hand is generate', () =>
  using('llama-f16-gqa', async (model) => {
    const wanted = await model.generate([1, 2, 3], { maxNewTokens: 8, eosTokenId: [] })
    using past = model.cache({ capacity: 11 })
    const ids = [1, 2, 3]
    let next = ids
    while (ids.length < 11) {
      const row = model.forward({ inputIds: next, past }).logits.data.slice(-model.spec.vocab)
      next = [row.indexOf(Math.max(...row))]
      ids.push(...next)
    }
    expect(ids).toEqual(wanted)
  }))

test('frequencies follow the length, as in generate', () =>
  using('llama-f32-dynamic', async (model) => {
    const made = await model.generate(IDS, { maxNewTokens: 30, eosTokenId: [] })
    using past = model.cache({ capacity: 39 })
    let row: Float32Array = model.forward({ inputIds: IDS, past }).logits.data.slice(-model.spec.vocab)
    for (const id of made.slice(9)) {
      expect(row.indexOf(Math.max(...row))).toBe(id)
      if (past.length < 39) row = model.forward({ inputIds: [id], past }).logits.data
    }
  }))

test('positions of the caller, and another encoding from the start', () =>
  using('llama-f16-gqa', (model) => {
    const positionIds = IDS.map((_, i) => 3 * i)
    const position: Position = { type: 'rope', base: 500 }
    const wanted = model.forward({ inputIds: IDS, positionIds }, { position }).logits.data
    using past = model.cache({ capacity: 9, position })
    model.forward({ inputIds: IDS.slice(0, 5), positionIds: positionIds.slice(0, 5), past })
    const { logits } = model.forward({ inputIds: IDS.slice(5), positionIds: positionIds.slice(5), past })
    expectClose(logits.data, rowsFrom(wanted, model.spec.vocab, 5), CLOSE)
  }))

test('a batch has a cache for each sequence', () =>
  using('gpt2-f32', (model) => {
    const rows = [IDS, [...IDS].reverse()]
    const wanted = model.forward({ inputIds: rows }).logits
    const past = rows.map(() => model.cache({ capacity: 9 }))
    model.forward({ inputIds: rows.map((row) => row.slice(0, 8)), past })
    const { logits } = model.forward({ inputIds: rows.map((row) => row.slice(8)), past })
    expect(logits.shape).toEqual([2, 1, model.spec.vocab])
    const last = wanted.data.filter((_, i) => Math.floor(i / model.spec.vocab) % 9 === 8)
    expectClose(logits.data, last, CLOSE)
    for (const cache of past) cache.dispose()
  }))

test.each(['t5-f32', 'bart-f32'])('%s: the encoder reads once', (name) =>
  using(name, (model) => {
    const [inputIds, attentionMask, decoderInputIds] = [
      [5, 6, 7, 1],
      [1, 1, 1, 0],
      [0, 3, 4, 5, 6],
    ]
    const whole = model.forward({ inputIds, attentionMask, decoderInputIds }, { return: ['crossAttentions'] })
    using past = model.cache({ capacity: 5, inputIds, attentionMask })
    model.forward({ decoderInputIds: decoderInputIds.slice(0, 3), past })
    const rest = model.forward(
      { decoderInputIds: decoderInputIds.slice(3), past },
      { return: ['crossAttentions'] },
    )
    expectClose(rest.logits.data, rowsFrom(whole.logits.data, model.spec.vocab, 3), CLOSE)
    expect(rest.crossAttentions?.[0]?.shape).toEqual([model.spec.heads, 2, 4])
  }),
)

test('memory is freed by dispose, and with the model', () =>
  using('gpt2-f32', (model) => {
    const before = library.wf.liveHandles()
    const past = model.cache({ capacity: 4 })
    expect(library.wf.liveHandles()).toBe(before + 1)
    past.dispose()
    past.dispose()
    expect(library.wf.liveHandles()).toBe(before)
    expectRefusal(() => model.forward({ inputIds: [1], past }), 'ERR_DISPOSED', 'cache')
    const left = model.cache({ capacity: 4 })
    model.dispose()
    expect(library.wf.liveHandles()).toBe(before - 1)
    left.dispose() // a no-op
  }))

/** Tokens see the last four before them, by distance: a text of any length ends as its last tokens alone do. */
const SHORT_SIGHTED: TrainerModel = {
  ...{ layers: 1, heads: 1, dModel: 4, dFf: 4, vocab: 11, length: 8 },
  position: [{ type: 'alibi' }, { type: 'mask', kind: 'window', left: 4, right: 0 }],
}
const MANY = 150_000

test('more tokens in one pass than a function has arguments', async () => {
  using trainer = await library.wf.trainer({ model: SHORT_SIGHTED, seed: 2 })
  const { model } = trainer
  const { vocab } = model.spec
  const ids = Array.from({ length: MANY + 1 }, (_, i) => (7 * i + (i >> 3)) % vocab)
  using past = model.cache({ capacity: MANY + 1 })
  const { logits } = model.forward({ inputIds: ids.slice(0, MANY), past })
  expect(past.length).toBe(MANY)
  const next = model.forward({ inputIds: ids.slice(MANY), past }).logits.data
  expect(past.length).toBe(MANY + 1)
  const alone = (end: number) =>
    model.forward({ inputIds: ids.slice(end - 5, end) }).logits.data.slice(-vocab)
  expectClose(logits.data.slice(-vocab), alone(MANY), CLOSE)
  expectClose(next, alone(MANY + 1), CLOSE)
})

describe('a pass that is refused changes no cache', () => {
  /** What the cache continues with, by a copy that was never refused anything. */
  function expectUntouched(model: Model, past: Cache, options: { inputIds?: number[] } = {}): void {
    const key = model.spec.encoder ? 'decoderInputIds' : 'inputIds'
    using fresh = model.cache({ capacity: 9, ...options })
    expect(past.length).toBe(3)
    model.forward({ [key]: [1, 2, 3], past: fresh })
    const wanted = model.forward({ [key]: [4, 5], past: fresh }).logits.data
    expect(model.forward({ [key]: [4, 5], past }).logits.data).toEqual(wanted)
    expect(past.length).toBe(5)
  }

  test.each(['llama-f32-dynamic', 'gpt2-f32', 'mpt-f32'])('the second of a batch is refused (%s)', (name) =>
    using(name, (model) =>
      using(name, (other) => {
        using first = model.cache({ capacity: 9 })
        using second = other.cache({ capacity: 9 })
        model.forward({ inputIds: [1, 2, 3], past: first })
        other.forward({ inputIds: [1, 2, 3], past: second })
        const inputIds = [[6], [7]]
        expectRefusal(
          () => model.forward({ inputIds, past: [first, second] }),
          'ERR_VALUE',
          'past',
          'a cache of this model',
        )
        expectUntouched(model, first)
        expectUntouched(other, second)
      }),
    ),
  )

  test('no memory for the maps', async () => {
    using trainer = await library.wf.trainer({ model: SHORT_SIGHTED, seed: 2 })
    const { model } = trainer
    using past = model.cache({ capacity: MANY })
    model.forward({ inputIds: [1, 2, 3], past })
    const inputIds = new Array<number>(MANY - 3).fill(1)
    expectRefusal(() => model.forward({ inputIds, past }, { return: ['attentions'] }), 'ERR_OOM')
    expectUntouched(model, past)
  })

  test('a list of the input that continues it while it is read', () =>
    using('gpt2-f32', (model) => {
      using past = model.cache({ capacity: 9 })
      model.forward({ inputIds: [1, 2], past })
      const attentionMask = new Proxy([1, 1, 1], {
        get(target, key) {
          if (key === '0') model.forward({ inputIds: [3], past })
          return Reflect.get(target, key)
        },
      })
      const attempt = () => model.forward({ inputIds: [7], attentionMask, past })
      expectRefusal(attempt, 'ERR_VALUE', 'input.past', 'grew')
      expectUntouched(model, past)
    }))

  test('encoders that have read texts of other lengths', () =>
    using('t5-f32', (model) => {
      const caches = [
        [5, 6, 1],
        [5, 1],
      ].map((inputIds) => model.cache({ capacity: 9, inputIds }))
      for (const past of caches) model.forward({ decoderInputIds: [1, 2, 3], past })
      const attempt = () => model.forward({ decoderInputIds: [[4], [4]], past: caches })
      expectRefusal(attempt, 'ERR_SHAPE', 'input.past', '3, 2 tokens')
      expectUntouched(model, caches[1] as Cache, { inputIds: [5, 1] })
      const mean = () =>
        model.forward({ decoderInputIds: [4], past: caches[0] as Cache }, { return: ['meanPooled'] })
      expectRefusal(mean, 'ERR_UNSUPPORTED', 'options.return', 'meanPooled')
    }))
})

test('the mean is of the new tokens that may be attended to', () =>
  using('gpt2-f32', (model) => {
    using past = model.cache({ capacity: 9 })
    model.forward({ inputIds: [1, 2, 3], past })
    const { meanPooled, lastHiddenState } = model.forward(
      { inputIds: [4, 5], attentionMask: [1, 1, 1, 0, 1], past },
      { return: ['meanPooled', 'lastHiddenState'] },
    )
    expectClose(meanPooled?.data ?? [], lastHiddenState?.data.slice(model.spec.dModel) ?? [], CLOSE)
  }))

describe('weights that change', () => {
  const batch = { inputIds: [[1, 2, 3, 4]], targets: [[2, 3, 4, 5]] }

  test('a cache of a trainer is refused after a step, and one that holds nothing is not', async () => {
    using trainer = await library.wf.trainer({ model: SHORT_SIGHTED, seed: 2 })
    const { model } = trainer
    using past = model.cache({ capacity: 8 })
    using empty = model.cache({ capacity: 8 })
    model.forward({ inputIds: [1, 2], past })
    trainer.step(batch)
    const attempt = () => model.forward({ inputIds: [3], past })
    expectRefusal(attempt, 'ERR_VALUE', 'input.past', '2 tokens', 'step 0', 'step 1')
    expect(past.length).toBe(2)
    const whole = model.forward({ inputIds: [1, 2, 3] }).logits.data
    model.forward({ inputIds: [1, 2], past: empty })
    const next = model.forward({ inputIds: [3], past: empty }).logits.data
    expectClose(next, rowsFrom(whole, model.spec.vocab, 2), CLOSE)
  })

  test('generate() does not go on with keys of other weights', async () => {
    using trainer = await library.wf.trainer({ model: SHORT_SIGHTED, seed: 2 })
    const options = { maxNewTokens: 4, onToken: () => void trainer.step(batch) }
    await expectRejection(trainer.model.generate([1, 2], options), 'ERR_VALUE', 'from step 0 to 1')
    expect(await trainer.model.generate([1, 2], { maxNewTokens: 4 })).toHaveLength(6)
  })

  test('a model that is kept shows what has been learned', async () => {
    using trainer = await library.wf.trainer({
      model: { ...SHORT_SIGHTED, position: { type: 'kerple' } },
      seed: 2,
    })
    const { model } = trainer
    const before = (model.position as KerplePosition).r1[0]
    trainer.step(batch)
    const after = (model.position as KerplePosition).r1[0]
    expect(after).not.toBe(before)
    expect(after).toBe((trainer.model.position as KerplePosition).r1[0])
  })
})

describe('what is refused', () => {
  type Case = [string, string, (model: Model, past: Cache) => unknown, string, ...string[]]
  test.each<Case>([
    [
      'more tokens than the capacity',
      'gpt2-f32',
      (m, past) => m.forward({ inputIds: IDS, past }),
      'ERR_VALUE',
      'input.inputIds',
      '9 tokens after 0',
      '4',
    ],
    [
      'no cache',
      'gpt2-f32',
      (m) => m.forward({ inputIds: [1], past: {} as never }),
      'ERR_TYPE',
      'input.past',
      'model.cache()',
    ],
    ['an empty list', 'gpt2-f32', (m) => m.forward({ inputIds: [1], past: [] }), 'ERR_SHAPE', 'input.past'],
    [
      'one cache twice',
      'gpt2-f32',
      (m, past) => m.forward({ inputIds: [[1], [2]], past: [past, past] }),
      'ERR_SHAPE',
      'input.past',
      '1 caches',
    ],
    [
      'a mask of the new tokens alone',
      'gpt2-f32',
      (m, past) => {
        m.forward({ inputIds: [1, 2], past })
        m.forward({ inputIds: [3], attentionMask: [1], past })
      },
      'ERR_SHAPE',
      'input.attentionMask',
      '1 × 3',
    ],
    [
      'a position',
      'llama-f16-gqa',
      (m, past) => m.forward({ inputIds: [1], past }, { position: { type: 'none' } }),
      'ERR_UNSUPPORTED',
      'options.position',
      'model.cache()',
    ],
    [
      'text for the encoder again',
      't5-f32',
      (m, past) => m.forward({ inputIds: [1], decoderInputIds: [0], past }),
      'ERR_UNSUPPORTED',
      'input.inputIds',
    ],
    [
      'padding under Llama 4',
      'llama4-bf16-even',
      (m, past) => m.forward({ inputIds: [1, 2], attentionMask: [0, 1], past }),
      'ERR_UNSUPPORTED',
      'input.attentionMask',
    ],
    ['capacity 0', 'gpt2-f32', (m) => m.cache({ capacity: 0 }), 'ERR_VALUE', 'options.capacity'],
    [
      'capacity past the table',
      'gpt2-f32',
      (m) => m.cache({ capacity: 5000 }),
      'ERR_VALUE',
      'options.capacity',
      'learned table',
    ],
    ['no options', 'gpt2-f32', (m) => m.cache(undefined as never), 'ERR_TYPE', 'options'],
    [
      'a text without an encoder',
      'gpt2-f32',
      (m) => m.cache({ capacity: 1, inputIds: [1] }),
      'ERR_UNSUPPORTED',
      'options.inputIds',
    ],
  ])('%s (%s)', (_, name, attempt, code, ...words) =>
    using(name, (model) => {
      const text = model.spec.encoder ? { inputIds: [5] } : {}
      using past = model.cache({ capacity: 4, ...text })
      expectRefusal(() => attempt(model, past), code, ...words)
    }),
  )

  test('a bidirectional model', () =>
    using('bert-f32', (model) => {
      expectRefusal(() => model.cache({ capacity: 4 }), 'ERR_UNSUPPORTED', 'cache', 'is bidirectional')
    }))

  test('a cache of another model', () =>
    using('gpt2-f32', (model) =>
      using('gpt2-f32', (other) => {
        using past = other.cache({ capacity: 4 })
        expectRefusal(
          () => model.forward({ inputIds: [1], past }),
          'ERR_VALUE',
          'past',
          'a cache of this model',
        )
      }),
    ))
})
