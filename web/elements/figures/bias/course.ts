// The course of a bias over distance, as one query sees it.

import type { Matrix } from '../../parts/matrix/matrix.js'

export interface Biases {
  /** A matrix per head. */
  maps: readonly Matrix[]
  causal: boolean
  /** The values are row numbers of a table. */
  counted: boolean
}

/** Is the bias 0 for every key after the query? */
function looksBack({ data, columns }: Matrix): boolean {
  return data.every((value, i) => i % columns <= Math.floor(i / columns) || value === 0)
}

export interface Course {
  /** key − query */
  distances: number[]
  /** One row per head. */
  heads: Float32Array[]
}

/**
 * The bias over distance, from the middle query when both sides count, else from the last one. Of a bias that depends on more than the
 * distance this is what that one query sees.
 */
export function courseOf({ maps, causal, counted }: Biases): Course & { query: number } {
  const length = maps[0]?.rows ?? 0
  const oneSided = causal || (!counted && maps.every(looksBack))
  const query = oneSided ? length - 1 : Math.floor(length / 2)
  const keys = Array.from({ length: oneSided ? query + 1 : length }, (_, key) => key)
  return {
    query,
    distances: keys.map((key) => key - query),
    heads: maps.map(({ data, columns }) =>
      Float32Array.from(keys, (key) => data[query * columns + key] as number),
    ),
  }
}
