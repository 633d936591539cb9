// Rows that are turned by the coordinates of a grid of two or three axes, of any origin and step: axial RoPE of Llama 4's images, FLUX,
// DINOv3 and video. Each axis has consecutive pairs, whose frequencies begin at 1 anew.

import { largest } from '../boundary/checks.js'
import type { MropePosition } from '../position/position.js'
import { type Cells, cellsOf, indicesOf, type Shown, shownOn } from './cells.js'
import { type Coordinate, placesIn, rounded, unusualIn } from './coordinates.js'
import type { Course } from './course.js'
import { gridOf } from './grids.js'
import type { PairLayout } from './pairs.js'
import type { Placed } from './placements.js'
import { roundFactor, scaleOf } from './rotations.js'
import { average, BASES, digitsOf, lineThrough, roundNear } from './round.js'
import { headsOf, type Rows } from './rows.js'
import { type Turns, turnsOf, wrapped } from './turns.js'
import type { Conventions } from './types.js'

/** The numbers of some heads in which all tokens are measured, one piece of work. */
const MOST_NUMBERS = 2 ** 19
const MOST_IDS = 2 ** 20
const DEFAULT_BASE = 10000

/** Axial RoPE whose tokens stand on a grid row by row, before or behind tokens that are not turned. */
export async function coordinatesOf(
  whole: Rows,
  placed: readonly Placed[],
  relative: number,
  course: Course,
): Promise<Conventions[]> {
  const { tokens, dim, positions } = whole
  const isUsable = tokens * dim <= MOST_NUMBERS && largest(positions) < MOST_IDS
  const layouts = isUsable ? placed.map(({ layout }) => layout).filter(({ start }) => start === 0) : []
  const heads = Math.max(1, Math.min(4, Math.floor(MOST_NUMBERS / (tokens * dim))))
  const slack = 8 * relative
  const found = await course.map(layouts, (layout) => {
    const turns = turnsOf(headsOf(whole, heads, tokens), layout)
    return cellsOf(turns, slack).flatMap((cells) => axialsOn(whole, layout, turns, cells, slack))
  })
  return found.flat()
}

/** Consecutive pairs that turn by one index of the grid; without an index they stand still. */
interface Section {
  index?: number
  shown: Shown[]
  turning: Turning[]
}

/** What a pair that visibly turns shows, and which of its section it is. */
interface Turning {
  i: number
  frequency: number
  phase: number
}

/** Runs of pairs with one index. Pairs that stand still are the slow ones of the run before them, or an axis that does not vary. */
function sectionsOf(shown: readonly Shown[], slack: number): Section[] {
  const runs: Omit<Section, 'turning'>[] = []
  for (const one of shown) {
    const last = runs.at(-1)
    if (last && (one.index === undefined || one.index === last.index)) last.shown.push(one)
    else runs.push({ ...(one.index === undefined ? {} : { index: one.index }), shown: [one] })
  }
  return runs.map((run) => ({ ...run, turning: straightened(run.shown, slack) }))
}

/** The pairs that visibly turn. Steps beyond half a turn look like others: slower pairs say which they are. */
function straightened(shown: readonly Shown[], slack: number): Turning[] {
  const turning = shown
    .map(({ frequency, phase }, i) => ({ i, frequency, phase }))
    .filter(({ frequency }) => Math.abs(frequency) > slack)
  for (let at = turning.length - 3; at >= 0; at--) {
    const [one, near, far] = turning.slice(at, at + 3) as [Turning, Turning, Turning]
    const kept = near.frequency / far.frequency
    if (kept > 0)
      one.frequency = nearestTurn(
        one.frequency,
        near.frequency * kept ** ((near.i - one.i) / (far.i - near.i)),
      )
  }
  return turning
}

/** The angle, with as many whole turns as bring it nearest to the one expected. */
const nearestTurn = (angle: number, expected: number): number => expected + wrapped(angle - expected)

/** The base of frequencies step · b^(−i/s) of s pairs. */
function baseOf({ shown, turning }: Section): number {
  const exponents = turning.map(({ i }) => i / shown.length)
  const logs = turning.map(({ frequency }) => Math.log(Math.abs(frequency)))
  const weights = turning.map(({ frequency }) => frequency ** 2)
  return Math.exp(-lineThrough(exponents, logs, weights).slope)
}

