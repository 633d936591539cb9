// Matrices of biases and scores.

import { attention } from '../attention/attention.js'
import { largest } from '../boundary/checks.js'
import type { Core } from '../boundary/core.js'
import type { Tensor } from '../boundary/tensor.js'
import { bias } from '../position/doors.js'
import type { PositionEncoding } from '../position/position.js'
import { largestDifference, type Measure } from './compare.js'
import { curvesOf, tablesOfDistances, wrongTables } from './distances.js'
import { forVisible, type Matrix, maskOf, visibleOf } from './matrix.js'
import { notComputable } from './not-computable.js'
import { precisionOf, relativeTolerance } from './precision.js'
import type { Given } from './request.js'
import { average } from './round.js'
import { largestOf } from './rows.js'
import { ownAlibis, ruledAlibis } from './slopes.js'
import { explained, nearestOf, type Tier, verdictOf } from './trial.js'
import type { Conventions, Identification } from './types.js'

export function matrixIdentified(core: Core, given: Given & { of: 'matrix' }): Identification {
  const { content } = given
  const matrix = given.isScores && !content ? withoutContent(given.matrix) : given.matrix
  const visible = Float32Array.from(visibleOf(matrix))
  const precision = precisionOf([visible, ...(content ? [content.query.data, content.key.data] : [])])
  const relative = relativeTolerance(precision, 0)
  const tolerance = relative * Math.max(largestOf(visible), 1e-30)
  const measure = content ? scoreMeasure(core, matrix, content) : biasMeasure(core, matrix)
  const mask = maskOf(matrix) ?? {}
  const plain = content
    ? scoreTiers(matrix, content, relative, tolerance)
    : biasTiers(matrix, relative, tolerance)
  const tiers = plain.map((tier) => () => tier().map((how) => withMask(how, mask)))
  const explanations = explained(tiers, { measure, tolerance })
  const nearest =
    explanations.length > 0
      ? []
      : nearestOf(
          tiers.flatMap((tier) => tier()),
          measure,
        )
  return { kind: 'bias', verdict: verdictOf(explanations), explanations, nearest, tolerance, precision }
}

function withMask(how: Conventions, { isCausal, mask }: NonNullable<ReturnType<typeof maskOf>>): Conventions {
  if (isCausal) return { ...how, isCausal }
  return mask && how.position ? { ...how, position: [how.position, mask].flat() } : how
}

/** What may have made a matrix of biases: rules of ALiBi, slopes of its own, formulas of the distance, tables. */
function biasTiers(matrix: Matrix, relative: number, tolerance: number): Tier[] {
  if (visibleOf(matrix).every((x) => Math.abs(x) <= tolerance && (x === 0 || tolerance > 1e-20)))
    return [() => [{ position: { type: 'none' } }]]
  return [
    () => ruledAlibis(matrix, relative),
    () => ownAlibis(matrix, relative),
    () => curvesOf(matrix, tolerance),
    () => wrongTables(matrix, tolerance),
    () => tablesOfDistances(matrix, tolerance),
  ]
}

/** The same number of all scores of a head is content, that of the first query with itself. */
function withoutContent(matrix: Matrix): Matrix {
  const cells = matrix.queries * matrix.keys
  const data = matrix.data.slice()
  for (let head = 0; head < matrix.heads; head++) {
    const own: number[] = []
    forVisible(matrix, (i, j, cell) => {
      if (matrix.query[i] === matrix.key[j]) own.push(data[head * cells + cell] as number)
    })
    const content = average(own)
    for (let cell = 0; cell < cells; cell++)
      data[head * cells + cell] = (data[head * cells + cell] as number) - content
  }
  return { ...matrix, data }
}

function biasBy(core: Core, { position, scale = 1 }: Conventions, matrix: Matrix): Float32Array | undefined {
  const { heads, queries, keys, query, key } = matrix
  const parts = [position ?? []].flat().filter(({ type }) => type !== 'mask' && type !== 'none')
  if (parts.length === 0) return new Float32Array(heads * queries * keys)
  try {
    const { data } = bias(core, parts as PositionEncoding[], { heads, positions: { query, key } })
    return scale === 1 ? data : data.map((x) => x * scale)
  } catch (cause) {
    return notComputable(cause) // such as a bias that needs the width of a head
  }
}

