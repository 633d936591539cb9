// Scores of the encoder's layers and of the attention to the encoder: their softmax is what transformers returns as attentions.

import { describe, expect, test } from 'vitest'
import type { Tensor } from 'whereformer'
import { expectClose } from '../support/close.js'
import { golden } from '../support/golden.js'
import { useLibrary } from '../support/library.js'
import { goldenModel } from '../support/models.js'

const library = useLibrary()

/** In plain loops. */
function softmaxOf({ data, shape }: Tensor): Float64Array {
  const keys = shape.at(-1) ?? 0
  const out = new Float64Array(data.length)
  for (let row = 0; row < data.length; row += keys) {
    let most = Number.NEGATIVE_INFINITY
    for (let i = row; i < row + keys; i++) most = Math.max(most, data[i] as number)
    let sum = 0
    for (let i = row; i < row + keys; i++) {
      out[i] = Math.exp((data[i] as number) - most)
      sum += out[i] as number
    }
    for (let i = row; i < row + keys; i++) out[i] = (out[i] as number) / sum
  }
  return out
}

describe.each(['t5-f32', 'bart-f32', 'bart-bf16-scaled', 't5-v1.1-f32'])('%s', (name) => {
  const { request, expected } = goldenModel(name)
  const truth = golden(expected)
  const ids = (of: string) => [...truth.values(`sentence.${of}`)]

  test.each([
    ['encoderScores', 'encoderAttentions'],
    ['crossScores', 'crossAttentions'],
    ['scores', 'decoderAttentions'],
  ] as const)('the softmax of %s is %s', async (scores, attentions) => {
    const model = await library.wf.loadModel(request)
    const input = { inputIds: ids('ids'), decoderInputIds: ids('decoderIds') }
    const result = model.forward(input, { return: [scores] })
    model.dispose()
    const layers = result[scores] ?? []
    const wanted = truth.tensor(`sentence.${attentions}`)
    expect([layers.length, ...(layers[0]?.shape ?? [])]).toEqual(wanted.shape)
    const size = wanted.data.length / layers.length
    for (const [i, layer] of layers.entries()) {
      expectClose(softmaxOf(layer), wanted.data.subarray(i * size, (i + 1) * size), truth.tolerance)
    }
    expect(Object.keys(result).sort()).toEqual(['logits', scores].sort())
  })
})
