// Seeded inputs: every run and every engine gets the same numbers.

import { Random } from '../../support/random.ts'

/** Standard normal numbers (Box, Muller 1958), as the inputs of trained models nearly are. */
export function normal(seed, ...shape) {
  const random = new Random(seed)
  const data = new Float32Array(countOf(shape))
  for (let i = 0; i < data.length; i += 2) {
    const radius = Math.sqrt(-2 * Math.log(1 - random.next()))
    const angle = 2 * Math.PI * random.next()
    data[i] = radius * Math.cos(angle)
    if (i + 1 < data.length) data[i + 1] = radius * Math.sin(angle)
  }
  return { data, shape }
}

export function countOf(shape) {
  return shape.reduce((product, n) => product * n, 1)
}
