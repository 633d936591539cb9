// The effect of an encoding as a matrix; the page and tools/generate/pictures.mjs draw the same.

import type { EncodingEntry, Position, Tensor } from 'whereformer'
import type { AnyLibrary } from '../engine/library.js'
import { type ExampleSizes, linear } from './example-positions.js'

/** Hooks in the order in which a picture prefers them, where an encoding has several. */
const HOOKS = ['content', 'bias', 'rotate', 'embed', 'positions', 'mask', 'score'] as const

export type Hook = (typeof HOOKS)[number]

/** The hook that a picture shows; undefined for an encoding without one. */
export function hookOf({ doors }: Pick<EncodingEntry, 'doors'>): Hook | undefined {
  return HOOKS.find((hook) => doors.includes(hook))
}

export const needsCausal = ({ causal }: Pick<EncodingEntry, 'causal'>): boolean => causal === 'required'

/**
 * A row of ones and zeros, turned by each position: [heads, tokens, width]. Every pair of a layout starts as (1, 0), so that what is
 * seen is the cosine and the sine of its angle, and channels that are not rotated as 0; without a layout all start as 1.
 */
export async function turnedProbe(
  library: AnyLibrary,
  position: Position,
  layout: string,
  { heads, tokens, dim }: ExampleSizes,
): Promise<Tensor> {
  const { rotaryStart = 0, rotaryDim = 0 } = position as { rotaryStart?: number; rotaryDim?: number }
  const width = rotaryDim || dim - rotaryStart
  const one = (channel: number) => {
    const i = channel - rotaryStart
    if (layout === 'half') return i >= 0 && i < width / 2
    return layout !== 'interleaved' || (i >= 0 && i < width && i % 2 === 0)
  }
  const row = Array.from({ length: dim }, (_, channel) => Number(one(channel)))
  const data = new Float32Array(heads * tokens * dim)
  for (let start = 0; start < data.length; start += dim) data.set(row, start)
  return library.rotate(position, { data, shape: [heads, tokens, dim] })
}

/**
 * Content term that an encoding adds to the scores, for seeded q = k: [heads, tokens, tokens]. The scores with and without it,
 * at the same scale; NaN where both are hidden.
 */
export async function addedScores(
  library: AnyLibrary,
  position: Position,
  { heads, tokens, dim }: ExampleSizes,
  causal: boolean,
): Promise<Float32Array> {
  const x = linear(1, [heads, tokens, dim], -1, 1)
  const options = { scale: 1 / Math.sqrt(dim), isCausal: causal, return: ['scores'] as const }
  const scoresAt = async (at: Position) =>
    (await library.attention(x, x, x, { ...options, position: at })).scores.data
  const [given, plain] = await Promise.all([scoresAt(position), scoresAt([])])
  const added = new Float32Array(given.length)
  for (let i = 0; i < added.length; i++) added[i] = (given[i] as number) - (plain[i] ?? Number.NaN)
  return added
}

/** The distance that counts, without its sign: [queries, keys]. ALiBi of slope 1 is what tells it. */
export async function distancesThatCount(
  library: AnyLibrary,
  position: Position,
  query: ArrayLike<number>,
  key: ArrayLike<number>,
): Promise<Float32Array> {
  const parts = [position, { type: 'alibi', slopes: [1], symmetric: true }].flat() as Position
  const { data } = await library.bias(parts, { heads: 1, positions: { query, key } })
  for (let i = 0; i < data.length; i++) data[i] = Math.abs(data[i] as number)
  return data
}

/** 1 where a query sees a key, NaN where not: [tokens, tokens]. */
export async function visibleCells(
  library: AnyLibrary,
  position: Position,
  tokens: number,
): Promise<Float32Array> {
  const zero = { data: new Float32Array(tokens), shape: [1, tokens, 1] }
  const { scores } = await library.attention(zero, zero, zero, { position, return: ['scores'] })
  const cells = scores.data
  for (let i = 0; i < cells.length; i++) cells[i] = cells[i] === 0 ? 1 : Number.NaN
  return cells
}

/** The scores of queries and keys of width 1, which are their products, as an encoding leaves them: [queries, keys]. */
export async function scoresOfProducts(
  library: AnyLibrary,
  position: Position,
  queries: readonly number[],
  keys: readonly number[],
): Promise<Float32Array> {
  const [query, key] = [queries, keys].map((list) => column(list)) as [Tensor, Tensor]
  const options = { position, scale: 1, causalAlignment: 'top-left', return: ['scores'] } as const
  const { scores } = await library.attention(query, key, key, options)
  return scores.data
}

const column = (list: readonly number[]): Tensor => ({
  data: Float32Array.from(list),
  shape: [1, list.length, 1],
})
