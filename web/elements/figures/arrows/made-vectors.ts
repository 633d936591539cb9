// A query and a key that are made up: each pair of channels agrees best, or nearly so, at one distance.

import type { HeadVectors } from './head-vectors.js'

/** Pairs of channels. */
const PAIRS = 8

/** Lengths of the query's and the key's arrows, the key's angles, and by how much each pair misses the distance, in radians. */
const LENGTHS = [
  [1.5, 1.7, 1.4, 1, 0.8, 0.5, 0.4, 0.3],
  [1.3, 1.4, 1.2, 1, 0.7, 0.6, 0.4, 0.4],
] as const
const ANGLES = [0.4, 1.2, 2.3, -0.6, 1, 0.2, 2, -1]
const MISSES = [0.25, 0.5, -0.2, 0.3, 0.1, -0.4, 0.2, 0.5]

/** `turns`: radians per position, by pair. A query at distance `peak` after the key is turned to where the key's arrow is. */
export function madeVectors(turns: ArrayLike<number>, peak: number): HeadVectors {
  const [query, key] = LENGTHS
  const keyAngle = (pair: number) => ANGLES[pair] ?? 0
  const queryAngle = (pair: number) => keyAngle(pair) - peak * (turns[pair] ?? 0) + (MISSES[pair] ?? 0)
  return { query: halves(query, queryAngle), key: halves(key, keyAngle) }
}

/** The layout "half": first the x of all pairs, then the y. */
function halves(lengths: readonly number[], angle: (pair: number) => number): Float32Array {
  return Float32Array.from({ length: 2 * PAIRS }, (_, i) => {
    const pair = i % PAIRS
    const along = i < PAIRS ? Math.cos(angle(pair)) : Math.sin(angle(pair))
    return (lengths[pair] ?? 0) * along
  })
}
