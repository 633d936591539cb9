// Facts about an attention map, for one sentence.

import type { Cell, Matrix } from '../matrix/matrix.js'

export interface MapFacts {
  /** Mean weight of a token on itself and on the token before it. */
  self: number
  before: number
  /** The largest weight on an earlier token, row by row from the third on; the first rows have too few keys to choose from. */
  strongest: (Cell & { value: number }) | undefined
}

const FIRST_FREE_ROW = 2

export function factsOf(map: Matrix): MapFacts {
  const { data, rows, columns } = map
  const at = (row: number, column: number) => data[row * columns + column] ?? 0
  let self = 0
  let before = 0
  for (let row = 0; row < rows; row++) {
    self += at(row, row)
    if (row > 0) before += at(row, row - 1)
  }
  const strongest = strongestIn(map, ({ row, column }) => row >= FIRST_FREE_ROW && column < row)
  return { self: self / rows, before: rows > 1 ? before / (rows - 1) : 0, strongest }
}

/** The largest weight among the cells that count. */
export function strongestIn(
  { data, rows, columns }: Matrix,
  counts: (cell: Cell) => boolean,
): MapFacts['strongest'] {
  let strongest: MapFacts['strongest']
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const value = data[row * columns + column] ?? 0
      if (value > (strongest?.value ?? 0) && counts({ row, column })) strongest = { row, column, value }
    }
  return strongest
}

/** The cell of the largest magnitude. */
export function extremeOf({ data, columns }: Matrix): Cell & { value: number } {
  let at = 0
  data.forEach((value, i) => {
    if (Math.abs(value) > Math.abs(data[at] ?? 0)) at = i
  })
  return { row: Math.floor(at / columns), column: at % columns, value: data[at] ?? 0 }
}
