// Rows that are turned by positions other than those given: by their head, by positions that restart, by any whole positions.

import { largest, smallest } from '../boundary/checks.js'
import type { Core } from '../boundary/core.js'
import { frequencies } from '../position/hooks.js'
import type { RopePosition } from '../position/position.js'
import { type Course, PIECE } from './course.js'
import type { PairLayout } from './pairs.js'
import { isRope, type RowScale, rotationsOf, usualLayouts } from './rotations.js'
import { average, BASES } from './round.js'
import { headsOf, type Rows } from './rows.js'
import { placedIn } from './scalings.js'
import { type Turns, turnsOf, wrapped } from './turns.js'
import type { Conventions } from './types.js'

/** Rotations by the index of the head, as if it were that of the token. */
export async function headAxisOf(
  core: Core,
  rows: Rows,
  scale: RowScale,
  course: Course,
): Promise<Conventions[]> {
  const { tokens, dim, input, output } = rows
  const heads = rows.headsEach ?? rows.heads
  if (heads < 2) return []
  const across = (data: Float32Array) => {
    const moved = new Float32Array(data.length)
    for (let head = 0; head < heads; head++)
      for (let token = 0; token < tokens; token++) {
        const from = (head * tokens + token) * dim
        moved.set(data.subarray(from, from + dim), (token * heads + head) * dim)
      }
    return moved
  }
  const turned: Rows = {
    ...rows,
    heads: tokens,
    tokens: heads,
    input: across(input),
    output: across(output),
    positions: Float32Array.from({ length: heads }, (_, head) => head),
  }
  const { named } = await rotationsOf(core, turned, scale, course)
  return named.filter(isRope).map((how) => ({ ...how, mistake: 'rope-head-axis' }))
}

/** The longest chunk that is seen to start again, by one token more. */
const MOST_PERIOD = 512
const MOST_POSITIONS = 4096
/** The tokens of one piece of work. */
const SOME = 32

/** Rows in which every token is turned by a rotation, whatever its position, and what a run of neighbours shows of the frequencies. */
export interface Placed {
  layout: PairLayout
  turns: Turns
  /** The encodings whose frequencies a run of neighbours shows. */
  ropes: RopePosition[]
}

/** Each layout under which all tokens are turned, with the frequencies of the longest run of tokens that advance evenly. */
export async function turnedByPlaces(
  core: Core,
  whole: Rows,
  scale: RowScale,
  course: Course,
): Promise<Placed[]> {
  const { tolerance, relative } = scale
  const rows = firstOf(whole)
  const found = await course.map(usualLayouts(rows, tolerance), async (layout): Promise<Placed[]> => {
    const turns = turnsOf(rows, layout)
    if (!isTurned(turns, relative) || turns.unexplained > tolerance) return []
    const run = longestRun(turns, relative)
    const ropes = run ? await ropesIn(core, rows, run, scale, course, layout) : []
    return [{ layout, turns, ropes }]
  })
  return found.flat()
}

const firstOf = (rows: Rows): Rows => headsOf(rows, 4, Math.min(rows.tokens, MOST_PERIOD + 1))

// Does every pair keep its length, but for one factor?
function isTurned({ size }: Turns, relative: number): boolean {
  const all = size.flat().filter(Number.isFinite)
  return all.length > 0 && largest(all) - smallest(all) <= 100 * relative
}

interface Run {
  first: number
  end: number
}

/** The longest run of tokens whose angles all grow by the same steps, and do grow. */
function longestRun({ angle }: Turns, relative: number): Run | undefined {
  const tokens = angle[0]?.length ?? 0
  const slack = (20 * relative) ** 2
  const turnAt = (pair: readonly number[], token: number) =>
    wrapped((pair[token + 1] as number) - (pair[token] as number))
  const isEven = (token: number) =>
    average(angle.map((pair) => 1 - Math.cos(turnAt(pair, token) - turnAt(pair, token - 1)))) <= slack
  const moves = (token: number) => average(angle.map((pair) => 1 - Math.cos(turnAt(pair, token)))) > slack
  let best: Run | undefined
  let first = 0
  for (let token = 0; token + 1 < tokens; token++) {
    if (token > first && !isEven(token)) first = token
    if (!moves(token)) continue
    if (token + 2 - first > (best ? best.end - best.first : 2)) best = { first, end: token + 2 }
  }
  return best
}

// The encodings that turn a run of tokens.
async function ropesIn(
  core: Core,
  rows: Rows,
  { first, end }: Run,
  scale: RowScale,
  course: Course,
  layout: PairLayout,
): Promise<RopePosition[]> {
  const part = headsOf(rows, rows.heads, end - first, first)
  const positions = Float32Array.from({ length: end - first }, (_, i) => i)
  const { named } = await rotationsOf(core, { ...part, positions }, scale, course, undefined, [layout])
  const forward = named.filter((how) => isRope(how) && !how.reversed)
  const ropes = forward.map(({ position }) => position as RopePosition)
  return [...new Map(ropes.map((rope) => [JSON.stringify(rope), rope])).values()].slice(0, MOST_ROPES)
}

