// Mistakes about where RoPE is applied and what it does for a model.

import { list } from '../../../../content/mistakes/numbers.js'
import * as words from '../../../../content/mistakes/rope-use.js'
import {
  dot,
  frequencies,
  matrix,
  mixed,
  outputsOfAlike,
  type Row,
  range,
  rope,
  rowsOf,
  scoresOf,
  times,
} from './algebra.js'
import { type Mistake, mistake } from './mistake.js'

const INTERLEAVED = { type: 'rope', layout: 'interleaved' } as const

const token = [1, 0]
const queryWeight = [
  [1, 2],
  [0, 1],
]
const keyWeight = [
  [1, 0],
  [1, 1],
]

type Score = (query: number, key: number) => number

const turnedAfter: Score = (query, key) =>
  dot(rope(times(token, queryWeight), query), rope(times(token, keyWeight), key)) / Math.SQRT2

const turnedBefore: Score = (query, key) =>
  dot(times(rope(token, query), queryWeight), times(rope(token, key), keyWeight)) / Math.SQRT2

const beforeProjection = mistake<(shift: number) => number[]>({
  ...words.beforeProjection,
  types: ['rope'],
  margin: 0.1,
  wrong: (shift) => [turnedBefore(0, 0), turnedBefore(shift, shift)],
  correct: (shift) => [turnedAfter(0, 0), turnedAfter(shift, shift)],
  async candidates(library, formula) {
    return Promise.all(
      [0, 1, 2].map(async (shift) => {
        const at = [0, shift]
        const [q, k] = [at.map(() => times(token, queryWeight)), at.map(() => times(token, keyWeight))]
        const options = { position: INTERLEAVED, positions: { query: at, key: at } }
        const [first = 0, , , last = 0] = await scoresOf(library, [q, k], options)
        return { at: `i = j = 0, i = j = ${shift}`, got: formula(shift), wanted: [first, last] }
      }),
    )
  },
})

type Output = (values: readonly Row[]) => number[]

const evenly = (values: readonly Row[]): number[] => values.map(() => 1 / values.length)

const values = mistake<Output>({
  ...words.values,
  types: ['rope'],
  margin: 0.1,
  wrong: (rows) => mixed(evenly(rows), rows.map(rope)),
  correct: (rows) => mixed(evenly(rows), rows),
  async candidates(library, formula) {
    return Promise.all(
      [1, 2, 3].map(async (tokens) => {
        const rows = range(tokens).map(() => [1, 0])
        const outputs = await outputsOfAlike(library, rows, { position: INTERLEAVED, isCausal: true })
        return { at: `${tokens} × v = [1, 0]`, got: formula(rows), wanted: outputs.at(-1) ?? [] }
      }),
    )
  },
})

type Mean = (distances: readonly number[]) => number[]

/** All 16 rows of four signs: their mean is 0, and no row is preferred. */
const signs = range(16).map((bits) => range(4).map((i) => ((bits >> i) & 1 ? 1 : -1)))
const ones = [1, 1, 1, 1]

// what q and k that are equal and all ones would give
const equalRows: Mean = (distances) =>
  distances.map((n) => frequencies(4).reduce((sum, w) => sum + 2 * Math.cos(n * w), 0))

const decay = mistake<Mean>({
  ...words.decay,
  types: ['rope'],
  margin: 0.1,
  wrong: equalRows,
  correct: (distances) => distances.map(() => 0),
  async candidates(library, formula) {
    const distances = [0, 1, 2, 3]
    const wanted = await Promise.all(
      distances.map(async (n) => {
        const { data } = await library.rotate(INTERLEAVED, matrix(signs), { positions: signs.map(() => n) })
        const scores = rowsOf(data, 4).map((q) => dot(q, ones))
        return scores.reduce((sum, score) => sum + score, 0) / scores.length
      }),
    )
    return [{ at: `d = 4, n = ${list(distances)}`, got: formula(distances), wanted }]
  },
  sentence: (found) => words.decay.sentence(found, signs.length),
})

const TRAINED = 512
const WIDTH = 128
const slowest = frequencies(WIDTH).at(-1) ?? 0

const anyLength = mistake<(position: number) => number>({
  ...words.anyLength,
  types: ['rope'],
  margin: 0.05,
  wrong: (position) => Math.min(position, TRAINED - 1) * slowest,
  correct: (position) => position * slowest,
  async candidates(library, formula) {
    const { inverse } = await library.frequencies(INTERLEAVED, { dim: WIDTH })
    const positions = [TRAINED / 2, TRAINED - 1, TRAINED, 2 * TRAINED, 4 * TRAINED]
    return positions.map((p) => ({
      at: `d = ${WIDTH}, L = ${TRAINED}, p = ${p}`,
      got: [formula(p)],
      wanted: [p * (inverse.at(-1) ?? 0)],
    }))
  },
  sentence: (found) => words.anyLength.sentence(found, TRAINED),
})

export const ropeUseMistakes: readonly Mistake[] = [beforeProjection, values, decay, anyLength]
