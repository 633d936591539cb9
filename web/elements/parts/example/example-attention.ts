// Attention of an example: a sentence whose words have seeded vectors, projected by seeded weights, under any encoding. The same word has
// the same vector wherever it stands, so that whatever tells two of them apart is position.

import type {
  AttentionMask,
  AttentionResult,
  EncodingEntry,
  PositionEncoding,
  Returned,
  Tensor,
} from 'whereformer'
import type { AnyLibrary } from '../engine/library.js'
import type { Settings } from '../figure/fields.js'
import { withParameters } from '../positions/chosen-parameters.js'
import { hookOf, needsCausal } from '../positions/encoding-numbers.js'
import { examplePosition, linear } from '../positions/example-positions.js'
import { EXAMPLE_HEADS } from './limits.js'
import { ownExample } from './own-example.js'

export { EXAMPLE_HEADS } from './limits.js'

export const EXAMPLE_HEAD_DIM = 16
const WIDTH = EXAMPLE_HEADS * EXAMPLE_HEAD_DIM

/** Rows of learned tables: positions beyond have none. */
const TABLE_ROWS = 64

/** Scores of about ±2, which leave the softmax something to choose. */
const WEIGHT = 0.5

export interface ExampleEncoding {
  entry: EncodingEntry
  position: PositionEncoding
  /** The content term of the encoding is for causal attention only. */
  causal: boolean
}

/** @param values legal ones */
export function exampleEncoding(entry: EncodingEntry, values: Settings): ExampleEncoding {
  const dim = hookOf(entry) === 'embed' ? WIDTH : EXAMPLE_HEAD_DIM
  const sizes = { tokens: TABLE_ROWS, dim, heads: EXAMPLE_HEADS }
  const usual = examplePosition(entry, sizes, values)
  const position = withParameters(ownExample(entry.type).trained?.(usual) ?? usual, values, entry, sizes)
  return { entry, position, causal: needsCausal(entry) }
}

/** The position with its per-token parameters, which move with the tokens. */
export function withTokens(
  position: PositionEncoding,
  contents: readonly number[],
  positions: readonly number[],
): PositionEncoding {
  return ownExample(position.type).perToken?.(position, contents, positions) ?? position
}

export interface ExampleRun {
  /** Which vector each token has. */
  contents: readonly number[]
  positions: readonly number[]
  seed: number
  causal: boolean
  mask?: AttentionMask | undefined
  ledger?: boolean
}

/** [heads, queries, keys] and [heads, tokens, width of a head]; the encoding enters wherever it does. */
export async function runExample(
  library: AnyLibrary,
  { entry, position: usual, causal }: ExampleEncoding,
  run: ExampleRun,
): Promise<Returned<AttentionResult, readonly ['weights', 'scores']>> {
  const { contents, positions, seed } = run
  const position = withTokens(usual, contents, positions)
  const hidden = await embedded(library, entry, position, run)
  const weights = [1, 2, 3].map((i) => linear(1000 * seed + i, [WIDTH, WIDTH], -WEIGHT, WEIGHT))
  const [q, k, v] = await Promise.all(
    weights.map(async (weight) => byHead(await library.matmul(hidden, weight), contents.length)),
  )
  const [query, key] = weights.map(transposed)
  return library.attention(q as Tensor, k as Tensor, v as Tensor, {
    position: hookOf(entry) === 'positions' ? [position, { type: 'rope' }] : position, // it changes what another one sees
    ...(ownExample(entry.type).inOrder ? {} : { positions: { query: positions, key: positions } }),
    isCausal: run.causal || causal,
    return: ['weights', 'scores', ...(run.ledger ? (['ledger'] as const) : [])],
    ...(run.mask ? { attnMask: run.mask } : {}),
    ...(run.ledger ? { projections: { query: query as Tensor, key: key as Tensor } } : {}),
  })
}

/** Content vectors, and the codes of an encoding that is added to them: [tokens, width]. */
async function embedded(
  library: AnyLibrary,
  { type, doors }: EncodingEntry,
  position: PositionEncoding,
  { contents, positions, seed }: ExampleRun,
): Promise<Tensor> {
  // spread: one per token of the example
  const vectors = linear(seed, [Math.max(...contents) + 1, WIDTH], -1, 1)
  const rows = contents.map((content) => vectors.data.subarray(content * WIDTH, (content + 1) * WIDTH))
  const data = new Float32Array(contents.length * WIDTH)
  rows.forEach((row, i) => {
    data.set(row, i * WIDTH)
  })
  if (!doors.includes('embed')) return { data, shape: [contents.length, WIDTH] }
  const places = ownExample(type).inOrder ? { length: contents.length } : { positions }
  const codes = await library.embed(position, { ...places, dim: WIDTH })
  return {
    data: data.map((value, i) => value + (codes.data[i] ?? Number.NaN)),
    shape: [contents.length, WIDTH],
  }
}

/** [tokens, heads · dim] → [heads, tokens, dim] */
function byHead({ data }: Tensor, tokens: number): Tensor {
  const value = (_: unknown, i: number) => {
    const [head, rest] = [Math.floor(i / (tokens * EXAMPLE_HEAD_DIM)), i % (tokens * EXAMPLE_HEAD_DIM)]
    const [token, channel] = [Math.floor(rest / EXAMPLE_HEAD_DIM), rest % EXAMPLE_HEAD_DIM]
    return data[token * WIDTH + head * EXAMPLE_HEAD_DIM + channel] ?? Number.NaN
  }
  return {
    data: Float32Array.from({ length: data.length }, value),
    shape: [EXAMPLE_HEADS, tokens, EXAMPLE_HEAD_DIM],
  }
}

function transposed({ data, shape: [rows = 0, columns = 0] }: Tensor): Tensor {
  const value = (_: unknown, i: number) => data[(i % rows) * columns + Math.floor(i / rows)] ?? Number.NaN
  return { data: Float32Array.from({ length: data.length }, value), shape: [columns, rows] }
}
