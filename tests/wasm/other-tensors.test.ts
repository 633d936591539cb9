// Tensors and masks as other libraries have them: what is read, and an error for the rest that says what came.

import { beforeAll, describe, expect, test } from 'vitest'
import { type AttentionMask, load, type Model, rotateByTables, type Whereformer } from 'whereformer'
import { expectRefusal } from '../support/errors.js'
import { goldenModel } from '../support/models.js'

let wf: Whereformer

beforeAll(async () => {
  wf = await load()
})

/** As onnxruntime's and transformers.js's: the shape is called dims. */
const ort = <T>(data: T, dims: readonly number[]) => ({ data, dims, type: 'float32', size: 4 })
const t = { data: Float32Array.of(1, 2, 3, 4), shape: [1, 2, 2] }

describe('a tensor', () => {
  test.each<[string, unknown, string]>([
    [
      'as nested lists',
      [[[1, 2]], [[3, 4]]],
      'got nothing in an array of 2, wanted a tensor { data, shape }',
    ],
    ['as data alone', t.data, 'got nothing in a Float32Array of 16 bytes, wanted a tensor { data, shape }'],
    ['that is awaited nowhere', Promise.resolve(t), 'got nothing in an object (Promise)'],
  ])('%s', (_, query, words) => {
    expectRefusal(() => wf.attention(query as never, t, t), 'ERR_TYPE', `query.shape: ${words}`)
    expectRefusal(() => wf.softmax(query as never), 'ERR_TYPE', `x.shape: ${words}`)
    if (!Array.isArray(query))
      expectRefusal(() => wf.tensor(query as never), 'ERR_TYPE', `source.shape: ${words}`)
    expectRefusal(
      () => wf.attention(t, t, t, { out: query as never }),
      'ERR_TYPE',
      `options.out.shape: ${words}`,
    )
  })

  test('with dims', () => {
    const other = ort(t.data, t.shape)
    expect(wf.attention(other, other, other)).toEqual(wf.attention(t, t, t))
    expect(wf.softmax(other)).toEqual(wf.softmax(t))
    expect(wf.rotate({ type: 'rope' }, other)).toEqual(wf.rotate({ type: 'rope' }, t))
    using here = wf.tensor(other)
    expect([...here.data]).toEqual([...t.data])
    const tables = { cos: ort(Float32Array.of(1, 0), [2, 1]), sin: ort(Float32Array.of(0, 1), [2, 1]) }
    expect(rotateByTables(other, tables).data).toEqual(Float32Array.of(1, 2, -4, 3))
  })

  test('with wrong dims', () => {
    const attend = (dims: readonly number[]) => () => wf.attention(ort(t.data, dims), t, t)
    expectRefusal(attend([1, 2, 3]), 'ERR_SHAPE', 'query.data', '4 values', '6 for shape [1, 2, 3]')
    expectRefusal(attend([1, -2, 2]), 'ERR_SHAPE', 'query.dims[1]', '-2')
    expectRefusal(attend('12' as never), 'ERR_TYPE', 'query.dims')
  })
})

describe('a mask', () => {
  const flags = Uint8Array.of(1, 0, 1, 1)
  const nested = [
    [true, false],
    [true, true],
  ]
  test.each<[string, AttentionMask]>([
    ['of nested booleans', nested],
    ['of nested booleans for each head', [nested]],
    ['of nested booleans for each head and sequence', [[nested]]],
    ['of booleans with a shape', { data: nested.flat(), shape: [2, 2] }],
    ['with dims', ort(flags, [2, 2])],
    ['of floats with dims', ort(Float32Array.of(0, Number.NEGATIVE_INFINITY, 0, 0), [2, 2])],
  ])('%s', (_, attnMask) => {
    const wanted = wf.attention(t, t, t, { attnMask: { data: flags, shape: [2, 2] } })
    expect(wf.attention(t, t, t, { attnMask })).toEqual(wanted)
  })

  test('of one row of booleans, for all queries', () => {
    const wanted = wf.attention(t, t, t, { attnMask: { data: Uint8Array.of(0, 1), shape: [2] } })
    expect(wf.attention(t, t, t, { attnMask: [false, true] })).toEqual(wanted)
  })

  const wanted =
    'wanted a Uint8Array (1 = attend, 0 = hidden) or a Float32Array that is added, beside its shape'
  test.each<[string, unknown, string]>([
    ['of integers', { data: Int32Array.of(1, 0, 1, 1), shape: [2, 2] }, 'an Int32Array of 16 bytes'],
    ['of big integers', ort(BigInt64Array.of(1n, 0n, 1n, 1n), [2, 2]), 'a BigInt64Array of 32 bytes'],
    ['as data alone', Uint8Array.of(1, 0, 1, 1), 'a Uint8Array of 4 bytes'],
  ])('%s', (_, attnMask, got) => {
    const attend = () => wf.attention(t, t, t, { attnMask: attnMask as never })
    expectRefusal(attend, 'ERR_TYPE', `options.attnMask.data: got ${got}, ${wanted}`)
  })

  test.each<[string, unknown, string, ...string[]]>([
    ['lists of numbers', [[1, 0]], 'ERR_TYPE', 'options.attnMask[0][0]', '1', 'true or false'],
    ['a list of numbers with a shape', { data: [1], shape: [1] }, 'ERR_TYPE', 'options.attnMask.data[0]'],
    ['lists of other lengths', [[true, true], [true]], 'ERR_SHAPE', 'options.attnMask[1]', '[1]', '[2]'],
    ['a list beside a boolean', [[true], true], 'ERR_TYPE', 'options.attnMask[1]'],
    ['five axes', [[[[[true]]]]], 'ERR_TYPE', 'options.attnMask[0][0][0][0]'],
    ['no lists', [], 'ERR_SHAPE', 'options.attnMask', '[0]'],
    ['fewer keys', [[true]], 'ERR_SHAPE', 'options.attnMask', '[1, 1]', '2]'],
  ])('%s', (_, attnMask, ...words) => {
    const attend = () => wf.attention(t, t, t, { attnMask: attnMask as never })
    expectRefusal(attend, ...(words as [never, ...string[]]))
  })
})

describe('ids of a tokenizer', () => {
  let model: Model

  beforeAll(async () => {
    model = await wf.loadModel(goldenModel('llama-f16-gqa').request)
  })

  test('as transformers.js returns them: input_ids and attention_mask', () => {
    const inputIds = ort(BigInt64Array.of(1n, 2n), [1, 2])
    const attentionMask = ort(BigInt64Array.of(1n, 0n), [1, 2])
    const wanted = model.forward({ inputIds: [[1, 2]], attentionMask: [[1, 0]] })
    expect(model.forward({ inputIds, attentionMask })).toEqual(wanted)
    const wrong = () => model.forward({ inputIds: ort(inputIds.data, [1, 3]) })
    expectRefusal(wrong, 'ERR_SHAPE', 'input.inputIds.data', '2 values', '3 for shape [1, 3]')
  })
})
