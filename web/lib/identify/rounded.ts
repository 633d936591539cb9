// Rotations by angles that were computed in fewer bits.

import { largest, smallest } from '../boundary/checks.js'
import type { Core } from '../boundary/core.js'
import type { Course } from './course.js'
import { isRope, type Rotations, type RowScale, rotationsOf } from './rotations.js'
import { KINDS, type Kind, PARTS, rounded } from './roundings.js'
import type { Rows } from './rows.js'
import type { Conventions } from './types.js'

/** The largest relative error of a frequency in 16 bits. */
const ERROR = 2 ** -8

const MOST_ROPES = 12

/** Every rounding of rotations whose frequencies are those that the rows show to 8 bits. */
export async function roundedOf(
  core: Core,
  rows: Rows,
  scale: RowScale,
  course: Course,
): Promise<Conventions[]> {
  const range = largest(rows.positions) - smallest(rows.positions)
  const rough = { ...scale, relative: scale.relative + ERROR * range, isRough: true }
  const seen = new Map<string, Promise<Rotations>>() // several kinds hold the same positions
  const found = await course.map(Object.keys(KINDS) as Kind[], async (kind) => {
    const positions = rows.positions.map((p) => rounded(p, kind))
    const key = positions.join()
    const turns = seen.get(key) ?? rotationsOf(core, { ...rows, positions }, rough, course)
    seen.set(key, turns)
    const named = (await turns).named.filter(isRope)
    return named.slice(0, MOST_ROPES).flatMap((how) =>
      PARTS.map((part) => ({
        ...how,
        ...(part === 'tables' ? {} : { mistake: 'rope-rounded' }),
        rounding: `${part} ${kind}` as const,
      })),
    )
  })
  return found.flat()
}
