// Biases that are linear in the distance, or in the position of the key.

import { largest } from '../boundary/checks.js'
import type { AlibiPosition } from '../position/position.js'
import { distanceAt, forVisible, type Matrix } from './matrix.js'
import { lineThrough } from './round.js'
import type { Conventions } from './types.js'

/** ALiBi whose slopes follow a rule, mistaken rules included, to be verified. */
export function ruledAlibis(matrix: Matrix, relative: number): Conventions[] {
  return linearBiases(matrix, relative).flatMap(({ slopes, side }) =>
    ruled(slopes, matrix.heads, 10 * relative).map(({ position, ...rest }) => ({
      position: { ...position, ...side },
      ...rest,
    })),
  )
}

/** ALiBi with slopes of its own. */
export function ownAlibis(matrix: Matrix, relative: number): Conventions[] {
  return linearBiases(matrix, relative).map(({ slopes, side }) => ({
    position: { type: 'alibi', slopes: exact(slopes), ...side },
  }))
}

const exact = (slopes: readonly number[]) => slopes.map((slope) => Number(slope.toPrecision(7)))

interface LinearBias {
  slopes: number[]
  side: Partial<AlibiPosition>
}

const linearBiases = (matrix: Matrix, relative: number): LinearBias[] => [
  byDistance(matrix, relative),
  ...byKey(matrix),
]

/** One slope per head of b = slope · x through the origin, over the cells that are chosen. */
function slopesOver(
  matrix: Matrix,
  xOf: (i: number, j: number) => number,
  isChosen: (distance: number) => boolean,
): number[] {
  const cells = matrix.queries * matrix.keys
  return Array.from({ length: matrix.heads }, (_, head) => {
    let [xx, xy] = [0, 0]
    forVisible(matrix, (i, j, cell) => {
      if (!isChosen(distanceAt(matrix, i, j))) return
      const x = xOf(i, j)
      xx += x * x
      xy += x * (matrix.data[head * cells + cell] as number)
    })
    return xx > 0 ? xy / xx : 0
  })
}

function byKey(matrix: Matrix): LinearBias[] {
  const slopes = slopesOver(
    matrix,
    (_, j) => matrix.key[j] as number,
    () => true,
  )
  return (['key', 'roundedKey'] as const).map((keyed) => ({ slopes, side: { keyed } }))
}

function byDistance(matrix: Matrix, relative: number): LinearBias {
  const distance = (i: number, j: number) => distanceAt(matrix, i, j)
  const slopes = slopesOver(matrix, distance, (d) => d < 0)
  const ahead = slopesOver(matrix, distance, (d) => d > 0)
  return { slopes, side: seesAhead(matrix) ? aheadOf(slopes, ahead, relative) : {} }
}

function seesAhead(matrix: Matrix): boolean {
  let sees = false
  forVisible(matrix, (i, j) => {
    if (distanceAt(matrix, i, j) > 0) sees = true
  })
  return sees
}

// keys after the query: the same slope goes on, the absolute distance, or slopes of their own
function aheadOf(
  back: readonly number[],
  ahead: readonly number[],
  relative: number,
): Partial<AlibiPosition> {
  const size = largest(back.map(Math.abs))
  const follows = (sign: number) =>
    ahead.every((slope, h) => Math.abs(slope - sign * (back[h] as number)) <= 10 * relative * size)
  if (follows(1)) return {}
  return follows(-1) ? { symmetric: true } : { forwardSlopes: exact(ahead).map((slope) => 0 - slope) }
}

interface Ruled extends Conventions {
  position: AlibiPosition
}

/** Rules that may give these slopes, the simplest first. */
function ruled(slopes: readonly number[], heads: number, error: number): Ruled[] {
  const isPower = Number.isInteger(Math.log2(heads))
  const rules: Ruled[] = [{ position: { type: 'alibi' } }]
  if (!isPower)
    rules.push({ position: { type: 'alibi', slopeRule: 'geometric' }, mistake: 'alibi-slope-rule' })
  return [
    ...rules,
    ...otherExponent(slopes, heads),
    ...wrongRules(slopes, error),
    ...beforeScale(slopes, error),
  ]
}

function otherExponent([slope = 0]: readonly number[], heads: number): Ruled[] {
  const exponent = -Math.log2(Math.abs(slope)) * 2 ** Math.floor(Math.log2(heads))
  const round = Math.round(exponent)
  if (!(round > 0) || round === 8 || Math.abs(exponent - round) > 1e-3) return []
  return [{ position: { type: 'alibi', largestExponent: round } }]
}

function wrongRules(slopes: readonly number[], error: number): Ruled[] {
  const heads = slopes.length
  const paper = paperSlopes(heads)
  const follows = (rule: (h: number) => number) =>
    slopes.every((slope, h) => Math.abs(slope - rule(h)) <= error * Math.abs(rule(h)))
  const position = { type: 'alibi', slopes: exact(slopes) } as const
  const first = slopes[0] as number
  const found: Ruled[] = []
  if (heads > 1 && first !== 0 && follows(() => first)) found.push({ position, mistake: 'alibi-one-slope' })
  if (heads > 1 && follows((h) => 2 ** ((-8 * h) / heads)))
    found.push({ position, mistake: 'alibi-slope-off-by-one' })
  if (follows((h) => -(paper[h] as number))) found.push({ position, mistake: 'alibi-sign' })
  return found
}

// the paper's slopes over √d of a usual width
function beforeScale(slopes: readonly number[], error: number): Ruled[] {
  const paper = paperSlopes(slopes.length)
  const { slope: factor } = lineThrough([0, ...paper], [0, ...slopes])
  const width = Math.round(1 / factor ** 2)
  const isWidth =
    width > 2 && width % 2 === 0 && width <= 1024 && Math.abs(factor * Math.sqrt(width) - 1) <= error
  return isWidth
    ? [{ position: { type: 'alibi' }, scale: 1 / Math.sqrt(width), mistake: 'alibi-before-scale' }]
    : []
}

/** 2^(−8(h+1)/H) up to a power of two, then every second slope of the next one. */
function paperSlopes(heads: number): number[] {
  const power = 2 ** Math.floor(Math.log2(heads))
  return Array.from({ length: heads }, (_, h) =>
    h < power ? 2 ** ((-8 * (h + 1)) / power) : 2 ** ((-4 * (2 * (h - power) + 1)) / power),
  )
}
