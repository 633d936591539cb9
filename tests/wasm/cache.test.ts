// forward() that continues a cache: piece by piece it computes what one pass computes.

import { describe, expect, test } from 'vitest'
import type { Cache, Model, Position } from 'whereformer'
import { expectClose } from '../support/close.js'
import { expectRefusal } from '../support/errors.js'
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

  test('a model that reads in both directions', () =>
    using('bert-f32', (model) => {
      expectRefusal(() => model.cache({ capacity: 4 }), 'ERR_UNSUPPORTED', 'cache', 'both directions')
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
