// Biases that are linear in the distance, or in the position of the key.

import { largest } from '../boundary/checks.js'
import type { AlibiPosition } from '../position/position.js'
import type { Course } from './course.js'
import { distanceAt, eachVisible, type Matrix } from './matrix.js'
import { lineThrough } from './round.js'
import type { Conventions } from './types.js'

/** ALiBi whose slopes follow a rule, mistaken rules included, to be verified. */
export function ruledAlibis(linear: readonly LinearBias[], heads: number, relative: number): Conventions[] {
  return linear.flatMap(({ slopes, side, offset }) =>
    ruled(slopes, heads, 10 * relative).map(({ position, ...rest }) => ({
      position: { ...position, ...side },
      ...rest,
      ...offset,
    })),
  )
}

/** ALiBi with slopes of its own. */
export function ownAlibis(linear: readonly LinearBias[]): Conventions[] {
  return linear.map(({ slopes, side, offset }) => ({
    position: { type: 'alibi', slopes: exact(slopes), ...side },
    ...offset,
  }))
}

const exact = (slopes: readonly number[]) => slopes.map((slope) => Number(slope.toPrecision(7)))

export interface LinearBias {
  slopes: number[]
  side: Partial<AlibiPosition>
  /** What is added to the positions of keys. */
  offset?: Pick<Conventions, 'offset'>
}

/** The slopes of a matrix, by distance and by key. */
export async function linearBiases(matrix: Matrix, relative: number, course: Course): Promise<LinearBias[]> {
  const [back, ahead, keyed] = [0, 0, 0].map(() => new Slopes(matrix)) as [Slopes, Slopes, Slopes]
  let seesAhead = false
  await eachVisible(matrix, course, (i, j, cell) => {
    const distance = distanceAt(matrix, i, j)
    if (distance < 0) back.add(distance, cell)
    else if (distance > 0) ahead.add(distance, cell)
    if (distance > 0) seesAhead = true
    keyed.add(matrix.key[j] as number, cell)
  })
  const side = seesAhead ? aheadOf(back.all, ahead.all, relative) : {}
  const byKey = (['key', 'roundedKey'] as const).map((keyed) => ({ keyed }))
  return [
    { slopes: back.all, side },
    ...byKey.map((side) => ({ slopes: keyed.all, side })),
    ...movedKeys(keyed, relative),
  ]
}

/** Slopes times the positions of keys that are moved, as the first head shows them: m · (j + offset). */
function movedKeys(keyed: Slopes, relative: number): LinearBias[] {
  const lines = keyed.lines
  const steep = lines.reduce((a, b) => (Math.abs(b.slope) > Math.abs(a.slope) ? b : a))
  const offset = Math.round(steep.intercept / steep.slope)
  const isMoved = lines.every(
    ({ slope, intercept }) =>
      Math.abs(intercept - slope * offset) <= 10 * relative * Math.abs(steep.intercept),
  )
  if (!isMoved || !Number.isFinite(offset) || offset === 0) return []
  return [{ slopes: lines.map(({ slope }) => slope), side: { keyed: 'key' }, offset: { offset } }]
}

/** One slope per head of b = slope · x through the origin, over the cells that are added. */
class Slopes {
  readonly #matrix: Matrix
  readonly #xy: number[]
  readonly #sums: number[]
  #xx = 0
  #x = 0
  #count = 0

  constructor(matrix: Matrix) {
    this.#matrix = matrix
    this.#xy = new Array<number>(matrix.heads).fill(0)
    this.#sums = this.#xy.slice()
  }

  add(x: number, cell: number): void {
    const { heads, queries, keys, data } = this.#matrix
    this.#xx += x * x
    this.#x += x
    this.#count++
    for (let head = 0; head < heads; head++) {
      const y = data[head * queries * keys + cell] as number
      this.#xy[head] = (this.#xy[head] as number) + x * y
      this.#sums[head] = (this.#sums[head] as number) + y
    }
  }

  /** The line of each head that need not pass through the origin. */
  get lines(): { slope: number; intercept: number }[] {
    const mean = this.#x / this.#count
    const spread = this.#xx - this.#x * mean
    return this.#xy.map((xy, head) => {
      const sum = this.#sums[head] as number
      const slope = spread > 0 ? (xy - mean * sum) / spread : 0
      return { slope, intercept: sum / this.#count - slope * mean }
    })
  }

  get all(): number[] {
    return this.#xy.map((xy) => (this.#xx > 0 ? xy / this.#xx : 0))
  }
}

// What keys after the query get: the slope of the past, the absolute distance, or slopes of their own.
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

// The mistake of a bias before the scale: the paper's slopes over √d of a usual width.
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

/** ALiBi's slopes: 2^(−8(h+1)/H) for a power of two of heads, then every second slope of the next one. */
function paperSlopes(heads: number): number[] {
  const power = 2 ** Math.floor(Math.log2(heads))
  return Array.from({ length: heads }, (_, h) =>
    h < power ? 2 ** ((-8 * (h + 1)) / power) : 2 ** ((-4 * (2 * (h - power) + 1)) / power),
  )
}
