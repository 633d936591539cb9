// Rows that are turned by places in an image: axial RoPE, and M-RoPE of text with images.

import { largest } from '../boundary/checks.js'
import type { Core } from '../boundary/core.js'
import { frequencies } from '../position/hooks.js'
import type { MropePosition, Rope2dPosition } from '../position/position.js'
import type { Course } from './course.js'
import { type Placed, wholePositions } from './placements.js'
import { BASES, lineThrough, roundNear } from './round.js'
import type { Rows } from './rows.js'
import { motionOf, type Turns } from './turns.js'
import type { Conventions } from './types.js'

const MOST_WIDTH = 128

/** Axial RoPE on grids of every width, numbered by rows or by columns, behind any tokens that are not turned. */
export function axialsOf(
  whole: Rows,
  placed: readonly Placed[],
  relative: number,
  course: Course,
): Promise<Conventions[]> {
  const { tokens, dim } = whole
  const shapes = placed.flatMap(({ layout, turns }) =>
    layout.width === dim && dim % 4 === 0 && turns.positions.length === tokens
      ? prefixesOf(turns, 30 * relative).flatMap((prefix) =>
          Array.from({ length: Math.min(tokens - prefix - 1, MOST_WIDTH) - 1 }, (_, i) => ({
            prefix,
            layout: layout.layout,
            turns,
            width: i + 2,
          })),
        )
      : [],
  )
  return course
    .map(shapes, ({ turns, layout, prefix, width }) => {
      const height = Math.ceil((tokens - prefix) / width)
      const places = whole.positions.map((id) => id - prefix)
      const columns = places.map((id) => id % width)
      const rows = places.map((id) => Math.floor(id / width))
      const more = layout === 'interleaved' ? {} : ({ layout } as const)
      const at = (width: number, base: number): Rope2dPosition => ({
        type: 'rope2d',
        width,
        ...(prefix ? { prefix } : {}),
        ...(base === 100 ? {} : { base }),
        ...more,
      })
      const byColumns = Array.from(places, (id, i) =>
        id < 0 ? 0 : prefix + (columns[i] as number) * height + (rows[i] as number),
      )
      return [
        ...basesIn(turns, columns, rows, relative).map((base) => ({ position: at(width, base) })),
        ...basesIn(turns, rows, columns, relative).map((base) => ({
          position: at(height, base),
          positions: byColumns,
        })),
      ]
    })
    .then((found) => found.flat())
}

/** How many tokens stand before the grid, whose own first token stands still as they do. */
function prefixesOf({ angle }: Turns, slack: number): number[] {
  const tokens = angle[0]?.length ?? 0
  const turned = Array.from({ length: tokens }, (_, token) =>
    angle.some((pair) => Math.abs(pair[token] ?? 0) > slack),
  )
  const still = turned.indexOf(true)
  return still > 0 ? [still - 1] : []
}

/** The bases under which the first half of the pairs turns by one coordinate and the second half by the other; tokens before 0 stand still. */
function basesIn(turns: Turns, first: Float32Array, second: Float32Array, relative: number): number[] {
  const pairs = turns.angle.length
  const quarter = pairs / 2
  const slack = 30 * relative
  const onGrid = turns.positions
    .map((_, i) => i)
    .filter((i) => (second[i] as number) >= 0 && (first[i] as number) >= 0)
  const motion = (pair: number) => {
    const coordinate = pair < quarter ? first : second
    const only = (list: ArrayLike<number>) => onGrid.map((i) => list[i] as number)
    const positions = only(coordinate)
    return motionOf(
      {
        positions,
        angle: turns.angle.map((list, i) => (i === pair ? only(list) : [])),
        size: turns.size.map((list, i) => (i === pair ? only(list) : [])),
        unexplained: 0,
      },
      pair,
    )
  }
  const isStraight = (pair: number) => {
    const { bend, phase, frequency } = motion(pair)
    return bend <= slack && Math.abs(phase) <= slack && frequency > 0
  }
  if (!isStraight(0) || !isStraight(quarter)) return []
  const all = Array.from({ length: pairs }, (_, pair) => motion(pair))
  if (all.some(({ bend }) => bend > slack)) return []
  if (quarter < 2) return BASES.slice(0, 1)
  const exponents = all.map((_, pair) => (pair % quarter) / quarter)
  const logs = all.map(({ frequency }) => Math.log(Math.max(frequency, 1e-300)))
  const weights = all.map(({ frequency }) => Math.max(frequency, 0) ** 2)
  const base = Math.exp(-lineThrough(exponents, logs, weights).slope)
  const near = roundNear(base, 0.01, BASES)
  return base > 1 ? near.filter((x) => x > 1) : []
}

