// Computes what <wf-waves> shows of a state: the codes of all positions in every form, the steps between neighbours, and the dot
// product of two codes.

import type { LearnedPosition, SinusoidalPosition, Tensor } from 'whereformer'
import type { AnyLibrary } from '../../parts/engine/library.js'
import type { StateOf } from '../../parts/figure/fields.js'
import type { TrainedModel } from '../../parts/trained/trained-models.js'
import type { SmallName } from '../../parts/trained/trained-names.js'
import { FARTHEST, type Form, type wavesFields } from './waves-fields.js'

export type WavesState = StateOf<typeof wavesFields>

/** The sinusoids of Vaswani et al. 2017. */
export const PAPER = { base: 10_000, dim: 512 }

/** Samples of a wave per position, for smooth curves. */
export const FINE = 4

/** Positions that training reads; the small model has twice as many rows. */
const TRAINED_ROWS = 64

/** The waves of every position up to FARTHEST; index 0 is the fastest pair. */
export interface Waves {
  position: SinusoidalPosition
  /** [channel][FINE · position] */
  sine: readonly Float32Array[]
  cosine: readonly Float32Array[]
  /** Positions per wave. */
  wavelengths: Float32Array
  /** Positions of the longest wave of the paper. */
  paper: number
}

export interface LearnedTable {
  position: LearnedPosition<Tensor>
  rows: number
  /** So many of them, from 0, had a part in training. */
  trained: number
  width: number
  /** The channels that are drawn, those that vary most over the trained rows: [channel][row]. */
  shown: readonly Float32Array[]
  /** The largest absolute value of each over the trained rows, but for the first row, which is far larger. */
  largest: readonly number[]
}

interface Steps {
  count: Float32Array
  binary: Float32Array
  waves: Float32Array
  /** Shorter: it ends with the table. */
  table: Float32Array
}

export interface WavesDrawing {
  form: Form
  channels: number
  /** How many positions are shown. */
  columns: number
  divided: boolean
  waves: Waves
  table: LearnedTable | undefined
  /** Lengths of the differences between the codes of neighbours. */
  steps: Steps
}

type SmallModel = TrainedModel<SmallName>

export async function drawWaves(
  library: AnyLibrary,
  state: WavesState,
  openModel: () => Promise<SmallModel>,
): Promise<WavesDrawing> {
  const { form, channels, divided, base } = state
  const [waves, table] = await Promise.all([
    wavesOf(library, channels, base),
    form === 'table' ? openModel().then((model) => tableOf(model, channels)) : undefined,
  ])
  const columns = table ? Math.max(state.positions, Math.ceil(table.rows * 1.25)) : state.positions
  const codes = { form, channels, columns, divided, waves, table }
  return { ...codes, steps: stepsOf(codes) }
}

type Codes = Pick<WavesDrawing, 'form' | 'channels' | 'columns' | 'divided' | 'waves' | 'table'>

/** The code of a position, by channel from the fastest; undefined where the table has no row. */
export function codeOf(
  { form, channels, columns, divided, waves, table }: Codes,
  at: number,
): number[] | undefined {
  if (form === 'count') return [divided ? at / columns : at]
  if (form === 'binary') return Array.from({ length: channels }, (_, i) => digit(at, i))
  if (form === 'waves') return Array.from({ length: channels }, (_, i) => sineOf(waves, i, at))
  return table && at < table.rows ? table.shown.map((values) => values[at] as number) : undefined
}

export const digit = (position: number, place: number): number => (position >> place) & 1

export const sineOf = ({ sine }: Waves, channel: number, at: number): number =>
  sine[channel]?.[FINE * at] ?? Number.NaN

export const cosineOf = ({ cosine }: Waves, channel: number, at: number): number =>
  cosine[channel]?.[FINE * at] ?? Number.NaN

/** Digits that differ between a position and the next one. */
export function flipsAt({ channels }: Pick<WavesDrawing, 'channels'>, at: number): number {
  let flips = 0
  for (let i = 0; i < channels; i++) flips += digit(at ^ (at + 1), i)
  return flips
}

