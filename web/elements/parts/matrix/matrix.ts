// A matrix view of a tensor, and how it is painted.

import type { ColorTable } from './color-maps.js'

export interface Matrix {
  /** [rows, columns], row-major */
  readonly data: Float32Array
  readonly rows: number
  readonly columns: number
}

export interface Cell {
  row: number
  column: number
}

/** Limits of a colour scale. */
export interface Range {
  low: number
  high: number
}

export function valueAt({ data, columns }: Matrix, { row, column }: Cell): number {
  return data[row * columns + column] ?? Number.NaN
}

/** Causal mask: keys after the query are hidden. */
export function isHidden({ row, column }: Cell, causal: boolean): boolean {
  return causal && column > row
}

/** One pixel per cell, for rows `from` to `end`; hidden cells and NaN stay transparent and show the hatching behind. */
export function paintMatrix(
  pixels: Uint32Array,
  { data, rows, columns }: Matrix,
  colors: ColorTable,
  { low, high }: Range,
  causal: boolean,
  from = 0,
  end = rows,
): void {
  const scale = high > low ? 255 / (high - low) : 0
  for (let row = from; row < end; row++) {
    const visible = causal ? Math.min(row + 1, columns) : columns
    const start = row * columns
    for (let i = start; i < start + visible; i++) {
      const level = ((data[i] as number) - low) * scale + 0.5
      // a comparison with NaN is false, so NaN reaches the last branch
      pixels[i] =
        level >= 1 ? (colors[level < 255 ? level | 0 : 255] as number) : level < 1 ? (colors[0] as number) : 0
    }
    pixels.fill(0, start + visible, start + columns)
  }
}
