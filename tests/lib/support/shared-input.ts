// Rows of which many cases take a part.

import type { TensorLike } from 'whereformer'

/** The first heads, tokens and channels of rows that cases share. */
export function partOf(
  { data, shape }: { data: ArrayLike<number>; shape: readonly number[] },
  [heads, tokens, dim]: readonly [heads: number, tokens: number, dim: number],
): TensorLike {
  const [, allTokens = 0, allDim = 0] = shape
  const from = Array.from({ length: heads * tokens * dim }, (_, i) => {
    const [head, token] = [Math.floor(i / tokens / dim), Math.floor(i / dim) % tokens]
    return (head * allTokens + token) * allDim + (i % dim)
  })
  return { data: Float32Array.from(from, (at) => data[at] as number), shape: [heads, tokens, dim] }
}
