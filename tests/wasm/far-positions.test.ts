// Far from the start transformers rounds angles to float32; the results here are those of exact angles.

import { describe, expect, test } from 'vitest'
import { differenceOf } from '../support/differences.js'
import { golden } from '../support/golden.js'
import { useLibrary } from '../support/library.js'
import { goldenModel } from '../support/models.js'

const library = useLibrary()
const file = golden('far-positions.safetensors')
const starts = file.cases.map(([start]) => Number(start))
const inputIds = [...file.values('ids')]

const apart = (a: Float32Array, b: Float32Array) => differenceOf(a, b, file.tolerance).absolute

async function logitsAt(start: number): Promise<Float32Array> {
  using model = await library.wf.loadModel(goldenModel('llama-f32-gqa-biases').request)
  return model.forward({ inputIds, positionIds: inputIds.map((_, i) => start + i) }).logits.data
}

describe.each(starts)('position %i', (start) => {
  test('is that of angles in float64', async () => {
    expect(apart(await logitsAt(start), file.tensor(`${start}.float64`).data)).toBeLessThanOrEqual(1e-4)
  })
})

test('the differences that docs/models.md tells', async () => {
  const rows = await Promise.all(
    starts.map(async (start) => {
      const [own, theirs] = [await logitsAt(start), file.tensor(`${start}.float32`).data]
      return [start, apart(own, theirs).toExponential(0)] as const
    }),
  )
  expect(Object.fromEntries(rows)).toEqual({
    0: '3e-6',
    500: '8e-6',
    1000: '9e-6',
    2000: '4e-5',
    5000: '8e-5',
    10000: '1e-4',
    50000: '1e-3',
    100000: '2e-3',
    1000000: '2e-2',
  })
})
