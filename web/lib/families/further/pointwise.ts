// GELU and norms of what convolutions make.

import type { Tensor } from '../../boundary/tensor.js'

/** x · Φ(x), in place; Φ by the complement of the error function, within 1.5e-7 (Abramowitz and Stegun 7.1.26). */
export function gelu({ data }: Tensor): void {
  for (let i = 0; i < data.length; i++) {
    const x = data[i] as number
    const size = Math.abs(x) * Math.SQRT1_2
    const t = 1 / (1 + 0.3275911 * size)
    const sum = t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429)))
    const tail = (t * (0.254829592 + sum) * Math.exp(-size * size)) / 2
    data[i] = x * (x > 0 ? 1 - tail : tail)
  }
}

export interface Affine {
  weight: Float32Array
  bias: Float32Array
  epsilon: number
}

/** Norms each row [channels] for itself, in place. */
export function normRows({ data }: Tensor, { weight, bias, epsilon }: Affine): void {
  const width = weight.length
  for (let start = 0; start < data.length; start += width) {
    let [sum, squares] = [0, 0]
    for (let i = 0; i < width; i++) sum += data[start + i] as number
    const mean = sum / width
    for (let i = 0; i < width; i++) squares += ((data[start + i] as number) - mean) ** 2
    const scale = 1 / Math.sqrt(squares / width + epsilon)
    for (let i = 0; i < width; i++) {
      const normed = ((data[start + i] as number) - mean) * scale
      data[start + i] = normed * (weight[i] as number) + (bias[i] as number)
    }
  }
}

/** Norms each channel over all rows, in place: a group norm with as many groups as channels. */
export function normChannels(x: Tensor, { weight, bias, epsilon }: Affine): void {
  const { data } = x
  const width = weight.length
  const rows = data.length / width
  const means = sums(x, width, new Float64Array(width), 1).map((sum) => sum / rows)
  const scales = sums(x, width, means, 2).map((square, i) => {
    return (weight[i] as number) / Math.sqrt(square / rows + epsilon)
  })
  for (let start = 0; start < data.length; start += width) {
    for (let i = 0; i < width; i++) {
      const centred = (data[start + i] as number) - (means[i] as number)
      data[start + i] = centred * (scales[i] as number) + (bias[i] as number)
    }
  }
}

/** The sum of each channel's distances from a centre, or of their squares. */
function sums({ data }: Tensor, width: number, centres: Float64Array, power: 1 | 2): Float64Array {
  const found = new Float64Array(width)
  for (let start = 0; start < data.length; start += width) {
    for (let i = 0; i < width; i++) {
      const distance = (data[start + i] as number) - (centres[i] as number)
      found[i] = (found[i] as number) + (power === 1 ? distance : distance * distance)
    }
  }
  return found
}