/** Terms of the dot product of two codes: by channel or by pair of waves; one for all channels of the table; undefined past its end. */
export function termsOf(codes: Codes, a: number, b: number): number[] | undefined {
  const { form, channels, waves, table } = codes
  if (form === 'waves')
    return Array.from(
      { length: channels },
      (_, i) => sineOf(waves, i, a) * sineOf(waves, i, b) + cosineOf(waves, i, a) * cosineOf(waves, i, b),
    )
  if (form === 'table') {
    if (!table || Math.max(a, b) >= table.rows) return undefined
    return [dot(rowOf(table, a), rowOf(table, b))]
  }
  const second = codeOf(codes, b)
  return codeOf(codes, a)?.map((value, i) => value * (second?.[i] ?? Number.NaN))
}

function rowOf({ position: { table }, width }: LearnedTable, row: number): Float32Array {
  return table.data.subarray(row * width, (row + 1) * width)
}

function dot(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, i) => sum + value * (b[i] ?? Number.NaN), 0)
}

// ---- steps

function stepsOf(codes: Codes): Steps {
  const { columns, channels, divided, waves, table } = codes
  const along = (length: number, step: (at: number) => number) =>
    Float32Array.from({ length: Math.max(0, length) }, (_, at) => step(at))
  return {
    count: along(columns - 1, () => (divided ? 1 / columns : 1)),
    binary: along(columns - 1, (at) => Math.sqrt(flipsAt(codes, at))),
    waves: along(columns - 1, (at) => waveStep(waves, channels, at)),
    table: along(table ? table.rows - 1 : 0, (at) => tableStep(table as LearnedTable, at)),
  }
}

function waveStep(waves: Waves, channels: number, at: number): number {
  let sum = 0
  for (let i = 0; i < channels; i++)
    sum +=
      (sineOf(waves, i, at + 1) - sineOf(waves, i, at)) ** 2 +
      (cosineOf(waves, i, at + 1) - cosineOf(waves, i, at)) ** 2
  return Math.sqrt(sum)
}

function tableStep(table: LearnedTable, at: number): number {
  const next = rowOf(table, at + 1)
  return Math.hypot(...rowOf(table, at).map((value, i) => (next[i] as number) - value)) // spread: one per channel of a row
}

// ---- codes

const known = new WeakMap<AnyLibrary, { key: string; waves: Promise<Waves> }>()

/** Kept while channels and base stay: a drag asks sixty times a second. */
function wavesOf(library: AnyLibrary, channels: number, base: number): Promise<Waves> {
  const key = `${channels} ${base}`
  const before = known.get(library)
  if (before?.key === key) return before.waves
  const waves = computeWaves(library, channels, base)
  known.set(library, { key, waves })
  waves.catch(() => known.delete(library))
  return waves
}

async function computeWaves(library: AnyLibrary, channels: number, base: number): Promise<Waves> {
  const position: SinusoidalPosition = { type: 'sinusoidal', base }
  const dim = 2 * channels
  const positions = Float32Array.from({ length: FINE * FARTHEST }, (_, i) => i / FINE)
  const [{ data }, { inverse }, paper] = await Promise.all([
    library.embed(position, { positions, dim }),
    library.frequencies({ type: 'rope', base }, { dim }), // those of the sinusoids
    library.frequencies({ type: 'rope', base: PAPER.base }, { dim: PAPER.dim }),
  ])
  const column = (channel: number) => positions.map((_, i) => data[i * dim + channel] as number)
  const pairs = Array.from({ length: channels }, (_, i) => i)
  return {
    position,
    sine: pairs.map((i) => column(2 * i)),
    cosine: pairs.map((i) => column(2 * i + 1)),
    wavelengths: inverse.map((angle) => (2 * Math.PI) / angle),
    paper: (2 * Math.PI) / (paper.inverse.at(-1) ?? Number.NaN),
  }
}

function tableOf({ model }: SmallModel, channels: number): LearnedTable {
  const position = model.position as LearnedPosition<Tensor>
  const { data, shape } = position.table
  const [rows = 0, width = 0] = shape
  const columns = Array.from({ length: width }, (_, channel) =>
    Float32Array.from({ length: rows }, (_, row) => data[row * width + channel] as number),
  )
  const trained = Math.min(TRAINED_ROWS, rows)
  const spread = new Map(columns.map((values) => [values, spreadOf(values.subarray(0, trained))]))
  const shown = columns.sort((a, b) => (spread.get(b) ?? 0) - (spread.get(a) ?? 0)).slice(0, channels)
  const largest = shown.map((values) =>
    values.subarray(1, trained).reduce((most, value) => Math.max(most, Math.abs(value)), 0),
  )
  return { position, rows, trained, width, shown, largest }
}

/** The variance. */
function spreadOf(values: Float32Array): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  return values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length
}
