// Angles, or their cosines and sines, that are computed in fewer bits: what is rounded, to how many bits.

/**
 * What is rounded: positions or frequencies alone, their product alone, both factors of the angle, or the angle as well; or the tables of
 * cosines and sines alone, which is no mistake.
 */
export const PARTS = ['positions', 'frequencies', 'products', 'factors', 'angles', 'tables'] as const

/** The bits of a mantissa with its leading 1, and the exponent of the smallest step. */
export const KINDS = {
  bfloat16: { bits: 8, least: -133 },
  float16: { bits: 11, least: -24 },
  tf32: { bits: 11, least: -136 },
} as const

export type Kind = keyof typeof KINDS

/** What is rounded and to what, such as "positions bfloat16". */
export type Rounding = `${(typeof PARTS)[number]} ${Kind}`

/** The product of a position and a frequency, rounded. */
export function roundedAngle(rounding: Rounding, position: number, frequency: number): number {
  const [part, kind] = rounding.split(' ') as [(typeof PARTS)[number], Kind]
  const all = part === 'factors' || part === 'angles'
  const p = part === 'positions' || all ? rounded(position, kind) : position
  const w = part === 'frequencies' || all ? rounded(frequency, kind) : frequency
  return part === 'angles' || part === 'products' ? rounded(p * w, kind) : p * w
}

/** The nearest number of a kind, of two equally near ones the even one. */
export function rounded(x: number, kind: Kind): number {
  if (x === 0) return 0
  const { bits, least } = KINDS[kind]
  const step = 2 ** Math.max(Math.floor(Math.log2(Math.abs(x))) + 1 - bits, least)
  const steps = x / step
  const near = Math.round(steps)
  return step * (Math.abs(steps - Math.trunc(steps)) === 0.5 ? 2 * Math.round(steps / 2) : near)
}
