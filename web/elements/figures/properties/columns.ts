// The columns of the property meter, and how rows are put in order by each.

import type { Properties } from 'whereformer'
import type { Row } from './properties-drawing.js'
import type { Column } from './properties-fields.js'

export type Measured = Exclude<Column, 'encoding'>

/** The number that stands for a column; NaN = it does not apply. */
const numbers: Readonly<Record<Measured, (found: Properties) => number>> = {
  unique: ({ uniqueness }) => uniqueness.smallest,
  relative: ({ relativity }) => (relativity.smallest ? relativity.largestChange : 0),
  falls: ({ decay }) => decay.firstRise?.to ?? Number.POSITIVE_INFINITY,
  range: ({ extrapolation }) => extrapolation.leavesAt ?? Number.POSITIVE_INFINITY,
  pairs: ({ extrapolation: { unseenPairs, pairs } }) => (pairs ? unseenPairs / pairs : Number.NaN),
}

function numberOf(column: Measured, { found }: Row): number {
  return found ? numbers[column](found) : Number.NaN
}

/** A new list. Rows without a number come last either way; equal ones stay in the order of the catalogue. */
export function sorted(rows: readonly Row[], column: Column, descending: boolean): Row[] {
  if (column === 'encoding') return descending ? [...rows].reverse() : [...rows]
  const sign = descending ? -1 : 1
  return [...rows].sort((one, other) => {
    const [a, b] = [numberOf(column, one), numberOf(column, other)]
    if (Number.isNaN(a) || Number.isNaN(b)) return Number(Number.isNaN(a)) - Number(Number.isNaN(b))
    return a === b ? 0 : sign * (a < b ? -1 : 1)
  })
}
