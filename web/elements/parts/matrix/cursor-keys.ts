// How arrow keys move through a matrix.

import type { Cell, Matrix } from './matrix.js'

const PAGE = 8

type Step = (cell: Cell, matrix: Matrix) => Cell

const steps: Record<string, Step> = {
  ArrowLeft: ({ row, column }) => ({ row, column: column - 1 }),
  ArrowRight: ({ row, column }) => ({ row, column: column + 1 }),
  ArrowUp: ({ row, column }) => ({ row: row - 1, column }),
  ArrowDown: ({ row, column }) => ({ row: row + 1, column }),
  Home: ({ row }) => ({ row, column: 0 }),
  End: ({ row }, { columns }) => ({ row, column: columns - 1 }),
  'Ctrl+Home': () => ({ row: 0, column: 0 }),
  'Ctrl+End': (_, { rows, columns }) => ({ row: rows - 1, column: columns - 1 }),
  PageUp: ({ row, column }) => ({ row: row - PAGE, column }),
  PageDown: ({ row, column }) => ({ row: row + PAGE, column }),
}

/** The cell that a key leads to, or undefined when the key means nothing here. */
export function moveByKey(key: string, from: Cell, matrix: Matrix): Cell | undefined {
  const moved = steps[key]?.(from, matrix)
  return moved && clampCell(moved, matrix)
}

export function clampCell({ row, column }: Cell, { rows, columns }: Matrix): Cell {
  return { row: clamp(row, rows), column: clamp(column, columns) }
}

function clamp(value: number, count: number): number {
  return Math.max(0, Math.min(count - 1, value))
}
