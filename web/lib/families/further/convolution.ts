// Convolutions along time as matrix products: each row of the result is the product of the rows below the kernel, one after another, with it.

import type { Tensor } from '../../boundary/tensor.js'
import type { Means } from '../family.js'

export interface Kernel {
  taps: number
  /** One for each group of channels: [taps · inputs, outputs] */
  groups: readonly Tensor[]
  /** [outputs of all groups] */
  bias: Float32Array | undefined
}

/** @param stored [outputs, inputs of a group, taps], as torch stores it */
export function kernelOf(stored: Tensor, bias?: Float32Array, groups = 1): Kernel {
  const [all = 0, inputs = 0, taps = 1] = stored.shape
  const outputs = all / groups
  const inner = taps * inputs
  const matrices = Array.from({ length: groups }, (_, group) => {
    const data = new Float32Array(inner * outputs)
    for (let out = 0; out < outputs; out++) {
      const from = (group * outputs + out) * inner
      for (let i = 0; i < inner; i++)
        data[((i % taps) * inputs + Math.floor(i / taps)) * outputs + out] = stored.data[from + i] as number
    }
    return { data, shape: [inner, outputs] }
  })
  return { taps, groups: matrices, bias }
}

export interface Steps {
  stride?: number
  /** Rows of zeros before the first and after the last. */
  padding?: number
}

/** How many rows a convolution makes of `rows`. */
export function rowsAfter(rows: number, taps: number, { stride = 1, padding = 0 }: Steps = {}): number {
  return Math.floor((rows + 2 * padding - taps) / stride) + 1
}

/** Numbers below the kernel that are laid out at once. */
const MOST = 1 << 22

/** [rows, channels] → [rows, outputs] */
export function convolved(
  x: Tensor,
  kernel: Kernel,
  { multiply, allocate }: Pick<Means, 'multiply' | 'allocate'>,
  steps: Steps = {},
): Tensor {
  const { taps, groups, bias } = kernel
  const [inner = 0, outputs = 0] = groups[0]?.shape ?? []
  const rows = rowsAfter(x.shape[0] as number, taps, steps)
  const width = outputs * groups.length
  const data = allocate(rows * width, 'the convolutions of a sound')
  const atOnce = Math.max(Math.floor(MOST / inner), 1)
  for (const [group, matrix] of groups.entries()) {
    for (let first = 0; first < rows; first += atOnce) {
      const count = Math.min(atOnce, rows - first)
      const below = belowKernel(x, { first, count, taps, channel: (group * inner) / taps, inner }, steps)
      const made = multiply(below, matrix).data
      for (let i = 0; i < count; i++)
        data.set(made.subarray(i * outputs, (i + 1) * outputs), (first + i) * width + group * outputs)
    }
  }
  if (bias) for (let i = 0; i < data.length; i++) data[i] = (data[i] as number) + (bias[i % width] as number)
  return { data, shape: [rows, width] }
}

interface Place {
  /** Rows of the result. */
  first: number
  count: number
  taps: number
  /** The first channel of the group. */
  channel: number
  inner: number
}

/** [count, taps · channels of the group] */
function belowKernel(x: Tensor, place: Place, { stride = 1, padding = 0 }: Steps): Tensor {
  const [rows = 0, channels = 0] = x.shape
  const { first, count, taps, channel, inner } = place
  const across = inner / taps
  const data = new Float32Array(count * inner)
  for (let i = 0; i < count; i++) {
    const top = (first + i) * stride - padding
    // without groups the rows below the kernel are one piece
    const isPiece = across === channels && top >= 0 && top + taps <= rows
    const [pieces, length] = isPiece ? [1, inner] : [taps, across]
    for (let tap = 0; tap < pieces; tap++) {
      if (top + tap < 0 || top + tap >= rows) continue
      const from = (top + tap) * channels + channel
      data.set(x.data.subarray(from, from + length), i * inner + tap * across)
    }
  }
  return { data, shape: [count, inner] }
}
