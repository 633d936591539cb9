// Besides its map: how alike two positions are, how fast each pair turns, and how the score falls with distance.

import type { EncodingEntry, PositionEncoding } from 'whereformer'
import type { AnyLibrary } from '../../parts/engine/library.js'
import type { Matrix } from '../../parts/matrix/matrix.js'
import { hookOf } from '../../parts/positions/encoding-numbers.js'
import type { ExampleSizes } from '../../parts/positions/example-positions.js'
import type { View } from './encoding-fields.js'
import { anglesOfCode } from './encodings/sinusoidal.js'

type Angles = (library: AnyLibrary, position: PositionEncoding, dim: number) => Promise<Float32Array>

/** Radians per position of encodings that have waves without the hook of `frequencies`. */
const ownAngles: Readonly<Record<string, Angles>> = { sinusoidal: anglesOfCode }

export function viewsOf(entry: EncodingEntry): View[] {
  const hook = hookOf(entry)
  const codes = hook === 'embed' || (hook === 'rotate' && entry.rotatesPairs)
  const waves = entry.frequencies || ownAngles[entry.type]
  return ['map', ...(codes ? (['similarity'] as const) : []), ...(waves ? (['waves'] as const) : []), 'decay']
}

/**
 * For codes that are added, the cosine between two of them; for rotations, the score of two tokens of the same content (all ones), as a
 * share of the score at distance 0, for the first head. [positions, positions]
 */
export async function similarityOf(
  library: AnyLibrary,
  entry: EncodingEntry,
  position: PositionEncoding,
  { tokens, dim, heads }: ExampleSizes,
): Promise<Matrix> {
  const embeds = hookOf(entry) === 'embed'
  const rows = embeds ? await unitCodes(library, position, tokens, dim) : ones(heads, tokens, dim)
  const width = rows.shape[2]
  const options = { scale: 1 / width, return: ['scores'] as const, ...(embeds ? {} : { position }) }
  const { scores } = await library.attention(rows, rows, rows, options)
  const count = rows.shape[1]
  return {
    data: scores.data.subarray(0, count * count),
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
  length: number,
  dim: number,
): Promise<Rows> {
  const codes = await library.embed(position, { length, dim })
  const { data } = await library.rmsNorm(codes)
  return { data, shape: [1, length, dim] }
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
  const own = ownAngles[entry.type]
  const angles = own
    ? await own(library, position, dim)
    : (await library.frequencies(withoutHeads(entry, position), { dim, length: tokens })).inverse
  return angles.map((angle) => (2 * Math.PI) / angle)
}

/** Without the tables of its heads, which are no part of a question about frequencies. */
function withoutHeads({ parameters }: EncodingEntry, position: PositionEncoding): PositionEncoding {
  const ofHeads = parameters.filter(({ shape }) => shape?.includes('heads')).map(({ name }) => name)
  return Object.fromEntries(Object.entries(position).filter(([name]) => !ofHeads.includes(name))) as never
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