/** The coordinate that turns a section under a base, by least squares; of a section that stands still, 0. */
function coordinateOf({ shown, turning }: Section, base: number): Coordinate {
  let [product, phases, power] = [0, 0, 0]
  for (const { i, frequency, phase } of [...turning].reverse()) {
    const by = base ** (-i / shown.length)
    // the slowest pair that turns shows the origin without turns of its own, faster ones more exactly
    const straight = power === 0 ? wrapped(phase) : nearestTurn(phase, (phases / power) * by)
    product += by * frequency
    phases += by * straight
    power += by * by
  }
  return power === 0 ? { origin: 0, step: 0 } : { origin: phases / power, step: product / power }
}

/** The bases that sections show on their own; the usual ones as well where steps beyond half a turn may hide it. */
function basesOf(sections: readonly Section[]): number[] {
  const shown = sections.filter(({ turning }) => turning.length > 1)
  const near = shown.flatMap((section) => roundNear(baseOf(section), 0.01, BASES))
  const isClear = shown.some(({ turning }) => turning.length > 2)
  const others = shown.length === 0 ? [DEFAULT_BASE] : isClear ? [] : BASES
  return [...new Set([...near, ...others])].filter((base) => base > 1)
}

/** A section whose faster pairs have as many whole turns as its slowest pair says under a base. */
function straightenedBy(section: Section, base: number): Section {
  const slowest = section.turning.at(-1)
  const pairs = section.shown.length
  const expected = ({ i }: Turning) => (slowest?.frequency ?? 0) * base ** (((slowest?.i ?? 0) - i) / pairs)
  const turning = section.turning.map((one) => ({
    ...one,
    frequency: nearestTurn(one.frequency, expected(one)),
  }))
  return { ...section, turning }
}

/** The encodings whose pairs turn by the coordinates of a grid as those of the rows do, one for each base. */
function axialsOn(whole: Rows, layout: PairLayout, turns: Turns, cells: Cells, slack: number): Conventions[] {
  const sections = sectionsOf(shownOn(turns, cells, slack) ?? [], slack)
  const moving = new Set(sections.flatMap(({ index }) => index ?? []))
  const isGrid = moving.size === (cells.plane === Number.POSITIVE_INFINITY ? 2 : 3)
  if (!isGrid || sections.some(({ index, turning }) => index !== undefined && turning.length === 0)) return []
  const counts = indicesOf(cells).map((list) => largest(list) + 1)
  const pairs = sections.reduce((sum, { turning }) => sum + turning.length, 0)
  const factor = Math.exp(average(turns.size.flat().filter(Number.isFinite)))
  const scale = scaleOf(roundFactor(factor, whole.dim, slack))
  return basesOf(sections).map((base) => {
    const measured = sections.map((section) =>
      rounded(coordinateOf(straightenedBy(section, base), base), counts[section.index ?? 0] as number, slack),
    )
    const reversed = measured.every(({ step }) => step <= 0)
    const sign = reversed ? -1 : 1
    const coordinates = measured.map(({ origin, step }) => ({ origin: sign * origin, step: sign * step }))
    const position: MropePosition = {
      type: 'mrope',
      ...(base === DEFAULT_BASE ? {} : { base }),
      ...(layout.layout === 'half' ? {} : { layout: layout.layout }),
      ...(layout.width === whole.dim ? {} : { rotaryDim: layout.width }),
      sections: sections.map(({ shown }) => shown.length),
      order: 'axial',
      ...(reversed ? { reversed } : {}),
      grid: gridOf(
        sections.map(({ index }, axis) =>
          placesIn(coordinates[axis] as Coordinate, index, cells, whole.tokens),
        ),
        whole.positions,
      ),
    }
    const own = coordinates.map((one, axis) =>
      unusualIn(one, counts[sections[axis]?.index ?? 0] as number, slack),
    )
    const read = own.reduce((sum, count) => sum + count, 0)
    const free = read + unusualBase(base)
    // coordinates of other steps may be other frequencies as well, such as those of one series that the axes share
    const isLoose = read > 0 || (free > 0 && free >= pairs)
    return { position, ...scale, ...(isLoose ? { free } : {}) }
  })
}

const unusualBase = (base: number): number => {
  if ((BASES as readonly number[]).includes(base)) return 0
  return digitsOf(base) > 5 ? 2 : 1
}
