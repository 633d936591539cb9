// Tables with one row per token, made from one row per content: equal words have equal rows, and rows move with the tokens.

import type { Tensor } from 'whereformer'

/** More contents than the examples have words. */
export const CONTENTS = 64

/** Row i is the row of contents[i]: [contents, columns] */
export function rowsOf({ data, shape: [, columns = 1] }: Tensor, contents: readonly number[]): Tensor {
  const value = (_: unknown, i: number) =>
    data[(contents[Math.floor(i / columns)] ?? 0) * columns + (i % columns)] ?? Number.NaN
  const length = contents.length * columns
  return { data: Float32Array.from({ length }, value), shape: [contents.length, columns] }
}
