// Rows that stand for tokens without ids enter as a learned table beside what the position is: their ids are 0, and so is the row of these ids.

import type { RawPositions } from '../../boundary/raw.js'

export const tableOf = (data: Float32Array, columns: number) => ({
  data,
  rows: data.length / columns,
  columns,
})

/** @param rows [tokens, width] */
export function withRows(
  stacks: RawPositions['stacks'],
  rows: Float32Array,
  width: number,
): RawPositions['stacks'] {
  const table = tableOf(rows, width)
  return stacks.map(({ position }) => ({ position: [{ type: 'learned', table }, ...position] }))
}
