// Coordinates of a grid: where an axis begins and how far its steps are, in round numbers where the arrays allow it.

import { type Cells, indicesOf } from './cells.js'

/** A coordinate: origin + step · index. */
export interface Coordinate {
  origin: number
  step: number
}

/** Half the ranges that whole images are spread over: radians of a half turn and a whole one (DINOv3), and 1. */
const RANGES = [2 * Math.PI, Math.PI, 1] as const

/** Coordinates of `count` places that are usual: whole steps from a whole origin, and images from −range to range by the middles or the ends of their places. */
function usualNear({ origin, step }: Coordinate, count: number): Coordinate[] {
  const sign = Math.sign(step)
  const spread = RANGES.flatMap((range) => [
    { origin: sign * range * (1 / count - 1), step: (sign * 2 * range) / count },
    { origin: -sign * range, step: (sign * 2 * range) / (count - 1) },
  ])
  return [{ origin: Math.round(origin), step: Math.round(step) }, ...spread]
}

const usualOf = (one: Coordinate, count: number, slack: number): Coordinate | undefined =>
  usualNear(one, count).find(
    ({ origin, step }) =>
      step !== 0 &&
      Math.abs(origin - one.origin) <= slack &&
      Math.abs(step - one.step) * (count - 1) <= slack,
  )

/** The coordinate in usual numbers, if some are as near as the arrays show. */
export const rounded = (one: Coordinate, count: number, slack: number): Coordinate =>
  usualOf(one, count, slack) ?? one

/** How many numbers of a coordinate are those of the arrays alone. */
export function unusualIn(one: Coordinate, count: number, slack: number): number {
  const isStill = one.step === 0 && one.origin === 0
  return isStill || usualOf(one, count, slack) ? 0 : 2
}

/** The coordinate of every token: 0 off the grid. */
export function placesIn(
  { origin, step }: Coordinate,
  index: number | undefined,
  cells: Cells,
  tokens: number,
): number[] {
  const list = index === undefined ? [] : (indicesOf(cells)[index] as number[])
  const places = new Array<number>(tokens).fill(0)
  for (const [i, value] of list.entries()) places[cells.first + i] = origin + step * value
  return places
}
