// Positions that start again after a number of tokens, which shows in the angles whatever the frequencies are.

import { smallest } from '../boundary/checks.js'
import type { Core } from '../boundary/core.js'
import type { Course } from './course.js'
import { isNew, type Placed } from './placements.js'
import { isRope, type RowScale, rotationsOf } from './rotations.js'
import { headsOf, type Rows } from './rows.js'
import { type Turns, wrapped } from './turns.js'
import type { Conventions } from './types.js'

/** Rotations by positions that start again, from the first position on; all periods together show the frequencies. */
export async function restartsOf(
  core: Core,
  whole: Rows,
  placed: readonly Placed[],
  scale: RowScale,
  course: Course,
): Promise<Conventions[]> {
  const found = await course.map(placed, async ({ layout, turns }) => {
    const period = periodIn(turns, 20 * scale.relative)
    if (period === undefined) return []
    const some = headsOf(whole, 4, turns.positions.length)
    const positions = Float32Array.from(turns.positions, (_, i) => i % period)
    const { named } = await rotationsOf(core, { ...some, positions }, scale, course, undefined, [layout])
    return named.filter(isRope).map(({ offset = 0, ...how }) => ({
      ...how,
      positions: Array.from({ length: whole.tokens }, (_, i) => offset + (i % period)),
      mistake: 'rope-position-restarts',
    }))
  })
  return found.flat().filter(({ positions }) => smallest(positions) >= 0 && isNew(positions, whole))
}

/** The number of tokens after which all angles are those of the first one, and of its neighbours, again. */
function periodIn({ angle, size }: Turns, slack: number): number | undefined {
  const tokens = angle[0]?.length ?? 0
  const isAlike = (a: number, b: number) =>
    angle.every(
      (pair, i) =>
        !Number.isFinite(size[i]?.[a]) ||
        !Number.isFinite(size[i]?.[b]) ||
        Math.abs(wrapped((pair[a] as number) - (pair[b] as number))) <= slack,
    )
  for (let period = 2; period < tokens; period++) {
    let i = period
    while (i < tokens && isAlike(i, i - period)) i++
    if (i === tokens) return isAlike(0, 1) ? undefined : period
  }
  return undefined
}
