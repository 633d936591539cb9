// Tensors and masks as other libraries have them: an error that says what came, and how to pass it.

import { beforeAll, describe, expect, test } from 'vitest'
import { load, type Model, type Whereformer } from 'whereformer'
import { expectRefusal } from '../support/errors.js'
import { goldenModel } from '../support/models.js'

let wf: Whereformer

beforeAll(async () => {
  wf = await load()
})

/** As onnxruntime's: the shape is called dims. */
const ort = <T>(data: T, dims: readonly number[]) => ({ data, dims, type: 'float32', size: 4 })
const t = { data: Float32Array.of(1, 2, 3, 4), shape: [1, 2, 2] }

describe('a tensor', () => {
  test.each<[string, unknown, string]>([
    [
      'of onnxruntime',
      ort(t.data, t.shape),
      'got nothing in an object (Object), wanted a tensor { data, shape: dims }',
    ],
    [
      'as nested lists',
      [
        [
          [1, 2],
          [3, 4],
        ],
      ],
      'got nothing in an array of 1, wanted a tensor { data, shape }',
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
})

describe('a mask', () => {
  const wanted =
    'wanted a Uint8Array (1 = attend, 0 = hidden) or a Float32Array that is added, beside its shape'
  test.each<[string, unknown, string]>([
    [
      'of nested booleans',
      [
        [true, false],
        [true, true],
      ],
      'an array of 2',
    ],
    ['of booleans', [true, true], 'an array of 2'],
    ['of booleans with a shape', { data: [true, false, true, true], shape: [2, 2] }, 'an array of 4'],
    ['of integers', { data: Int32Array.of(1, 0, 1, 1), shape: [2, 2] }, 'an Int32Array of 16 bytes'],
    ['of big integers', ort(BigInt64Array.of(1n, 0n, 1n, 1n), [2, 2]), 'a BigInt64Array of 32 bytes'],
    ['as data alone', Uint8Array.of(1, 0, 1, 1), 'a Uint8Array of 4 bytes'],
  ])('%s', (_, attnMask, got) => {
    const attend = () => wf.attention(t, t, t, { attnMask: attnMask as never })
    expectRefusal(attend, 'ERR_TYPE', `options.attnMask.data: got ${got}, ${wanted}`)
  })

  test('of onnxruntime', () => {
    const attend = () => wf.attention(t, t, t, { attnMask: ort(Uint8Array.of(1, 0, 1, 1), [2, 2]) as never })
    expectRefusal(attend, 'ERR_TYPE', 'options.attnMask.shape: got nothing', '{ data, shape: dims }')
  })
})

describe('ids of a tokenizer', () => {
  let model: Model

  beforeAll(async () => {
    model = await wf.loadModel(goldenModel('llama-f16-gqa').request)
  })

  test('as transformers.js returns them: input_ids and attention_mask', () => {
    const ids = ort(BigInt64Array.of(1n, 2n), [1, 2])
    const words = 'got nothing in an object (Object), wanted a tensor { data, shape: dims }'
    expectRefusal(
      () => model.forward({ inputIds: ids as never }),
      'ERR_TYPE',
      `input.inputIds.shape: ${words}`,
    )
    const masked = () => model.forward({ inputIds: [[1, 2]], attentionMask: ids as never })
    expectRefusal(masked, 'ERR_TYPE', `input.attentionMask.shape: ${words}`)
    const { logits } = model.forward({ inputIds: { data: ids.data, shape: ids.dims } })
    expect(logits.shape.slice(0, 2)).toEqual([1, 2])
  })
})
