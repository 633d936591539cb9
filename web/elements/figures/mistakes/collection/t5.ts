// Mistakes about T5's buckets. distance = key − query; the library's table of row numbers shows which row a distance gets.

import type { Candidate } from '../../../../content/mistakes/candidate.js'
import * as words from '../../../../content/mistakes/t5.js'
import { dot, range, scoresOf, table } from './algebra.js'
import { type Library, type Mistake, mistake } from './mistake.js'

const BUCKETS = 32
const FARTHEST = 128

/** The bucket of a distance. */
type Bucket = (distance: number) => number

/** So many buckets for one direction, the first half exact, the rest on a logarithmic scale. */
function bucketOf(steps: number, buckets: number): number {
  const exact = buckets / 2
  if (steps < exact) return steps
  const log = Math.log(steps / exact) / Math.log(FARTHEST / exact)
  return Math.min(exact + Math.floor(log * exact), buckets - 1)
}

const bidirectional: Bucket = (distance) =>
  bucketOf(Math.abs(distance), BUCKETS / 2) + (distance > 0 ? BUCKETS / 2 : 0)

/** The distance where the last bucket starts. */
const lastStart = (buckets: number): number =>
  range(FARTHEST).find((steps) => bucketOf(steps, buckets) === buckets - 1) ?? NaN

const rowNumbers = table(range(BUCKETS).map((row) => [row]))

const byDistance =
  (distances: readonly number[]) =>
  async (library: Library, formula: Bucket): Promise<Candidate[]> => {
    const query = [FARTHEST]
    const key = distances.map((distance) => FARTHEST + distance)
    const position = { type: 't5', table: rowNumbers } as const
    const { data } = await library.bias(position, { heads: 1, positions: { query, key } })
    return distances.map((distance, i) => ({
      at: `j − i = ${String(distance).replace('-', '−')}`,
      got: [formula(distance)],
      wanted: [data[i] ?? NaN],
    }))
  }

/** 0, −1, −2 … */
const past = range(FARTHEST + 1).map((n) => 0 - n)
/** 0, 1, −1, 2, −2 … */
const around = [0, ...range(FARTHEST, 1).flatMap((n) => [n, -n])]

const thirtyTwo = mistake<Bucket>({
  ...words.thirtyTwo,
  types: ['t5', 'buckets'],
  margin: 0.5,
  wrong: (distance) => bidirectional(Math.max(distance, -33)),
  correct: bidirectional,
  candidates: byDistance(past),
})

const lastAt128 = mistake<Bucket>({
  ...words.lastAt128,
  types: ['t5'],
  margin: 0.5,
  wrong: (distance) => (distance <= -FARTHEST ? 15 : Math.min(14, bidirectional(distance))),
  correct: bidirectional,
  candidates: byDistance(past),
  sentence: (found) => words.lastAt128.sentence(found, lastStart(BUCKETS / 2), lastStart(BUCKETS)),
})

const oneFarBucket = mistake<Bucket>({
  ...words.oneFarBucket,
  types: ['t5'],
  margin: 0.5,
  wrong: (distance) => (Math.abs(distance) >= lastStart(BUCKETS / 2) ? 15 : bidirectional(distance)),
  correct: bidirectional,
  candidates: byDistance(around),
})

const direction = mistake<Bucket>({
  ...words.direction,
  types: ['t5'],
  margin: 0.5,
  wrong: (distance) => bidirectional(-distance),
  correct: bidirectional,
  candidates: byDistance(around),
})

type Score = (query: readonly number[], key: readonly number[], bias: number) => number

/** Every bucket has the bias 1. */
const equalBiases = table(range(BUCKETS).map(() => [1]))

async function scoreOf(
  library: Library,
  query: readonly number[],
  key: readonly number[],
): Promise<number[]> {
  return scoresOf(library, [[query], [key]], { position: { type: 't5', table: equalBiases } })
}

const vectorTable = mistake<Score>({
  ...words.vectorTable,
  types: ['t5'],
  margin: 0.1,
  wrong: ([q = 0], [k = 0], bias) => q * k + q * bias,
  correct: (query, key, bias) => dot(query, key) + bias,
  async candidates(library, formula) {
    return Promise.all(
      [1, 2].map(async (q) => ({
        at: `d = 1, q = ${q}, k = 0, T = 1`,
        got: [formula([q], [0], 1)],
        wanted: await scoreOf(library, [q], [0]),
      })),
    )
  },
})

const scaled = mistake<Score>({
  ...words.scaled,
  types: ['t5'],
  margin: 0.1,
  wrong: (query, key, bias) => dot(query, key) / Math.sqrt(query.length) + bias,
  correct: (query, key, bias) => dot(query, key) + bias,
  async candidates(library, formula) {
    return Promise.all(
      [1, 2].map(async (width) => {
        const query = range(width, 1)
        const wanted = await scoreOf(library, query, query)
        return {
          at: `d = ${width}, q = k = [${query.join(', ')}], T = 1`,
          got: [formula(query, query, 1)],
          wanted,
        }
      }),
    )
  },
})

export const t5Mistakes: readonly Mistake[] = [
  thirtyTwo,
  lastAt128,
  oneFarBucket,
  direction,
  vectorTable,
  scaled,
]
