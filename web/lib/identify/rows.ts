// Rows before and after an encoding, as [heads, tokens, dim]; a batch counts as more heads.

import { refuse } from '../boundary/errors.js'
import { shapeText, type Tensor } from '../boundary/tensor.js'
import { PIECE } from './course.js'

export interface Rows {
  heads: number
  tokens: number
  dim: number
  /** The width of output rows, which differs from dim for PoPE. */
  width: number
  input: Float32Array
  output: Float32Array
  positions: Float32Array
  /** Which tokens of all these are; absent: 0, 1, 2 … */
  tokensOf?: readonly number[]
  /** Which of all heads is the first of these. */
  firstHead?: number
  /** The heads of each row of a batch; absent: all are of one. */
  headsEach?: number
}

/** Brings [tokens, dim], [heads, tokens, dim] and [batch, heads, tokens, dim] to three axes; `packed` heads lie side by side in a row. */
export function headsFirst({ data, shape }: Tensor, packed: number, argument: string): Tensor {
  const [tokens, width] = shape.slice(-2) as [number, number]
  const leading = data.length / Math.max(tokens * width, 1)
  if (packed === 1) return { data, shape: [leading, tokens, width] }
  if (shape.length > 3 || width % packed !== 0) {
    const wanted = `[tokens, heads · dim] or [batch, tokens, heads · dim] for ${packed} heads`
    throw refuse('ERR_SHAPE', argument, `shape ${shapeText(shape)}`, wanted)
  }
  const dim = width / packed
  const moved = new Float32Array(data.length)
  for (let row = 0; row < leading * tokens; row++) {
    const [batch, token] = [Math.floor(row / tokens), row % tokens]
    for (let head = 0; head < packed; head++) {
      const from = row * width + head * dim
      moved.set(data.subarray(from, from + dim), ((batch * packed + head) * tokens + token) * dim)
    }
  }
  return { data: moved, shape: [leading * packed, tokens, dim] }
}

/** The heads of rows, a few at a time: pieces of work for what computes every head alike. */
export function partsOf(rows: Rows): Rows[] {
  const { heads, tokens, dim, width } = rows
  const step = Math.max(1, Math.floor(PIECE / (tokens * Math.max(dim, width))))
  return Array.from({ length: Math.ceil(heads / step) }, (_, i) => {
    const [first, end] = [i * step, Math.min((i + 1) * step, heads)]
    const input = rows.input.subarray(first * tokens * dim, end * tokens * dim)
    const output = rows.output.subarray(first * tokens * width, end * tokens * width)
    return { ...rows, heads: end - first, firstHead: first, input, output }
  })
}

const MOST_HEADS = 4
const MOST_TOKENS = 64

/** Some heads and tokens for the search: neighbouring tokens at the start, and tokens spread over the rest with the last one. */
export function sampleOf(rows: Rows): Rows {
  const heads = Math.min(rows.heads, MOST_HEADS)
  const tokens = chosenTokens(rows.tokens)
  return heads === rows.heads && tokens.length === rows.tokens ? rows : picked(rows, heads, tokens)
}

/** One head of rows. */
export function headOf(rows: Rows, head: number): Rows {
  const { tokens, dim, width } = rows
  const input = rows.input.subarray(head * tokens * dim, (head + 1) * tokens * dim)
  const output = rows.output.subarray(head * tokens * width, (head + 1) * tokens * width)
  return { ...rows, heads: 1, firstHead: (rows.firstHead ?? 0) + head, input, output }
}

/** The first heads of rows, and some tokens in a row. */
export const headsOf = (rows: Rows, heads: number, tokens: number, first = 0): Rows =>
  picked(
    rows,
    Math.min(heads, rows.heads),
    Array.from({ length: tokens }, (_, i) => first + i),
  )

function picked(rows: Rows, heads: number, tokens: readonly number[]): Rows {
  const pick = (data: Float32Array, width: number) => {
    const chosen = new Float32Array(heads * tokens.length * width)
    for (let head = 0; head < heads; head++)
      for (const [i, token] of tokens.entries()) {
        const from = (head * rows.tokens + token) * width
        chosen.set(data.subarray(from, from + width), (head * tokens.length + i) * width)
      }
    return chosen
  }
  return {
    heads,
    tokens: tokens.length,
    dim: rows.dim,
    width: rows.width,
    input: pick(rows.input, rows.dim),
    output: pick(rows.output, rows.width),
    positions: Float32Array.from(tokens, (token) => rows.positions[token] as number),
    tokensOf: tokens,
    ...(rows.headsEach === undefined ? {} : { headsEach: rows.headsEach }),
  }
}

function chosenTokens(count: number): number[] {
  if (count <= MOST_TOKENS) return Array.from({ length: count }, (_, i) => i)
  const near = MOST_TOKENS - 16
  const spread = Array.from({ length: 16 }, (_, i) => Math.round(near + ((i + 1) * (count - 1 - near)) / 16))
  return [...Array.from({ length: near }, (_, i) => i), ...spread]
}

export function largestOf(data: Float32Array): number {
  let largest = 0
  for (const x of data) largest = Math.max(largest, Math.abs(x))
  return largest
}
