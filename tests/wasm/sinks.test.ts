// Attention sinks: a logit per head in the sum of every softmax. Against plain loops, in every kernel; in models and in what is saved.

import { describe, expect, test } from 'vitest'
import type { AttentionOptions, Tensor } from 'whereformer'
import { expectClose } from '../support/close.js'
import { expectRefusal } from '../support/errors.js'
import { useLibrary } from '../support/library.js'
import { Random } from '../support/random.js'
import { referenceAttention } from '../support/reference-attention.js'

const library = useLibrary()
const random = new Random(77)
const vector = (...data: number[]): Tensor => ({ data: Float32Array.from(data), shape: [data.length] })
const sinks = vector(1.5, -2, Number.NEGATIVE_INFINITY, 30)

describe('attention', () => {
  test.each([
    ['tiles', 33, {}],
    ['one query', 1, { causalAlignment: 'bottom-right' }],
    ['maps', 33, { return: ['weights', 'scores'] }],
    ['rows', 33, { return: ['ledger'] }],
    [
      'positions per sequence',
      33,
      { positions: { query: [[...Array(33).keys()]], key: [[...Array(33).keys()]] } },
    ],
  ] as [string, number, AttentionOptions][])('%s', (_, queries, options) => {
    const [q, k, v] = [
      random.tensor(1, 4, queries, 8),
      random.tensor(1, 2, 33, 8),
      random.tensor(1, 2, 33, 5),
    ]
    const { output, weights } = library.wf.attention(q, k, v, { ...options, sinks })
    expectClose(output.data, referenceAttention(q, k, v, { sinks: sinks.data }), { absolute: 4e-6 })
    if (!weights) return
    const ones = { data: new Float32Array(2 * 33).fill(1), shape: [1, 2, 33, 1] }
    const sums = Array.from({ length: 4 * queries }, (_, row) =>
      weights.data.subarray(33 * row, 33 * row + 33).reduce((a, b) => a + b, 0),
    )
    expectClose(sums, referenceAttention(q, k, ones, { sinks: sinks.data }), { absolute: 2e-6 })
  })

  test('a row that sees nothing gives zeros, and −Infinity changes no bit', () => {
    const x = random.tensor(4, 9, 8)
    const mask = { data: new Uint8Array(81).fill(1, 9), shape: [9, 9] }
    const { output } = library.wf.attention(x, x, x, { attnMask: mask, sinks })
    for (let head = 0; head < 4; head++) {
      expect([...output.data.subarray(72 * head, 72 * head + 8)]).toEqual(Array(8).fill(0))
    }
    const none = vector(...Array(4).fill(Number.NEGATIVE_INFINITY))
    expect(library.wf.attention(x, x, x, { sinks: none })).toEqual(library.wf.attention(x, x, x))
  })

  test('on the heap, and where the output takes their place', () => {
    const x = random.tensor(4, 9, 8)
    const held = library.wf.tensor(sinks)
    try {
      const expected = library.wf.attention(x, x, x, { sinks })
      expect(library.wf.attention(x, x, x, { sinks: held })).toEqual(expected)
    } finally {
      held.dispose()
    }
    const one = library.wf.tensor(vector(0.25))
    try {
      const [row, own] = [random.tensor(1, 1, 1), { data: one.data, shape: [1, 1, 1] }]
      const expected = library.wf.attention(row, row, row, { sinks: vector(0.25) }).output.data
      library.wf.attention(row, row, row, { sinks: one, out: own })
      expect([...one.data]).toEqual([...expected])
    } finally {
      one.dispose()
    }
  })

  test('are refused by name', () => {
    const x = random.tensor(4, 9, 8)
    const given = (value: unknown) => () =>
      library.wf.attention(x, x, x, { sinks: value } as AttentionOptions)
    expectRefusal(given(vector(0, Number.NaN, 0, 0)), 'ERR_VALUE', 'options.sinks.data[1]', 'NaN')
    expectRefusal(given(vector(0, 0, 0, Number.POSITIVE_INFINITY)), 'ERR_VALUE', 'options.sinks.data[3]')
    expectRefusal(given(vector(0, 0)), 'ERR_SHAPE', 'options.sinks', '[4], a logit per head')
    expectRefusal(given({ data: new Float32Array(4), shape: [2, 2] }), 'ERR_SHAPE', 'options.sinks')
    expectRefusal(given([0, 0, 0, 0]), 'ERR_TYPE', 'options.sinks')
    expectRefusal(given({ data: new Float64Array(4), shape: [4] }), 'ERR_TYPE', 'options.sinks.data')
    const order = { softcapWhere: 'between' } as unknown as AttentionOptions
    expectRefusal(() => library.wf.attention(x, x, x, order), 'ERR_VALUE', 'options.softcapWhere')
    const capped: AttentionOptions = { softcapWhere: 'afterBias', return: ['cappedScores'] }
    expectRefusal(() => library.wf.attention(x, x, x, capped), 'ERR_VALUE', 'options.return', 'cappedScores')
  })
})

describe('models', () => {
  const model = {
    vocab: 11,
    dModel: 12,
    layers: 2,
    heads: 3,
    sinks: true,
    position: { type: 'rope' },
  } as const
  const inputIds = [3, 1, 4, 1, 5, 9, 2]

  test('a trainer learns them; what is saved has them, and opens again with the same bits', async () => {
    const trainer = await library.wf.trainer({ model, optimizer: { learningRate: 0.05 } })
    const before = trainer.model.forward({ inputIds }, { return: ['attentions'] })
    for (const { data } of before.attentions) expect(data[0]).toBeLessThan(0.9) // the first token sees itself and its sink
    for (let step = 0; step < 5; step++)
      trainer.step({ inputIds: [inputIds], targets: [[...inputIds.slice(1), 0]] })
    const files = trainer.save()
    const logits = trainer.model.forward({ inputIds }).logits.data
    const config = JSON.parse(new TextDecoder().decode(files['config.json']))
    expect(config.model_type).toBe('whereformer')
    expect(config.spec.sinks).toBe(true)
    const opened = await library.wf.loadModel({ config, weights: files['model.safetensors'] })
    expect(opened.spec.sinks).toBe(true)
    expect(opened.forward({ inputIds }).logits.data).toEqual(logits)
    const again = opened.save()
    expect(again['model.safetensors']).toEqual(files['model.safetensors'])
    const past = opened.cache({ capacity: 7 })
    const steps = inputIds.map((id) => [...opened.forward({ inputIds: [id], past }).logits.data])
    expect(steps.flat()).toEqual([...logits])
    past.dispose()
    opened.dispose()
    trainer.dispose()
  })

  test('a checkpoint without them is refused by the name of the tensor', async () => {
    const trainer = await library.wf.trainer({ model: { ...model, sinks: false, normEpsilon: 0.5 } })
    const files = trainer.save()
    trainer.dispose()
    const config = {
      model_type: 'whereformer',
      spec: { ...model, position: undefined },
      position: { type: 'rope' },
    }
    await expect(library.wf.loadModel({ config, weights: files['model.safetensors'] })).rejects.toThrow(
      /sinks/,
    )
  })
})
