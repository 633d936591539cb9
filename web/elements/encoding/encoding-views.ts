// Besides its map: how alike two positions are, how fast each pair turns, and how the score falls with distance.

import type { EncodingEntry, Position, PositionEncoding } from 'whereformer'
import type { AnyLibrary } from '../engine/library.js'
import type { Matrix } from '../matrix/matrix.js'
import type { View } from './encoding-fields.js'
import { doorOf } from './encoding-numbers.js'
import type { ExampleSizes } from './example-positions.js'

/** Encodings whose pairs turn at frequencies that the library tells. */
const TURNING = ['rope', 'xpos', 'pope', 'mrope', 'irope']

export function viewsOf(entry: EncodingEntry): View[] {
  const door = doorOf(entry)
  const codes = door === 'embed' || (door === 'rotate' && entry.type !== 'logN')
  const waves = entry.type === 'sinusoidal' || TURNING.includes(entry.type)
  return ['map', ...(codes ? (['similarity'] as const) : []), ...(waves ? (['waves'] as const) : []), 'decay']
}

/**
 * Of codes that are added: the cosine between two of them. Of rotations: the score of two tokens of the same content (all ones), as a
 * share of the score at distance 0, for the first head. [positions, positions]
 */
export async function similarityOf(
  library: AnyLibrary,
  entry: EncodingEntry,
  position: PositionEncoding,
  { tokens, dim, heads }: ExampleSizes,
): Promise<Matrix> {
  const embeds = doorOf(entry) === 'embed'
  const rows = embeds ? await unitCodes(library, position, tokens, dim) : ones(heads, tokens, dim)
  const width = rows.shape[2]
  const options = { scale: 1 / width, return: ['scores'] as const, ...(embeds ? {} : { position }) }
  const { scores } = await library.attention(rows, rows, rows, options)
  const count = rows.shape[1]
  return {
    data: (scores?.data ?? new Float32Array()).subarray(0, count * count),
    rows: count,
    columns: count,
  }
}

interface Rows {
  data: Float32Array
  shape: [heads: number, tokens: number, width: number]
}

/** Codes with mean square 1: a dot product divided by the width is a cosine. */
async function unitCodes(
  library: AnyLibrary,
  position: PositionEncoding,
  tokens: number,
  dim: number,
): Promise<Rows> {
  const [rows, width] =
    position.type === 'learned' ? (position.table.shape as [number, number]) : [tokens, dim]
  const length = Math.min(tokens, rows)
  const codes = await library.embed(position, { length, dim: width })
  const { data } = await library.rmsNorm(codes)
  return { data, shape: [1, length, width] }
}

function ones(heads: number, tokens: number, dim: number): Rows {
  return { data: new Float32Array(heads * tokens * dim).fill(1), shape: [heads, tokens, dim] }
}

/** Positions per whole turn, of each pair. */
export async function wavelengthsOf(
  library: AnyLibrary,
  entry: EncodingEntry,
  position: PositionEncoding,
  { tokens, dim }: ExampleSizes,
): Promise<Float32Array> {
  const angles =
    entry.type === 'sinusoidal'
      ? await anglesOfCode(library, position, dim)
      : (await library.frequencies(withoutPhases(position), { dim, length: tokens })).inverse
  return angles.map((angle) => (2 * Math.PI) / angle)
}

/** PoPE's learned phases belong to heads, which frequencies do not ask for. */
function withoutPhases(position: PositionEncoding): Position {
  if (position.type !== 'pope') return position
  const { phases: _, ...rest } = position
  return rest
}

// All frequencies are at most one radian per position, so the code of position 1 gives them away: sine and cosine of the angle.
async function anglesOfCode(
  library: AnyLibrary,
  position: PositionEncoding,
  dim: number,
): Promise<Float32Array> {
  const { data } = await library.embed(position, { positions: [1], dim })
  const pairs = Math.floor(dim / 2)
  const apart = position.type === 'sinusoidal' && position.layout === 'concatenated'
  return Float32Array.from({ length: pairs }, (_, i) => {
    const [sine, cosine] = apart ? [data[i], data[pairs + i]] : [data[2 * i], data[2 * i + 1]]
    return Math.atan2(sine ?? Number.NaN, cosine ?? Number.NaN)
  })
}

export interface DecayCurve {
  /** The score at each distance into the past, as a mean over heads; NaN where it is hidden. */
  curve: Float32Array
  /** The first distance at which the curve rises. */
  rise: number | undefined
}

/** The property meter measures at most this many positions quickly enough for a slider. */
const LONGEST_CURVE = 512

export async function decayOf(
  library: AnyLibrary,
  position: PositionEncoding,
  { tokens, dim, heads }: ExampleSizes,
): Promise<DecayCurve> {
  const length = Math.min(tokens, LONGEST_CURVE)
  const { decay } = await library.measure(position, { heads, dim, length })
  return {
    curve: decay.curve.map((score) => (Number.isFinite(score) ? score : Number.NaN)),
    rise: decay.firstRise?.to,
  }
}
