// What an explanation is measured by.

import type { Conventions } from './types.js'

/** The largest difference of an explanation from what was given; infinite where it cannot be computed. */
export type Measure = (how: Conventions) => number

export interface Trial {
  measure: Measure
  /** The largest difference that counts as none. */
  tolerance: number
  /** Do both compute the very same numbers? Of rows only. */
  areEqual?: (a: Conventions, b: Conventions) => boolean
}

/** The largest absolute difference; infinite for NaN or another length. Equal infinities do not differ. */
export function largestDifference(got: ArrayLike<number>, wanted: ArrayLike<number>): number {
  if (got.length !== wanted.length) return Number.POSITIVE_INFINITY
  let largest = 0
  for (let i = 0; i < got.length; i++) {
    const [a, b] = [got[i] as number, wanted[i] as number]
    const difference = a === b ? 0 : Math.abs(a - b)
    if (!(difference <= largest)) largest = Number.isNaN(difference) ? Number.POSITIVE_INFINITY : difference
  }
  return largest
}
