// GELU and norms of what convolutions make.

import type { Tensor } from '../../boundary/tensor.js'

/** x · Φ(x), in place. */
export function gelu({ data }: Tensor): void {
  for (let i = 0; i < data.length; i++) {
    const x = data[i] as number
    data[i] = (x * (1 + erf(x * Math.SQRT1_2))) / 2
  }
}

const COEFFICIENTS = [1.061405429, -1.453152027, 1.421413741, -0.284496736, 0.254829592]

/** The error function, within 1.5e-7 (Abramowitz and Stegun 7.1.26). */
function erf(x: number): number {
  const size = Math.abs(x)
  const t = 1 / (1 + 0.3275911 * size)
  let sum = 0
  for (const coefficient of COEFFICIENTS) sum = (sum + coefficient) * t
  return Math.sign(x) * (1 - sum * Math.exp(-size * size))
}

export interface Affine {
  weight: Float32Array
  bias: Float32Array
  epsilon: number
}

/** Norms each row [channels] for itself, in place, or each channel over all rows: a group norm with as many groups as channels. */
export function norm(x: Tensor, { weight, bias, epsilon }: Affine, along: 'row' | 'channel'): void {
  const [rows = 0, channels = 0] = x.shape
  const isRow = along === 'row'
  const [count, length, step] = isRow ? [rows, channels, 1] : [channels, rows, channels]
  for (let one = 0; one < count; one++) {
    const start = isRow ? one * channels : one
    const at = (i: number) => x.data[start + i * step] as number
    let [sum, squares] = [0, 0]
    for (let i = 0; i < length; i++) sum += at(i)
    const mean = sum / length
    for (let i = 0; i < length; i++) squares += (at(i) - mean) ** 2
    const scale = 1 / Math.sqrt(squares / length + epsilon)
    for (let i = 0; i < length; i++) {
      const channel = isRow ? i : one
      const normed = (at(i) - mean) * scale
      x.data[start + i * step] = normed * (weight[channel] as number) + (bias[channel] as number)
    }
  }
}