const biasMeasure =
  (core: Core, matrix: Matrix): Measure =>
  (how) => {
    const made = biasBy(core, how, matrix)
    return made ? largestDifference(visibleOf(matrix, made), visibleOf(matrix)) : Number.POSITIVE_INFINITY
  }

interface Content {
  query: Tensor
  key: Tensor
}

/** [heads, queries, keys] of q · k */
function products({ query, key }: Content, { heads, queries, keys }: Matrix): Float32Array {
  const dim = query.shape[2] as number
  const result = new Float32Array(heads * queries * keys)
  for (let head = 0; head < heads; head++)
    for (let i = 0; i < queries; i++)
      for (let j = 0; j < keys; j++) {
        let sum = 0
        for (let c = 0; c < dim; c++)
          sum +=
            (query.data[(head * queries + i) * dim + c] as number) *
            (key.data[(head * keys + j) * dim + c] as number)
        result[(head * queries + i) * keys + j] = sum
      }
  return result
}

const KNOWN_SCALES = [
  { power: -0.5 },
  { power: 0, mistake: 'score-without-scale' },
  { power: -1, mistake: 'score-scale-is-width' },
] as const

/** Each usual scale of q · k leaves a bias; and q and k may have been turned. */
function scoreTiers(matrix: Matrix, content: Content, relative: number, tolerance: number): Tier[] {
  const dim = content.query.shape[2] as number
  const dots = products(content, matrix)
  const left = KNOWN_SCALES.map(({ power, ...rest }) => {
    const scoreScale = dim ** power
    const data = matrix.data.map((score, i) => score - scoreScale * (dots[i] as number))
    const isContentAlone = visibleOf(matrix, data).every((x) => Math.abs(x) <= tolerance)
    const none: Conventions[] = isContentAlone ? [{ position: { type: 'none' }, scoreScale, ...rest }] : []
    return { none, scoreScale, tiers: biasTiers({ ...matrix, data }, relative, tolerance) }
  })
  const turned = (['half', 'interleaved'] as const).flatMap((layout) =>
    [10000, 500000].flatMap((base) =>
      KNOWN_SCALES.map(({ power, ...rest }) => ({
        position: { type: 'rope' as const, layout, ...(base === 10000 ? {} : { base }) },
        ...{ scoreScale: dim ** power, ...rest },
      })),
    ),
  )
  const most = largest(left.map(({ tiers }) => tiers.length))
  const biased = Array.from({ length: most }, (_, i) => () => {
    const all = left.flatMap(({ tiers, scoreScale }) =>
      (tiers[i]?.() ?? []).map((how) => withScoreScale(how, scoreScale)),
    )
    return all
  })
  return [() => left.flatMap(({ none }) => none), () => turned, ...biased]
}

// T5 adds its table to q · k without 1/√d
function withScoreScale(how: Conventions, scoreScale: number): Conventions {
  const isT5 = !Array.isArray(how.position) && (how.position as PositionEncoding | undefined)?.type === 't5'
  return { ...how, scoreScale, ...(isT5 && scoreScale !== 1 ? { mistake: 't5-scaled' } : {}) }
}

const scoreMeasure =
  (core: Core, matrix: Matrix, content: Content): Measure =>
  (how) => {
    const dots = products(content, matrix)
    const { scoreScale = 1, position } = how
    const isTurned = [position ?? []].flat().some(({ type }) => type === 'rope')
    const made = isTurned ? turnedScores(core, how, matrix, content) : biasBy(core, how, matrix)
    if (!made) return Number.POSITIVE_INFINITY
    const all = isTurned ? made : made.map((x, i) => x + scoreScale * (dots[i] as number))
    return largestDifference(visibleOf(matrix, all), visibleOf(matrix))
  }

function turnedScores(
  core: Core,
  { position, scoreScale }: Conventions,
  matrix: Matrix,
  { query, key }: Content,
) {
  const { query: queries, key: keys } = matrix
  const options = {
    ...{ position: position as PositionEncoding, positions: { query: queries, key: keys } },
    ...(scoreScale === undefined ? {} : { scale: scoreScale }),
    return: ['scores' as const],
  }
  try {
    return attention(core, query, key, key, options).scores?.data
  } catch (cause) {
    return notComputable(cause)
  }
}
