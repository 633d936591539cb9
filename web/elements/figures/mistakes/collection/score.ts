// Mistakes about the score itself: its shape, its scale, and which of its terms know a distance.

import type { Candidate } from '../../../../content/mistakes/candidate.js'
import { list } from '../../../../content/mistakes/numbers.js'
import * as words from '../../../../content/mistakes/score.js'
import {
  code,
  dot,
  matrix,
  mixed,
  plus,
  type Row,
  range,
  rowsOf,
  scoresOf,
  softmax,
  times,
} from './algebra.js'
import { type Library, type Mistake, mistake } from './mistake.js'

type Score = (query: Row, key: Row) => number | number[]

const scaled = (query: Row, key: Row): number => dot(query, key) / Math.sqrt(query.length)

// [1, 2, 3 …] and [3, 2, 1 …], ever wider
async function byWidth(library: Library, formula: Score): Promise<Candidate[]> {
  const widths = [1, 2, 3, 4]
  return Promise.all(
    widths.map(async (width) => {
      const query = range(width, 1)
      const key = [...query].reverse()
      const wanted = await scoresOf(library, [[query], [key]], {})
      return {
        at: `d = ${width}, q = ${list(query)}, k = ${list(key)}`,
        got: [formula(query, key)].flat(),
        wanted,
      }
    }),
  )
}

const outerProduct = mistake<Score>({
  ...words.outerProduct,
  types: ['sinusoidal', 'learned'],
  margin: 0.1,
  wrong: (query, key) => query.flatMap((q) => key.map((k) => q * k)),
  correct: scaled,
  candidates: byWidth,
})

const missingScale = mistake<Score>({
  ...words.missingScale,
  types: ['none'],
  margin: 0.1,
  wrong: dot,
  correct: scaled,
  candidates: byWidth,
})

const scaleIsWidth = mistake<Score>({
  ...words.scaleIsWidth,
  types: ['none'],
  margin: 0.1,
  wrong: (query, key) => dot(query, key) / query.length,
  correct: scaled,
  candidates: byWidth,
})

// one token, everywhere the same
const token = [1, -1]
const queryWeight = [
  [1, 0.5],
  [-0.5, 1],
]
const keyWeight = [
  [0.5, 1],
  [1, -1],
]

type Terms = (query: number, key: number) => number[]

// content–position, position–content, position–position
const termsAt: Terms = (query, key) => {
  const content = [times(token, queryWeight), times(token, keyWeight)] as const
  const position = [times(code(query, 2), queryWeight), times(code(key, 2), keyWeight)] as const
  return [scaled(content[0], position[1]), scaled(position[0], content[1]), scaled(position[0], position[1])]
}

const absoluteTerms = mistake<Terms>({
  ...words.absoluteTerms,
  types: ['sinusoidal', 'learned', 'transformerXl', 'deberta'],
  margin: 0.1,
  wrong: (query, key) => termsAt(query - Math.min(query, key), key - Math.min(query, key)),
  correct: termsAt,
  async candidates(library, formula) {
    return Promise.all(
      [0, 1, 2].map(async (shift) => ({
        at: `i = ${shift + 1}, j = ${shift}`,
        got: formula(shift + 1, shift),
        wanted: await ledgerTerms(library, shift + 1, shift),
      })),
    )
  },
})

async function ledgerTerms(library: Library, query: number, key: number): Promise<number[]> {
  const rowAt = (at: number, weight: readonly Row[]) => matrix([times(plus(token, code(at, 2)), weight)])
  const transposed = (weight: readonly Row[]) => {
    const rows = range(2).map((c) => weight.map((row) => row[c] ?? 0))
    return { data: Float32Array.from(rows.flat()), shape: [2, 2] }
  }
  const [q, k] = [rowAt(query, queryWeight), rowAt(key, keyWeight)]
  const { ledger } = await library.attention(q, k, k, {
    position: { type: 'sinusoidal' },
    positions: { query: [query], key: [key] },
    projections: { query: transposed(queryWeight), key: transposed(keyWeight) },
    return: ['ledger'],
  })
  const terms = [ledger.contentPosition, ledger.positionContent, ledger.positionPosition]
  return terms.map(({ data }) => data[0] as number)
}

type LastOutput = (tokens: readonly Row[]) => number[]

// queries, keys and values are the embeddings themselves; the output of the last token
const lastOutput: LastOutput = (tokens) => {
  const rows = tokens.map((x, p) => plus(x, code(p, 2)))
  const last = rows.at(-1) ?? []
  return mixed(softmax(rows.map((row) => scaled(last, row))), rows)
}

const orders = [
  [0, 1, 2],
  [1, 0, 2],
]
const vocabulary: readonly Row[] = [
  [1, 0],
  [0, 2],
  [1, 1],
]

const orderBlind = mistake<LastOutput>({
  ...words.orderBlind,
  types: ['none', 'sinusoidal'],
  margin: 0.1,
  wrong: (tokens) => lastOutput([...tokens].sort((a, b) => vocabulary.indexOf(a) - vocabulary.indexOf(b))),
  correct: lastOutput,
  async candidates(library, formula) {
    const codes = await library.embed({ type: 'sinusoidal' }, { length: 3, dim: 2 })
    return Promise.all(
      orders.map(async (order) => {
        const tokens = order.map((i) => vocabulary[i] ?? [])
        const rows = matrix(rowsOf(codes.data, 2).map((p, i) => plus(p, tokens[i] ?? [])))
        const { output } = await library.attention(rows, rows, rows)
        return { at: `π = (${order.join(', ')})`, got: formula(tokens), wanted: [...output.data.slice(4)] }
      }),
    )
  },
})

export const scoreMistakes: readonly Mistake[] = [
  outerProduct,
  missingScale,
  scaleIsWidth,
  absoluteTerms,
  orderBlind,
]
