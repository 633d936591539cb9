// Matrices of biases and scores.

import { attention } from '../attention/attention.js'
import { largest } from '../boundary/checks.js'
import type { Core } from '../boundary/core.js'
import type { Tensor } from '../boundary/tensor.js'
import { bias } from '../position/hooks.js'
import type { PositionEncoding } from '../position/position.js'
import type { Measure } from './compare.js'
import type { Course } from './course.js'
import { curvesOf, distancesOf, tablesOfDistances, wrongTables } from './distances.js'
import { differenceFrom, eachVisible, type Matrix, maskOf, visibleOf } from './matrix.js'
import { notComputable } from './not-computable.js'
import { once } from './once.js'
import { precisionIn, precisionOf, relativeTolerance } from './precision.js'
import type { Given } from './request.js'
import { average } from './round.js'
import { largestOf } from './rows.js'
import { linearBiases, ownAlibis, ruledAlibis } from './slopes.js'
import { explained, nearestOf, type Tier, verdictOf } from './trial.js'
import type { Conventions, Identification } from './types.js'

export async function matrixIdentified(
  core: Core,
  given: Given & { of: 'matrix' },
  course: Course,
): Promise<Identification> {
  const { content } = given
  const matrix = given.isScores && !content ? await withoutContent(given.matrix, course) : given.matrix
  const visible = await visibleOf(matrix, course)
  const arrays = [visible, ...(content ? [content.query.data, content.key.data] : [])]
  const precision = precisionOf(await course.map(arrays, precisionIn))
  const relative = relativeTolerance(precision, 0)
  const tolerance = relative * Math.max(largestOf(visible), 1e-30)
  const mask = (await maskOf(matrix, course)) ?? {}
  const search = { core, matrix, relative, tolerance, course }
  const { measure, tiers: plain } = content
    ? await scoreSearch(search, content)
    : { measure: biasMeasure(search), tiers: biasTiers(search, largestOf(visible)) }
  const tiers = plain.map((tier) => async () => (await tier()).map((how) => withMask(how, mask)))
  const explanations = await explained(tiers, { course, measure, tolerance })
  const all = explanations.length > 0 ? [] : await course.map(tiers, (tier) => tier())
  const nearest = await nearestOf(all.flat(), { course, measure })
  return { kind: 'bias', verdict: verdictOf(explanations), explanations, nearest, tolerance, precision }
}

interface Search {
  core: Core
  course: Course
  matrix: Matrix
  relative: number
  tolerance: number
}

function withMask(
  how: Conventions,
  { isCausal, mask }: NonNullable<Awaited<ReturnType<typeof maskOf>>>,
): Conventions {
  if (isCausal) return { ...how, isCausal }
  return mask && how.position ? { ...how, position: [how.position, mask].flat() } : how
}

/** What may have made a matrix of biases: rules of ALiBi, slopes of its own, formulas of the distance, tables. `size`: the largest number. */
function biasTiers({ matrix, relative, tolerance, course }: Search, size: number): Tier[] {
  if (size <= tolerance && (size === 0 || tolerance > 1e-20)) return [() => [{ position: { type: 'none' } }]]
  const linear = once(() => linearBiases(matrix, relative, course))
  const byDistance = once(() => distancesOf(matrix, course))
  return [
    async () => ruledAlibis(await linear(), matrix.heads, relative),
    async () => ownAlibis(await linear()),
    async () => curvesOf(matrix, await byDistance(), tolerance, course),
    async () => wrongTables(matrix, await byDistance(), tolerance),
    async () => tablesOfDistances(matrix, await byDistance(), tolerance, course),
  ]
}

/** Subtracts from each head its mean at distance 0: content adds one number to all scores of a head. */
async function withoutContent(matrix: Matrix, course: Course): Promise<Matrix> {
  const { heads, queries, keys } = matrix
  const cells = queries * keys
  const own: number[] = []
  await eachVisible({ ...matrix, heads: 1 }, course, (i, j, cell) => {
    if (matrix.query[i] === matrix.key[j]) own.push(cell)
  })
  const data = new Float32Array(matrix.data.length)
  const allHeads = Array.from({ length: heads }, (_, head) => head)
  await course.map(allHeads, (head) => {
    const content = average(own.map((cell) => matrix.data[head * cells + cell] as number))
    for (let cell = head * cells; cell < (head + 1) * cells; cell++)
      data[cell] = (matrix.data[cell] as number) - content
  })
  return { ...matrix, data }
}

/** The bias that conventions give for queries [first, end), [heads, end − first, keys]; undefined where it cannot be computed. */
function biasBy(
  core: Core,
  { position, scale = 1, offset = 0 }: Conventions,
  { heads, keys, query, key }: Matrix,
  [first, end]: readonly [number, number],
): Float32Array | undefined {
  const parts = [position ?? []].flat().filter(({ type }) => type !== 'mask' && type !== 'none')
  if (parts.length === 0) return new Float32Array(heads * (end - first) * keys)
  try {
    const positions = { query: query.subarray(first, end), key }
    const { data } = bias(core, parts as PositionEncoding[], { heads, positions })
    const moved = offset === 0 ? data : movedBy(core, parts as PositionEncoding[], heads, data, offset)
    return scale === 1 ? moved : moved.map((x) => x * scale)
  } catch (cause) {
    return notComputable(cause) // such as a bias that needs the width of a head
  }
}

// A bias that counts keys, by keys that are moved, maybe before position 0: as many times that of key 1.
function movedBy(
  core: Core,
  position: PositionEncoding[],
  heads: number,
  data: Float32Array,
  offset: number,
): Float32Array {
  const one = bias(core, position, { heads, positions: { query: [1], key: [1] } }).data
  const size = data.length / heads
  return data.map((x, i) => x + offset * (one[Math.floor(i / size)] as number))
}

