// Tokens that stand on a grid, row by row: how wide it is follows from where the angles of pairs begin to change.

import { largest, smallest } from '../boundary/checks.js'
import { motionOf, type Turns, wrapped } from './turns.js'

/** The tokens of a grid, in rows of `width` and planes of `plane` tokens; before and behind them are tokens that are not turned. */
export interface Cells {
  first: number
  end: number
  width: number
  plane: number
}

/** The indices of each token of a grid: plane, row, column. */
export function indicesOf({ first, end, width, plane }: Cells): number[][] {
  const each = Array.from({ length: end - first }, (_, i) => i)
  return [
    each.map((i) => Math.floor(i / plane)),
    each.map((i) => Math.floor((i % plane) / width)),
    each.map((i) => i % width),
  ]
}

const MOST_WIDTHS = 8

/** The grids on which a pair turns with every token, another one first at the end of a row, and perhaps one first at the end of a plane. */
export function cellsOf({ angle, positions }: Turns, slack: number): Cells[] {
  const isTurned = positions.map((_, token) => angle.some((pair) => Math.abs(pair[token] as number) > slack))
  const [moved, last] = [isTurned.indexOf(true), isTurned.lastIndexOf(true)]
  // a grid that begins at 0 has a first token that stands still, as those before it do
  const firsts = moved > 0 ? [moved, moved - 1] : [moved]
  return firsts
    .filter((first) => first >= 0)
    .flatMap((first) => {
      const runs = [...new Set(angle.map((pair) => runOf(pair, first, last + 1, slack)))].sort(
        (a, b) => a - b,
      )
      if (runs[0] !== 1) return []
      const widths = runs.filter((run) => run > 1 && run < Number.POSITIVE_INFINITY).slice(0, MOST_WIDTHS)
      const planesOf = (width: number) => [...widths, Number.POSITIVE_INFINITY].filter((run) => run > width)
      return widths.flatMap((width) =>
        planesOf(width)
          .filter((plane) => plane % width === 0 || plane === Number.POSITIVE_INFINITY)
          .map((plane) => ({ first, end: last + 1, width, plane })),
      )
    })
}

/** The number of tokens after which a pair turns for the first time. */
function runOf(pair: readonly number[], first: number, end: number, slack: number): number {
  const from = pair[first] as number
  const next = pair.findIndex((angle, i) => i > first && i < end && Math.abs(wrapped(angle - from)) > slack)
  return next < 0 ? Number.POSITIVE_INFINITY : next - first
}

/** What a pair shows on a grid: the index by which it turns, its angle at index 0, and how much more it is at each further one. */
export interface Shown {
  index?: number
  phase: number
  frequency: number
}

/** What each pair shows; undefined if one of them does not turn evenly by one of the indices. */
export function shownOn(turns: Turns, cells: Cells, slack: number): Shown[] | undefined {
  const indices = indicesOf(cells)
  const all = turns.angle.map((angle) => {
    const angles = angle.slice(cells.first, cells.end)
    if (largest(angles.map(Math.abs)) <= slack) return { phase: 0, frequency: 0 }
    const even = indices.flatMap((list, index) => evenBy(index, list, angles, slack) ?? [])
    const least = smallest(even.map(({ misfit }) => misfit))
    return even.find(({ misfit }) => misfit === least)
  })
  return all.includes(undefined) ? undefined : (all as Shown[])
}

/** An angle that depends on one index alone, and grows evenly with it, and how far it is from that. */
function evenBy(
  index: number,
  list: readonly number[],
  angles: readonly number[],
  slack: number,
): (Shown & { misfit: number }) | undefined {
  const each = angles.reduce<number[][]>((all, angle, i) => {
    const value = list[i] as number
    all[value] ??= []
    all[value].push(angle)
    return all
  }, [])
  if (each.length < 2) return undefined
  const means = each.map((some) => {
    const [one = 0] = some
    const away = some.map((angle) => wrapped(angle - one))
    return {
      angle: one + away.reduce((sum, x) => sum + x, 0) / some.length,
      spread: largest(away.map(Math.abs)),
    }
  })
  const spread = largest(means.map(({ spread }) => spread))
  if (spread > slack) return undefined
  const { bend, phase, frequency } = motionOf(
    {
      positions: means.map((_, value) => value),
      angle: [means.map(({ angle }) => angle)],
      size: [means.map(() => 0)],
      unexplained: 0,
    },
    0,
  )
  return bend <= slack ? { index, phase, frequency, misfit: spread + bend } : undefined
}