type Order = NonNullable<MropePosition['order']>

/** The axis of each pair: t, h or w. */
function axesOf(order: Order, [a = 0, b = 0]: readonly number[], pairs: number): number[] {
  const each = Array.from({ length: pairs }, (_, pair) => pair)
  // sections are t, h, w; those of `hwt` are h, w, t
  if (order === 'chunked') return each.map((pair) => (pair < a ? 0 : pair < a + b ? 1 : 2))
  if (order === 'hwt') return each.map((pair) => (pair < 2 * a ? 1 + (pair % 2) : 0))
  return each.map((pair) => (pair < 3 * b ? pair % 3 : 0))
}

const ORDERS = ['chunked', 'interleaved', 'hwt'] as const
const MOST_TABLE = 512

/** M-RoPE whose pairs follow three whole coordinates, with as many pairs for the height as for the width. */
export function mropesOf(
  core: Core,
  whole: Rows,
  placed: readonly Placed[],
  relative: number,
  course: Course,
): Promise<Conventions[]> {
  const { tokens, dim } = whole
  const usable = tokens <= MOST_TABLE && relative < 1e-3 ? placed : []
  const shapes = usable.flatMap(({ layout, turns, ropes }) => {
    const plain = ropes.flatMap(({ base = 10000, scaling }) => (scaling ? [] : [base]))
    const pairs = layout.width / 2
    const bases = plain.length > 0 ? plain : BASES.slice(0, 4)
    return bases.flatMap((base) =>
      ORDERS.flatMap((order) =>
        // images alone may have all pairs where height and width take turns
        Array.from({ length: Math.floor((order === 'hwt' ? pairs : pairs - 1) / 2) }, (_, i) => {
          const [image, rest] = [i + 1, pairs - 2 * (i + 1)]
          const sections = order === 'hwt' ? [image, image, rest] : [rest, image, image]
          return { layout, turns, base, order, sections }
        }),
      ).filter(({ order, sections: [a = 0, b = 0] }) => order !== 'interleaved' || 3 * b <= pairs || a >= b),
    )
  })
  return course
    .map(shapes, ({ layout, turns, base, order, sections }) => {
      const rope = {
        type: 'rope' as const,
        base,
        ...(layout.width === dim ? {} : { rotaryDim: layout.width }),
      }
      const { inverse } = frequencies(core, rope, { dim, length: 1 })
      const axes = axesOf(order, sections, layout.width / 2)
      const places: number[][] = []
      for (const axis of [0, 1, 2]) {
        const mine = axes.flatMap((one, pair) => (one === axis ? [pair] : []))
        if (mine.length === 0) {
          places.push(new Array<number>(tokens).fill(0))
          continue
        }
        const { positions, misfit } = wholePositions(
          mine.map((pair) => turns.angle[pair] as number[]),
          mine.map((pair) => inverse[pair] as number),
          tokens + 16,
        )
        if (misfit > (20 * relative) ** 2) return []
        places.push(positions)
      }
      // pairs that turn too slowly to be seen may as well be those of a time
      const slowest = largest(places.map(largest)) * (inverse.at(-1) ?? 0)
      if (axes.every((axis) => axis !== 0) && slowest <= 20 * relative) return []
      const position: MropePosition = {
        type: 'mrope',
        ...(base === 10000 ? {} : { base }),
        ...(layout.layout === 'half' ? {} : { layout: layout.layout }),
        ...(layout.width === dim ? {} : { rotaryDim: layout.width }),
        sections,
        ...(order === 'chunked' ? {} : { order }),
        grid: gridOf(places, whole.positions),
      }
      return [{ position }]
    })
    .then((found) => found.flat())
}

/** A table [axes, ids] of the places of each position id. */
export function gridOf(places: readonly (readonly number[])[], positions: Float32Array) {
  const ids = largest(positions) + 1
  const data = new Float32Array(places.length * ids)
  for (const [axis, list] of places.entries())
    for (const [i, place] of list.entries()) data[axis * ids + (positions[i] as number)] = place
  return { data, shape: [places.length, ids] }
}
