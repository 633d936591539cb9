// Hidden tokens before, after and between the others: every family counts positions as its original does.

import { describe, expect, test } from 'vitest'
import { golden } from '../support/golden.js'
import { useLibrary } from '../support/library.js'
import { goldenModel } from '../support/models.js'

const library = useLibrary()
const file = golden('hidden-tokens.safetensors')

function rowsOf(name: string): number[][] {
  const { data, shape } = file.tensor(name)
  const [count = 0, width = 0] = shape
  return Array.from({ length: count }, (_, i) => [...data.subarray(i * width, (i + 1) * width)])
}

describe.each(file.cases.map(([name]) => name))('%s', (name) => {
  const [inputIds, attentionMask] = [rowsOf(`${name}.ids`), rowsOf(`${name}.attentionMask`)]
  const decoderInputIds = file.has(`${name}.decoderIds`) ? rowsOf(`${name}.decoderIds`) : undefined
  const { data: expected, shape } = file.tensor(`${name}.logits`)
  const [, tokens = 0, vocab = 0] = shape
  // 1 = compared
  const shown = decoderInputIds?.flatMap((row) => row.map(() => 1)) ?? attentionMask.flat()

  /** The largest difference of a visible token; NaN wins. */
  const farthest = (logits: Float32Array, from = 0) =>
    logits.reduce((most, x, i) => {
      const at = from * tokens + Math.floor(i / vocab)
      const apart = Math.abs(x - (expected[from * tokens * vocab + i] as number))
      return shown[at] === 0 ? most : Math.max(most, apart)
    }, 0)

  test('in a batch, and one by one', async () => {
    const model = await library.wf.loadModel(goldenModel(name).request)
    try {
      const decoder = decoderInputIds ? { decoderInputIds } : {}
      const { logits } = model.forward({ inputIds, attentionMask, ...decoder })
      expect(logits.shape).toEqual(shape)
      expect(farthest(logits.data)).toBeLessThanOrEqual(file.tolerance.absolute as number)
      inputIds.forEach((ids, i) => {
        const alone = decoderInputIds ? { decoderInputIds: decoderInputIds[i] as number[] } : {}
        const one = model.forward({ inputIds: ids, attentionMask: attentionMask[i] as number[], ...alone })
        expect(farthest(one.logits.data, i)).toBeLessThanOrEqual(file.tolerance.absolute as number)
      })
    } finally {
      model.dispose()
    }
  })
})
