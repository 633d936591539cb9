// Mistakes about learned tables of relative positions.

import type { Candidate } from '../../../../content/mistakes/candidate.js'
import * as words from '../../../../content/mistakes/tables.js'
import {
  dot,
  mixed,
  outputsOfAlike,
  plus,
  type Row,
  range,
  rowsOf,
  scoresOf,
  softmax,
  table,
  weightsOfAlike,
  zeros,
} from './algebra.js'
import { type Library, type Mistake, mistake } from './mistake.js'

const query = [1, 2]
const key = [3, 1]

/** The vectors of distances −1, 0, 1. */
const vectors: readonly Row[] = [
  [1, 0],
  [0, 1],
  [2, 2],
]
const vectorOf = (distance: number): Row => vectors[Math.max(-1, Math.min(1, distance)) + 1] ?? []

type Score = (query: number, key: number) => number | number[]

const shaw: Score = (i, j) => (dot(query, key) + dot(query, vectorOf(j - i))) / Math.SQRT2

// two tokens, query by query
async function byPair(library: Library, formula: Score): Promise<Candidate[]> {
  const position = { type: 'shaw', keyTable: table(vectors) } as const
  const scores = await scoresOf(
    library,
    [
      [query, query],
      [key, key],
    ],
    { position },
  )
  return scores.map((wanted, at) => {
    const [i, j] = [Math.floor(at / 2), at % 2]
    return { at: `d = 2, i = ${i}, j = ${j}`, got: [formula(i, j)].flat(), wanted: [wanted] }
  })
}

const scalarCell = mistake<Score>({
  ...words.scalarCell,
  types: ['shaw', 'relativeBias'],
  margin: 0.1,
  wrong: (i, j) => vectorOf(j - i).map((r) => dot(query, key) / Math.SQRT2 + r),
  correct: shaw,
  candidates: byPair,
})

const perPosition = mistake<Score>({
  ...words.perPosition,
  types: ['shaw', 'relativeKey'],
  margin: 0.1,
  wrong: (i) => (dot(query, key) + dot(query, vectorOf(i))) / Math.SQRT2,
  correct: shaw,
  candidates: byPair,
})

/** Biases of distances −2 … 2. */
const biases = [-1, -0.5, 0, 0.25, 2]
const TOKENS = 3

type Bias = (query: number, key: number) => number

const rowCount = mistake<Bias>({
  ...words.rowCount,
  types: ['relativeBias', 'relativeKey'],
  margin: 0.1,
  // an index below 0 counts from the end, as in Python
  wrong: (i, j) => biases.slice(TOKENS - 1).at(j - i) ?? NaN,
  correct: (i, j) => biases[j - i + TOKENS - 1] ?? NaN,
  async candidates(library, formula) {
    const position = { type: 'relativeBias', table: table(biases.map((b) => [b])) } as const
    const { data } = await library.bias(position, { heads: 1, queries: TOKENS, keys: TOKENS })
    return rowsOf(data, TOKENS).flatMap((row, i) =>
      row.map((wanted, j) => ({
        at: `m = ${TOKENS}, i = ${i}, j = ${j}`,
        got: [formula(i, j)],
        wanted: [wanted],
      })),
    )
  },
  sentence: (found) => words.rowCount.sentence(found, TOKENS - 1),
})

/** Biases of distances −1, 0, 1; what is farther shares the ends. */
const ends = [0.5, 1, 0]

type Weights = (query: number) => number[]

const softmaxOf = (query: number, far: (clipped: number) => number): number[] =>
  softmax(
    range(TOKENS).map((j) => {
      if (j > query) return -Infinity
      return query - j > 1 ? far(ends[0] ?? 0) : (ends[j - query + 1] ?? 0)
    }),
  )

const clippedWindow = mistake<Weights>({
  ...words.clippedWindow,
  types: ['relativeBias', 'shaw'],
  margin: 0.1,
  wrong: (i) => softmaxOf(i, () => -Infinity),
  correct: (i) => softmaxOf(i, (clipped) => clipped),
  async candidates(library, formula) {
    const position = { type: 'relativeBias', table: table(ends.map((b) => [b])) } as const
    const rows = await weightsOfAlike(library, TOKENS, { position, isCausal: true })
    return rows.map((wanted, i) => ({ at: `k = 1, i = ${i}, j ≤ ${i}`, got: formula(i), wanted }))
  },
})

type Output = (values: readonly Row[]) => number[]

/** Vectors that Shaw adds to values at distances −1, 0, 1. */
const added: readonly Row[] = [
  [1, -1],
  [0, 0],
  [5, 5],
]

const lastOf = (rows: readonly Row[], withTable: boolean): number[] => {
  const last = rows.length - 1
  const seen = rows.map((v, j) => (withTable ? plus(v, added[Math.max(-1, j - last) + 1] ?? []) : v))
  return mixed(softmax(zeros(rows.length)), seen)
}

const valueTerm = mistake<Output>({
  ...words.valueTerm,
  types: ['shaw'],
  margin: 0.1,
  wrong: (rows) => lastOf(rows, false),
  correct: (rows) => lastOf(rows, true),
  async candidates(library, formula) {
    const keyTable = table(added.map(() => [0, 0]))
    const position = { type: 'shaw', keyTable, valueTable: table(added) } as const
    return Promise.all(
      [1, 2, 3].map(async (tokens) => {
        const rows = range(tokens).map(() => [1, 0])
        const outputs = await outputsOfAlike(library, rows, { position, isCausal: true })
        return { at: `${tokens} × v = [1, 0]`, got: formula(rows), wanted: outputs.at(-1) ?? [] }
      }),
    )
  },
})

export const tableMistakes: readonly Mistake[] = [scalarCell, perPosition, rowCount, clippedWindow, valueTerm]
