// Estimates: lines through points, and round numbers near an estimate.

import { largest } from '../boundary/checks.js'

export interface Line {
  slope: number
  intercept: number
  /** The largest distance of a point with weight from the line. */
  residual: number
}

/** The line through points, by weighted least squares. */
export function lineThrough(
  x: readonly number[],
  y: readonly number[],
  weights: readonly number[] = x.map(() => 1),
): Line {
  let [sum, sumX, sumY] = [0, 0, 0]
  for (const [i, w] of weights.entries()) {
    sum += w
    sumX += w * (x[i] as number)
    sumY += w * (y[i] as number)
  }
  const [meanX, meanY] = [sumX / sum, sumY / sum]
  let [xx, xy] = [0, 0]
  for (const [i, w] of weights.entries()) {
    const away = (x[i] as number) - meanX
    xx += w * away * away
    xy += w * away * ((y[i] as number) - meanY)
  }
  const slope = xx > 0 ? xy / xx : 0
  const intercept = meanY - slope * meanX
  const distances = y.map((value, i) =>
    (weights[i] as number) > 0 ? Math.abs(value - slope * (x[i] as number) - intercept) : 0,
  )
  return { slope, intercept, residual: Math.max(0, largest(distances)) }
}

/** The line through the points so far, by Welford's running sums. */
export class GrowingLine {
  #count = 0
  #meanX = 0
  #meanY = 0
  #xx = 0
  #xy = 0

  add(x: number, y: number): void {
    this.#count++
    const away = x - this.#meanX
    this.#meanX += away / this.#count
    this.#meanY += (y - this.#meanY) / this.#count
    this.#xx += away * (x - this.#meanX)
    this.#xy += away * (y - this.#meanY)
  }

  get slope(): number {
    return this.#xx > 0 ? this.#xy / this.#xx : 0
  }
}

/** Round numbers within the relative error of an estimate: `usual` ones, the estimate with 1 to 6 digits; then the estimate itself. */
export function roundNear(estimate: number, error: number, usual: readonly number[] = []): number[] {
  const isNear = (x: number) => Math.abs(x - estimate) <= error * Math.abs(estimate)
  const rounded = [1, 2, 3, 4, 5, 6].map((digits) => Number(estimate.toPrecision(digits)))
  return [...new Set([...usual.filter(isNear), ...rounded.filter(isNear), estimate])]
}

/** The bases of published models and papers, the most usual first. */
export const BASES = [10000, 500000, 1000000, 100000, 150000, 160000, 5000000, 10000000, 1000, 100] as const

/** Context lengths, the most usual first. */
export const LENGTHS = [
  2048, 4096, 8192, 32768, 1024, 512, 16384, 65536, 131072, 256, 128, 64, 32, 16, 8, 262144,
] as const

/** Factors by which contexts are extended. */
export const FACTORS = [2, 4, 8, 16, 32, 64, 1.5, 3, 2.5, 5, 6, 10, 20, 40] as const

export const average = (numbers: readonly number[]): number =>
  numbers.reduce((sum, x) => sum + x, 0) / Math.max(numbers.length, 1)

/** The number of digits that a number has, 6 if it has more than 5. */
export const digitsOf = (x: number): number =>
  [1, 2, 3, 4, 5].find((digits) => Number(x.toPrecision(digits)) === x) ?? 6
