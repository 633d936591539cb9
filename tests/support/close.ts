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

/** Every float32 at most so many representable numbers from the expected one; NaN never is. */
export function expectUlps(actual: Float32Array, expected: ArrayLike<number>, most: number): void {
  expect(actual.length).toBe(expected.length)
  const [a, e] = [ordered(actual), ordered(Float32Array.from(expected))]
  a.forEach((bits, i) => {
    const apart = Math.abs(bits - (e[i] as number))
    if (!(apart <= most))
      expect.fail(`element ${i}: got ${actual[i]}, expected ${expected[i]}, ${apart} ulp apart`)
  })
}

// The bits of floats as integers in the order of the numbers; NaN has no place in it.
function ordered(floats: Float32Array): number[] {
  const bits = new Int32Array(floats.slice().buffer)
  return Array.from(bits, (b, i) => (Number.isNaN(floats[i]) ? Number.NaN : b < 0 ? -(b & 0x7fffffff) : b))
}
