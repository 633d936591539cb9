// The tensors of a model under the names and in the layout of a family: the rules by which checkpoints are read, backwards.

import { allocateFloats } from '../boundary/allocate.js'
import { elementCount, type Tensor } from '../boundary/tensor.js'
import type { TensorRule } from '../families/family.js'

/**
 * One tensor as its family stores it.
 * @param read returns a canonical tensor, row-major
 */
export function storedTensor(rule: TensorRule, read: (canonical: string) => Float32Array): Tensor {
  const { shape, to, groups = 1, transposed = false } = rule
  const data = allocateFloats(elementCount(shape), 'the checkpoint')
  const inputs = transposed ? (shape[0] ?? 1) : elementCount(shape.slice(1))
  const group = to.reduce((sum, { rows }) => sum + rows, 0)
  let begin = 0
  for (const { name, rows } of to) {
    const values = read(name)
    for (let g = 0; g < groups; g++) {
      for (let k = 0; k < rows; k++) {
        const row = values.subarray((g * rows + k) * inputs, (g * rows + k + 1) * inputs)
        const at = g * group + begin + k
        if (!transposed) data.set(row, at * inputs)
        else for (let i = 0; i < inputs; i++) data[i * groups * group + at] = row[i] as number
      }
    }
    begin += rows
  }
  return { data: changedBack(data, rule), shape }
}

/** Takes back in place what reading adds to values and moves. */
function changedBack(data: Float32Array, { shape, plus = 0, taps }: TensorRule): Float32Array {
  if (taps) return tapsLast(data, elementCount(shape.slice(1)), taps)
  if (plus) for (const [i, x] of data.entries()) data[i] = x - plus
  return data
}

/** Reorders each row of a convolution, [taps][in] → [in][taps]. */
function tapsLast(rows: Float32Array, width: number, taps: number): Float32Array {
  const out = allocateFloats(rows.length, 'the checkpoint')
  const inputs = width / taps
  for (let row = 0; row < rows.length; row += width) {
    for (let i = 0; i < inputs; i++) {
      for (let tap = 0; tap < taps; tap++) out[row + i * taps + tap] = rows[row + tap * inputs + i] as number
    }
  }
  return out
}
