// Mistakes about ALiBi.

import * as words from '../../../../content/mistakes/alibi.js'
import type { Candidate } from '../../../../content/mistakes/candidate.js'
import { dot, range, rowsOf, scoresOf, softmax, weightsOfAlike, zeros } from './algebra.js'
import { type Library, type Mistake, mistake } from './mistake.js'

/** A cell of the bias: head, query, key. */
interface Cell {
  heads: number
  head: number
  query: number
  key: number
}

type Bias = (cell: Cell) => number

const bias =
  (slope: (head: number, heads: number) => number): Bias =>
  ({ heads, head, query, key }) =>
    slope(head, heads) * (key - query)

/** The paper's slopes where the number of heads is a power of two. */
const slopeOf = (head: number, heads: number): number => 2 ** ((-8 * (head + 1)) / heads)

/** The paper's slopes for any number of heads: those of the next lower power of two, then every second one of the next higher. */
function paperSlope(head: number, heads: number): number {
  const below = 2 ** Math.floor(Math.log2(heads))
  return head < below ? slopeOf(head, below) : slopeOf(2 * (head - below), 2 * below)
}

// head by head, the first three tokens and what they see
const byCell =
  (heads: number) =>
  async (library: Library, formula: Bias): Promise<Candidate[]> => {
    const tokens = 3
    const { data } = await library.bias({ type: 'alibi' }, { heads, queries: tokens, keys: tokens })
    const biases = rowsOf(data, tokens)
    return range(heads).flatMap((head) =>
      range(tokens).flatMap((query) =>
        range(query + 1).map((key) => ({
          at: `H = ${heads}, h = ${head}, i = ${query}, j = ${key}`,
          got: [formula({ heads, head, query, key })],
          wanted: [biases[head * tokens + query]?.[key] ?? NaN],
        })),
      ),
    )
  }
const TYPES = ['alibi']

const oneSlope = mistake<Bias>({
  ...words.oneSlope,
  types: TYPES,
  margin: 0.01,
  wrong: bias((_, heads) => slopeOf(0, heads)),
  correct: bias(slopeOf),
  candidates: byCell(8),
})

const offByOne = mistake<Bias>({
  ...words.offByOne,
  types: TYPES,
  margin: 0.01,
  wrong: bias((head, heads) => slopeOf(head - 1, heads)),
  correct: bias(slopeOf),
  candidates: byCell(8),
})

const anyHeads = mistake<Bias>({
  ...words.anyHeads,
  types: TYPES,
  margin: 0.01,
  wrong: bias(slopeOf),
  correct: bias(paperSlope),
  candidates: byCell(3),
})

const sign = mistake<Bias>({
  ...words.sign,
  types: TYPES,
  margin: 0.1,
  wrong: (cell) => -bias(slopeOf)(cell),
  correct: bias(slopeOf),
  candidates: byCell(8),
})

type Scaled = (query: readonly number[], key: readonly number[], bias: number) => number

const beforeScale = mistake<Scaled>({
  ...words.beforeScale,
  types: TYPES,
  margin: 0.1,
  wrong: (query, key, added) => (dot(query, key) + added) / Math.sqrt(query.length),
  correct: (query, key, added) => dot(query, key) / Math.sqrt(query.length) + added,
  async candidates(library, formula) {
    return Promise.all(
      [1, 2, 4].map(async (width) => {
        const rows = [zeros(width), zeros(width)]
        const position = { type: 'alibi', slopes: [0.5] } as const
        const scores = await scoresOf(library, [rows, rows], { position })
        const got = formula(zeros(width), zeros(width), -0.5)
        return { at: `d = ${width}, q = k = 0, m = 0.5, i − j = 1`, got: [got], wanted: [scores[2] ?? NaN] }
      }),
    )
  },
})

/** The attention weights of one query of so many tokens that are all alike. */
type Weights = (query: number, tokens: number) => number[]

const SLOPE = 0.5
const single = { type: 'alibi', slopes: [SLOPE] } as const
const causal: Weights = (query, tokens) =>
  softmax(range(tokens).map((key) => (key > query ? -Infinity : SLOPE * (key - query))))

const byQuery = async (library: Library, formula: Weights): Promise<Candidate[]> => {
  const tokens = 2
  const rows = await weightsOfAlike(library, tokens, { position: single, isCausal: true })
  return rows.map((wanted, query) => ({
    at: `m = ${SLOPE}, i = ${query}, j = [0, 1]`,
    got: formula(query, tokens),
    wanted,
  }))
}

const symmetric = mistake<Weights>({
  ...words.symmetric,
  types: TYPES,
  margin: 0.1,
  wrong: (query, tokens) => softmax(range(tokens).map((key) => -SLOPE * Math.abs(query - key))),
  correct: causal,
  candidates: byQuery,
})

const multiplied = mistake<Weights>({
  ...words.multiplied,
  types: TYPES,
  margin: 0.1,
  wrong: (query, tokens) => {
    const weights = softmax(range(tokens).map((key) => (key > query ? -Infinity : 0)))
    return weights.map((weight, key) => weight * SLOPE * (key - query))
  },
  correct: causal,
  candidates: byQuery,
})

export const alibiMistakes: readonly Mistake[] = [
  beforeScale,
  symmetric,
  oneSlope,
  offByOne,
  anyHeads,
  sign,
  multiplied,
]
