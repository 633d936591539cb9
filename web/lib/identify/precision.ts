// The precision that numbers have, read from their bits, and the tolerance that follows from it.

import type { Identification } from './types.js'

type Precision = Identification['precision']

/** The relative size of half a unit in the last place, by precision. */
const ROUNDING: Readonly<Record<Precision, number>> = {
  float32: 2 ** -24,
  float16: 2 ** -11,
  bfloat16: 2 ** -8,
}

/** The precision of several arrays together, the coarsest. */
export function precisionOf(precisions: readonly Precision[]): Precision {
  if (precisions.includes('bfloat16')) return 'bfloat16'
  return precisions.includes('float16') ? 'float16' : 'float32'
}

/** The coarsest type that holds every one of an array's numbers, at least 16 of which must use its last bits. */
export function precisionIn(data: Float32Array): Precision {
  const bits = new Uint32Array(data.buffer, data.byteOffset, data.length)
  let used = 0 // union of the mantissas
  let fractions = 0
  for (const word of bits) {
    const mantissa = word & 0x7fffff
    used |= mantissa
    if (mantissa & 0x00ffff) fractions++
  }
  if (used === 0) return 'float32' // only powers of two: nothing is rounded
  if ((used & 0xffff) === 0) return spread(bits, 16) ? 'bfloat16' : 'float32'
  if ((used & 0x1fff) === 0) return fractions >= LEAST ? 'float16' : 'float32'
  return 'float32'
}

const LEAST = 16

// Do many numbers use the last bit? Small whole numbers look as if they were rounded to 16 bits, but few of them use it.
function spread(bits: Uint32Array, low: number): boolean {
  let count = 0
  for (const word of bits) if ((word >> low) & 1) count++
  return count >= LEAST
}

/**
 * The tolerance relative to the largest number: 1e-5 for float32, 6 units of rounding for 16 bits; and the rounding of an angle in
 * float32, 4e-7 radians for each position.
 */
export function relativeTolerance(precision: Precision, farthest: number): number {
  return Math.max(1e-5, 6 * ROUNDING[precision]) + 4e-7 * farthest
}
