// One head out of many, in loops that a reader does not notice: a map of 2048 × 2048 has four million cells.

import type { Position } from 'whereformer'
import type { AnyLibrary } from '../../parts/engine/library.js'
import type { Matrix, Range } from '../../parts/matrix/matrix.js'
import type { ExampleSizes } from '../../parts/positions/example-positions.js'

export interface HeadMap {
  matrix: Matrix
  /** 1 where all heads are the same. */
  heads: number
}

/** Numbers that one call to the engine answers with; a larger map comes in bands, and the page breathes in between. */
const BAND = 2 ** 21

/** A head of data with the shape [heads, rows, columns]. */
export function headOf(data: Float32Array, rows: number, columns: number, head: number): HeadMap {
  const size = rows * columns
  const heads = allSame(data, size) ? 1 : Math.round(data.length / size)
  const start = Math.min(head, heads - 1) * size
  return { matrix: { data: data.subarray(start, start + size), rows, columns }, heads }
}

/** A head of the bias, [tokens, tokens] out of [heads, tokens, tokens]. */
export async function biasHead(
  library: AnyLibrary,
  position: Position,
  { heads, tokens, dim }: ExampleSizes,
  head: number,
): Promise<HeadMap> {
  const most = Math.max(1, Math.floor(BAND / (heads * tokens)))
  const key = Array.from({ length: tokens }, (_, i) => i)
  const data = new Float32Array(tokens * tokens)
  let same = true
  for (let row = 0; row < tokens; row += most) {
    const query = key.slice(row, row + most)
    const band = (await library.bias(position, { heads, dim, positions: { query, key } })).data
    const size = query.length * tokens
    same &&= allSame(band, size)
    const at = Math.min(head, heads - 1)
    data.set(band.subarray(at * size, (at + 1) * size), row * tokens)
  }
  return { matrix: { data, rows: tokens, columns: tokens }, heads: same ? 1 : heads }
}

/** Whether every part of this size is the first one again. */
function allSame(data: Float32Array, size: number): boolean {
  for (let i = size; i < data.length; i++) {
    if (!Object.is(data[i], data[i % size])) return false
  }
  return true
}

/** The ends of the colour scale: symmetric about 0 when signed, and never equal. */
export function rangeOf({ data, rows, columns }: Matrix, signed: boolean, causal: boolean): Range {
  let [low, high] = [0, 0]
  for (let row = 0; row < rows; row++) {
    const end = row * columns + (causal ? Math.min(row + 1, columns) : columns)
    for (let i = row * columns; i < end; i++) {
      const value = data[i] as number
      if (value < low && value !== Number.NEGATIVE_INFINITY) low = value
      else if (value > high && value !== Number.POSITIVE_INFINITY) high = value
    }
  }
  if (!signed) return { low, high: high || 1 }
  const end = Math.max(-low, high) || 1
  return { low: -end, high: end }
}