const MOST_ROPES = 6

/** The whole position at which frequencies come nearest to the angles of each token, and how near they come on the average. */
export function wholePositions(
  angle: readonly (readonly number[])[],
  inverse: ArrayLike<number>,
  most = MOST_POSITIONS,
): { positions: number[]; misfit: number } {
  const pairs = angle.length
  const tokens = angle[0]?.length ?? 0
  const [best, at] = [new Float64Array(tokens).fill(Number.NEGATIVE_INFINITY), new Int32Array(tokens)]
  const [c, s] = [Math.cos, Math.sin].map((of) => angle.map((pair) => Float64Array.from(pair, of))) as [
    Float64Array[],
    Float64Array[],
  ]
  const sums = new Float64Array(tokens)
  for (let position = 0; position < most; position++) {
    sums.fill(0)
    for (let pair = 0; pair < pairs; pair++) {
      const turn = position * (inverse[pair] as number)
      const [cosine, sine] = [Math.cos(turn), Math.sin(turn)]
      const [cs, ss] = [c[pair] as Float64Array, s[pair] as Float64Array]
      for (let token = 0; token < tokens; token++)
        sums[token] = (sums[token] as number) + cosine * (cs[token] as number) + sine * (ss[token] as number)
    }
    for (let token = 0; token < tokens; token++)
      if ((sums[token] as number) > (best[token] as number) + 1e-9) {
        best[token] = sums[token] as number
        at[token] = position
      }
  }
  const misfits = Array.from(best, (sum) => 1 - sum / Math.max(pairs, 1))
  return { positions: Array.from(at), misfit: Math.max(0, largest(misfits)) }
}

/** The whole positions of all tokens; undefined if some have none below `most`. */
export async function placesOf(
  { angle }: Turns,
  inverse: ArrayLike<number>,
  most: number,
  slack: number,
  course: Course,
): Promise<number[] | undefined> {
  const tokens = angle[0]?.length ?? 0
  const found: number[] = []
  await course.pieces(tokens, PIECE / SOME, (first, end) => {
    const some = angle.map((pair) => pair.slice(first, end))
    const { positions, misfit } = wholePositions(some, inverse, most)
    if (misfit > slack ** 2) return false
    for (const position of positions) found.push(position)
    return true
  })
  return found.length === tokens ? found : undefined
}

/** Below which positions are looked for: near ones, by their number, and in float32 any. */
export const nearPositions = ({ tokens }: Rows): number => 2 * Math.min(tokens, MOST_PERIOD + 1) + 64
export const farPositions = (relative: number): number => (relative < 1e-3 ? MOST_POSITIONS : 0)

/** Rotations by whole positions of their own, below `most`; those that restart evenly are a mistake. */
export async function positionsOf(
  core: Core,
  whole: Rows,
  placed: readonly Placed[],
  most: number,
  relative: number,
  course: Course,
): Promise<Conventions[]> {
  const found = await course.map(
    placed.flatMap((one) => ropesFor(one, whole.dim).map((rope) => ({ turns: one.turns, rope }))),
    async ({ turns, rope }) => {
      const { inverse } = frequencies(core, rope, { dim: whole.dim, length: 1 })
      const positions = await placesOf(turns, inverse, most, 20 * relative, course)
      if (!positions) return []
      const period = periodOf(positions)
      const all =
        period === undefined
          ? positions
          : Array.from({ length: whole.tokens }, (_, i) => positions[i % period] as number)
      if (all.length < whole.tokens || !isNew(all, whole)) return []
      const mistake = period === undefined ? {} : { mistake: 'rope-position-restarts' }
      return [{ position: rope, positions: all, ...mistake }]
    },
  )
  return found.flat()
}

/** What a run of neighbours shows, and the usual bases. */
export const ropesFor = ({ layout, ropes }: Placed, dim: number): RopePosition[] => [
  ...ropes,
  ...BASES.map((base) => ropeOf(base, layout, dim)),
]

const ropeOf = (base: number, layout: PairLayout, dim: number): RopePosition =>
  placedIn({ type: 'rope', ...(base === 10000 ? {} : { base }) }, layout, dim)

// Are positions other than those given, and not moved as a whole?
export const isNew = (positions: readonly number[], rows: Rows): boolean =>
  positions.some(
    (p, i) => p - (positions[0] as number) !== (rows.positions[i] as number) - (rows.positions[0] as number),
  )

/** The number of tokens after which positions start again. */
function periodOf(positions: readonly number[]): number | undefined {
  const period = positions.findIndex((p, i) => i > 0 && p === positions[0])
  const isRestart = period > 1 && positions.every((p, i) => p === (positions[0] as number) + (i % period))
  return isRestart ? period : undefined
}
