// Positions that differ by row of the leading axes: left padding in a batch, the index of the head added to that of the token.

import type { Core } from '../boundary/core.js'
import { frequencies } from '../position/hooks.js'
import type { Course } from './course.js'
import { nearPositions, placesOf, ropesFor, turnedByPlaces } from './placements.js'
import type { RowScale } from './rotations.js'
import { headOf, type Rows } from './rows.js'
import { type Turns, turnsOf } from './turns.js'
import type { Conventions } from './types.js'

/** Rotations by whole positions of each row's own; the first row shows the frequencies. */
export async function rowPositionsOf(
  core: Core,
  rows: Rows,
  scale: RowScale,
  course: Course,
): Promise<Conventions[]> {
  if (rows.heads < 2) return []
  const placed = await turnedByPlaces(core, headOf(rows, 0), scale, course)
  const tried = placed.flatMap((one) => {
    const measured: Turns[] = []
    const turnsIn = (head: number) => {
      measured[head] ??= turnsOf(headOf(rows, head), one.layout)
      return measured[head]
    }
    return ropesFor(one, rows.dim).map((position) => ({ turnsIn, position }))
  })
  const found = await course.map(tried, async ({ turnsIn, position }): Promise<Conventions[]> => {
    const { inverse } = frequencies(core, position, { dim: rows.dim, length: 1 })
    const all: number[][] = []
    for (let head = 0; head < rows.heads; head++) {
      const places = await placesOf(turnsIn(head), inverse, nearPositions(rows), 20 * scale.relative, course)
      if (!places) return []
      all.push(places)
    }
    return [{ position, rowPositions: all }]
  })
  return found.flat()
}