const biasMeasure =
  ({ core, matrix, course }: Search): Measure =>
  (how, enough) =>
    differenceFrom(matrix, course, enough, (first, end) => biasBy(core, how, matrix, [first, end]))

interface Content {
  query: Tensor
  key: Tensor
}

/** The products q · k, [heads, queries, keys]. */
async function products(
  { query, key }: Content,
  { heads, queries, keys }: Matrix,
  course: Course,
): Promise<Float32Array> {
  const dim = query.shape[2] as number
  const result = new Float32Array(heads * queries * keys)
  await course.pieces(heads * queries, keys * dim, (first, end) => {
    for (let row = first; row < end; row++) {
      const head = Math.floor(row / queries)
      for (let j = 0; j < keys; j++) {
        let sum = 0
        for (let c = 0; c < dim; c++)
          sum += (query.data[row * dim + c] as number) * (key.data[(head * keys + j) * dim + c] as number)
        result[row * keys + j] = sum
      }
    }
  })
  return result
}

const KNOWN_SCALES = [
  { power: -0.5 },
  { power: 0, mistake: 'score-without-scale' },
  { power: -1, mistake: 'score-scale-is-width' },
] as const

/** What may have made scores: each usual scale of q · k leaves a bias, and q and k may have been turned. */
async function scoreSearch(search: Search, content: Content): Promise<{ measure: Measure; tiers: Tier[] }> {
  const { matrix, course } = search
  const dim = content.query.shape[2] as number
  const dots = await products(content, matrix, course)
  const left = await course.stage('measuring', KNOWN_SCALES, (scale) => leftBy(scale, search, dots, dim))
  const most = largest(left.map(({ tiers }) => tiers.length))
  const biased = Array.from({ length: most }, (_, i) => async () => {
    const all = await course.map(left, async ({ tiers, scoreScale }) =>
      ((await tiers[i]?.()) ?? []).map((how) => withScoreScale(how, scoreScale)),
    )
    return all.flat()
  })
  const tiers = [() => left.flatMap(({ none }) => none), () => turnedBy(dim), ...biased]
  return { measure: scoreMeasure(search, content, dots), tiers }
}

type KnownScale = (typeof KNOWN_SCALES)[number]

/** scores − scoreScale · q · k, and the biases that may explain it. */
async function leftBy({ power, ...rest }: KnownScale, search: Search, dots: Float32Array, dim: number) {
  const { matrix, tolerance, course } = search
  const scoreScale = dim ** power
  const data = new Float32Array(dots.length)
  await course.pieces(dots.length, 1, (first, end) => {
    for (let i = first; i < end; i++) data[i] = (matrix.data[i] as number) - scoreScale * (dots[i] as number)
  })
  const remaining = { ...matrix, data }
  const size = largestOf(await visibleOf(remaining, course))
  const none: Conventions[] = size <= tolerance ? [{ position: { type: 'none' }, scoreScale, ...rest }] : []
  return { none, scoreScale, tiers: biasTiers({ ...search, matrix: remaining }, size) }
}

const turnedBy = (dim: number): Conventions[] =>
  (['half', 'interleaved'] as const).flatMap((layout) =>
    [10000, 500000].flatMap((base) =>
      KNOWN_SCALES.map(({ power, ...rest }) => ({
        position: { type: 'rope' as const, layout, ...(base === 10000 ? {} : { base }) },
        scoreScale: dim ** power,
        ...rest,
      })),
    ),
  )

// An explanation with its scale; a T5 table on scaled scores is a mistake, since T5 adds it to q · k without 1/√d.
function withScoreScale(how: Conventions, scoreScale: number): Conventions {
  const isT5 = !Array.isArray(how.position) && (how.position as PositionEncoding | undefined)?.type === 't5'
  return { ...how, scoreScale, ...(isT5 && scoreScale !== 1 ? { mistake: 't5-scaled' } : {}) }
}

const scoreMeasure =
  ({ core, matrix, course }: Search, content: Content, dots: Float32Array): Measure =>
  (how, enough) => {
    const { scoreScale = 1, position } = how
    const isTurned = [position ?? []].flat().some(({ type }) => type === 'rope')
    const { queries, keys } = matrix
    return differenceFrom(matrix, course, enough, (first, end) => {
      if (isTurned) return turnedScores(core, how, matrix, content, [first, end])
      const size = (end - first) * keys
      return biasBy(core, how, matrix, [first, end])?.map((x, i) => {
        const head = Math.floor(i / size)
        return x + scoreScale * (dots[head * queries * keys + first * keys + (i % size)] as number)
      })
    })
  }

function turnedScores(
  core: Core,
  { position, scoreScale }: Conventions,
  { heads, queries, query, key: keys }: Matrix,
  content: Content,
  [first, end]: readonly [number, number],
): Float32Array | undefined {
  const { key } = content
  const dim = key.shape[2] as number
  const some = new Float32Array(heads * (end - first) * dim)
  for (let head = 0; head < heads; head++) {
    const from = head * queries * dim
    some.set(content.query.data.subarray(from + first * dim, from + end * dim), head * (end - first) * dim)
  }
  const options = {
    position: position as PositionEncoding,
    positions: { query: query.subarray(first, end), key: keys },
    ...(scoreScale === undefined ? {} : { scale: scoreScale }),
    return: ['scores' as const],
  }
  try {
    return attention(core, { data: some, shape: [heads, end - first, dim] }, key, key, options).scores?.data
  } catch (cause) {
    return notComputable(cause)
  }
}
