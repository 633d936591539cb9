// Rows, rotations and attention in plain loops: what the computations of the mistakes have in common. Vectors are rows.

import type { AttentionOptions, Tensor } from 'whereformer'
import type { Library } from './mistake.js'

export type Row = readonly number[]

export const range = (length: number, first = 0): number[] => Array.from({ length }, (_, i) => first + i)

export const zeros = (length: number): number[] => range(length).map(() => 0)

export const dot = (a: Row, b: Row): number => a.reduce((sum, x, i) => sum + x * (b[i] ?? 0), 0)

export const plus = (a: Row, b: Row): number[] => a.map((x, i) => x + (b[i] ?? 0))

/** Σ x² */
export const squares = (x: Row): number => dot(x, x)

/** x W, with W [inputs][outputs] */
export const times = (x: Row, weight: readonly Row[]): number[] =>
  range(weight[0]?.length ?? 0).map((c) =>
    x.reduce((sum, value, r) => sum + value * (weight[r]?.[c] ?? 0), 0),
  )

/** −Infinity gets weight 0. */
export function softmax(scores: Row): number[] {
  // spread: one per key of an example
  const largest = Math.max(...scores)
  const powers = scores.map((s) => Math.exp(s - largest))
  const sum = powers.reduce((a, b) => a + b, 0)
  return powers.map((p) => p / sum)
}

/** Σ p_j v_j */
export const mixed = (weights: Row, values: readonly Row[]): number[] => times(weights, values)

/** base^(−2i/width), i < width/2 */
export const frequencies = (width: number, base = 10000): number[] =>
  range(width / 2).map((i) => base ** ((-2 * i) / width))

/** The pairs (2i, 2i + 1) turned, each by its angle. */
export function turned(x: Row, angles: Row): number[] {
  return angles.flatMap((angle, i) => {
    const [a = 0, b = 0] = x.slice(2 * i)
    const [c, s] = [Math.cos(angle), Math.sin(angle)]
    return [a * c - b * s, a * s + b * c]
  })
}

/** RoPE with interleaved pairs. */
export const rope = (x: Row, position: number): number[] =>
  turned(
    x,
    frequencies(x.length).map((w) => position * w),
  )

/** The sinusoidal code: sine and cosine of each angle in turn. */
export const code = (position: number, width: number): number[] =>
  frequencies(width).flatMap((w) => [Math.sin(position * w), Math.cos(position * w)])

/** Rows of one head, [1, rows, width], or of a plain matrix. */
export const matrix = (rows: readonly Row[], heads = true): Tensor => ({
  data: Float32Array.from(rows.flat()),
  shape: [...(heads ? [1] : []), rows.length, rows[0]?.length ?? 0],
})

export const table = (rows: readonly Row[]): Tensor => matrix(rows, false)

/** The scores of one head, row by row. */
export async function scoresOf(
  library: Library,
  [query, key]: readonly [readonly Row[], readonly Row[]],
  options: AttentionOptions,
): Promise<number[]> {
  const [q, k] = [matrix(query), matrix(key)]
  const { scores } = await library.attention(q, k, k, { ...options, return: ['scores'] })
  return [...scores.data]
}

/** The attention weights of one head over so many tokens that are all alike: position alone decides. One row per query. */
export async function weightsOfAlike(
  library: Library,
  tokens: number,
  options: AttentionOptions,
): Promise<number[][]> {
  const rows = matrix(range(tokens).map(() => [0, 0]))
  const { weights } = await library.attention(rows, rows, rows, { ...options, return: ['weights'] })
  return rowsOf(weights.data, tokens)
}

/** Attention over so many tokens that are all alike, with these values: the output of each query. */
export async function outputsOfAlike(
  library: Library,
  values: readonly Row[],
  options: AttentionOptions,
): Promise<number[][]> {
  const rows = matrix(values.map((value) => zeros(value.length)))
  const { output } = await library.attention(rows, rows, matrix(values), options)
  return rowsOf(output.data, values[0]?.length ?? 0)
}

export function rowsOf(data: Float32Array, width: number): number[][] {
  return range(data.length / width).map((r) => [...data.subarray(r * width, (r + 1) * width)])
}
