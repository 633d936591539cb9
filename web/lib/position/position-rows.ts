// Positions of a batch: one list for all sequences, or a list for each.

import { isList, itemsOf, reading } from '../boundary/checks.js'
import { refuse } from '../boundary/errors.js'

/** Position ids, one per token; or a list of such lists, one per sequence. */
export type PositionRows = ArrayLike<number> | readonly ArrayLike<number>[]

/** Are positions given as a list of lists? */
export function hasRows(value: unknown, argument: string): boolean {
  return isList(value, argument) && reading(argument, () => typeof (value as unknown[])[0] === 'object')
}

/** The positions of each sequence. */
export function rowsOfPositions(value: unknown, argument: string, sequences: number): unknown[] {
  if (!hasRows(value, argument)) return Array(sequences).fill(value)
  const rows = itemsOf(value, argument, 'a list of lists')
  if (rows.length === sequences) return rows
  throw refuse(
    'ERR_SHAPE',
    argument,
    `${rows.length} lists`,
    `${sequences}, one per sequence, or one list for all`,
  )
}
