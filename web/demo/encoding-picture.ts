// The map of an encoding: which door of the library draws it, and on what input.

import type { EncodingEntry, Position, Tensor } from 'whereformer'
import type { ColorMapName } from '../elements/color-maps.js'
import type { Matrix, Range } from '../elements/matrix.js'
import type { Library } from './engine.js'

export interface EncodingChoice {
  length: number
  dim: number
  base: number
  layout: string
  biasHead: number
}

export interface EncodingPicture {
  type: string
  matrix: Matrix
  colors: ColorMapName
  range: Range
  /** Rows are queries and columns keys; otherwise positions and dimensions. */
  relative: boolean
  causal: boolean
  /** RoPE: positions per turn of the fastest and the slowest pair. */
  waves?: { pairs: number; fast: number; slow: number }
  /** ALiBi: what the bias changes by per step of distance. */
  slope?: number
}

/** Heads that a bias picture chooses from. */
export const BIAS_HEADS = 8
const T5_BUCKETS = 32

type Draw = (
  library: Library,
  choice: EncodingChoice,
  learned: Position | undefined,
) => Promise<EncodingPicture>

const pictures: Record<string, Draw> = {
  none: (library, choice) => embedded(library, { type: 'none' }, choice),
  sinusoidal: (library, choice) => embedded(library, positionOf('sinusoidal', choice), choice),
  learned: drawLearned,
  rope: drawRope,
  alibi: drawAlibi,
  t5: drawT5,
}

export function canDraw(type: string): boolean {
  return type in pictures
}

/** `learned` is the encoding of the learned-table model, once it is loaded. */
export function drawEncoding(
  library: Library,
  type: string,
  choice: EncodingChoice,
  learned: Position | undefined,
): Promise<EncodingPicture> {
  const draw = pictures[type]
  if (!draw) throw new TypeError(`no picture for ${type}`)
  return draw(library, choice, learned)
}

/** The layout that is drawn: the chosen one if the encoding knows it, else its default. */
export function layoutOf(entry: EncodingEntry | undefined, layout: string): string {
  const parameter = entry?.parameters.find(({ name }) => name === 'layout')
  return parameter?.choices?.includes(layout) ? layout : String(parameter?.default ?? '')
}

function positionOf(type: 'sinusoidal' | 'rope', { base, layout }: EncodingChoice): Position {
  return { type, base, layout } as Position
}

async function embedded(
  library: Library,
  position: Position,
  choice: EncodingChoice,
): Promise<EncodingPicture> {
  const { length, dim } = choice
  return features('type' in position ? position.type : '', await library.embed(position, { length, dim }))
}

function features(type: string, { data, shape }: Tensor): EncodingPicture {
  const [rows = 0, columns = 0] = shape
  const end = largest(data)
  return {
    type,
    matrix: { data, rows, columns },
    colors: 'signed',
    range: { low: -end, high: end },
    relative: false,
    causal: false,
  }
}

// The trained table decides its own width and how many positions there are.
async function drawLearned(
  library: Library,
  { length }: EncodingChoice,
  learned: Position | undefined,
): Promise<EncodingPicture> {
  const parts = learned === undefined ? [] : Array.isArray(learned) ? learned : [learned]
  const part = parts.find(({ type }) => type === 'learned')
  if (part?.type !== 'learned') throw new TypeError('the model with a learned table is not loaded')
  const [rows = 0, dim = 0] = part.table.shape
  return features('learned', await library.embed(part, { length: Math.min(length, rows), dim }))
}

// Every pair starts as (1, 0); rotating it shows the cosine and the sine of its angle.
async function drawRope(library: Library, choice: EncodingChoice): Promise<EncodingPicture> {
  const { length, dim, layout } = choice
  const position = positionOf('rope', choice)
  const first = (column: number) => (layout === 'interleaved' ? column % 2 === 0 : column < dim / 2)
  const data = Float32Array.from({ length: length * dim }, (_, i) => (first(i % dim) ? 1 : 0))
  const [rotated, { inverse }] = await Promise.all([
    library.rotate(position, { data, shape: [length, dim] }),
    library.frequencies(position, { dim }),
  ])
  const [fast = 0, slow = 0] = [inverse[0], inverse.at(-1)].map(
    (angle) => (2 * Math.PI) / (angle ?? Number.NaN),
  )
  return { ...features('rope', rotated), waves: { pairs: inverse.length, fast, slow } }
}

async function drawAlibi(library: Library, choice: EncodingChoice): Promise<EncodingPicture> {
  const matrix = await biasMap(library, { type: 'alibi' }, BIAS_HEADS, choice.length, choice.biasHead)
  const end = largest(visible(matrix))
  return {
    type: 'alibi',
    matrix,
    colors: 'signed',
    range: { low: -end, high: end },
    relative: true,
    causal: true,
    slope: matrix.data[matrix.columns] ?? 0,
  }
}

// A table whose every value is its own row number shows which bucket is used where.
async function drawT5(library: Library, { length }: EncodingChoice): Promise<EncodingPicture> {
  const table = { data: Float32Array.from({ length: T5_BUCKETS }, (_, i) => i), shape: [T5_BUCKETS, 1] }
  const matrix = await biasMap(library, { type: 't5', table }, 1, length, 0)
  const range = { low: 0, high: T5_BUCKETS - 1 }
  return { type: 't5', matrix, colors: 'sequential', range, relative: true, causal: false }
}

async function biasMap(
  library: Library,
  position: Position,
  heads: number,
  length: number,
  head: number,
): Promise<Matrix> {
  const { data } = await library.bias(position, { heads, queries: length, keys: length })
  const size = length * length
  return { data: data.subarray(head * size, (head + 1) * size), rows: length, columns: length }
}

function visible({ data, columns }: Matrix): Float32Array {
  return data.filter((_, i) => i % columns <= Math.floor(i / columns))
}

/** The largest magnitude, or 1 when all is zero, so that a scale has two ends. */
function largest(data: Float32Array): number {
  return data.reduce((most, value) => Math.max(most, Math.abs(value)), 0) || 1
}
