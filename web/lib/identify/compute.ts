// Computes what an explanation says, with the library, to compare it with what was given.

import type { Core } from '../boundary/core.js'
import { encodings } from '../position/catalogue.js'
import { embed, rotate } from '../position/hooks.js'
import type { PositionEncoding } from '../position/position.js'
import { wrongRows } from './mistakes.js'
import { notComputable } from './not-computable.js'
import { layoutOf, mirrored } from './pairs.js'
import { headOf, type Rows } from './rows.js'
import type { Conventions } from './types.js'

/** The doors of an encoding. */
export function hooksOf(type: string): readonly string[] {
  return encodings.find((entry) => entry.type === type)?.doors ?? []
}

/** The rows that the conventions give; undefined where they cannot be computed, such as before position 0. */
export function rowsBy(core: Core, how: Conventions, rows: Rows): Float32Array | undefined {
  if (how.rowPositions) return headByHead(core, how, how.rowPositions, rows)
  const own = how.positions
  const at = own ? rows.positions.map((_, i) => own[rows.tokensOf?.[i] ?? i] as number) : rows.positions
  const positions = at.map((p) => p + (how.offset ?? 0))
  if (positions.some((p) => p < 0)) return undefined
  try {
    const placed = { ...rows, positions }
    const wrong = how.mistake || how.rounding ? wrongRows(core, how, placed) : undefined
    return scaled(wrong ?? turnedOrAdded(core, how, placed), how.scale)
  } catch (cause) {
    return notComputable(cause)
  }
}

function headByHead(
  core: Core,
  { rowPositions: _, ...how }: Conventions,
  rowPositions: readonly number[][],
  rows: Rows,
): Float32Array | undefined {
  const { heads, tokens, width } = rows
  const all = new Float32Array(heads * tokens * width)
  for (let head = 0; head < heads; head++) {
    const one = headOf(rows, head)
    const positions = rowPositions[one.firstHead ?? 0] as number[]
    const made = rowsBy(core, { ...how, positions }, one)
    if (!made) return undefined
    all.set(made, head * tokens * width)
  }
  return all
}

function turnedOrAdded(core: Core, how: Conventions, rows: Rows): Float32Array {
  const position = how.position as PositionEncoding
  const { heads, tokens, dim, input, positions } = rows
  if (hooksOf(position.type).includes('embed')) return added(core, how, rows)
  const shape = [heads, tokens, dim]
  const options = { positions, ...(how.side ? { side: how.side } : {}) }
  if (!how.reversed) return rotate(core, position, { data: input, shape }, options).data
  const layout = layoutOf(position, dim)
  const back = rotate(core, position, { data: mirrored(input, dim, layout), shape }, options)
  return mirrored(back.data, dim, layout)
}

function added(core: Core, { position, inputScale = 1 }: Conventions, rows: Rows): Float32Array {
  const { heads, tokens, dim, input, positions } = rows
  const codes = embed(core, position as PositionEncoding, { positions, dim }).data
  return input
    .map((x, i) => x * inputScale + (codes[i % (tokens * dim)] as number))
    .subarray(0, heads * tokens * dim)
}

function scaled(data: Float32Array, scale = 1): Float32Array {
  return scale === 1 ? data : data.map((x) => x * scale)
}
