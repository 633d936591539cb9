// How far an explanation is from what was given.

import type { Course } from './course.js'
import type { Conventions } from './types.js'

/**
 * The largest difference of an explanation from what was given; infinite where it cannot be computed. Beyond `enough` any larger number
 * will do.
 */
export type Measure = (how: Conventions, enough?: number) => Promise<number>

export interface Trial {
  course: Course
  measure: Measure
  /** The largest difference that counts as none. */
  tolerance: number
  /** Do two explanations of rows compute the very same numbers? */
  areEqual?: (a: Conventions, b: Conventions) => boolean
}

/** The largest difference over parts; it goes on until that is beyond `enough`. */
export class Largest {
  readonly #enough: number
  value = 0

  constructor(enough = Number.POSITIVE_INFINITY) {
    this.#enough = enough
  }

  /** @returns whether to go on */
  add(difference: number): boolean {
    this.value = Math.max(this.value, difference)
    return this.value <= this.#enough
  }
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
