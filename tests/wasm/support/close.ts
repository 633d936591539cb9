// Comparisons that NaN cannot slip through.

import { expect } from 'vitest'

export interface Tolerance {
  absolute?: number
  relative?: number
}

/** Every element within absolute + relative · |expected|; equal infinities match, NaN never does. */
export function expectClose(
  actual: ArrayLike<number>,
  expected: ArrayLike<number>,
  { absolute = 0, relative = 0 }: Tolerance,
): void {
  expect(actual.length).toBe(expected.length)
  for (let i = 0; i < expected.length; i++) {
    const [a, e] = [actual[i] as number, expected[i] as number]
    if (a === e) continue
    const difference = Math.abs(a - e)
    if (!(difference <= absolute + relative * Math.abs(e))) {
      expect.fail(`element ${i}: got ${a}, expected ${e} (difference ${difference})`)
    }
  }
}
