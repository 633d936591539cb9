// Rotation by cosines and sines of the caller, as ONNX RotaryEmbedding has them.

import { allocateFloats } from '../boundary/allocate.js'
import { choiceOf, integerOf, optionsOf } from '../boundary/checks.js'
import { refuse } from '../boundary/errors.js'
import { resultIn, roomOf } from '../boundary/out.js'
import {
  elementCount,
  type Given,
  shapeText,
  type Tensor,
  type TensorInput,
  tensorOf,
} from '../boundary/tensor.js'
import { type PositionRows, rowsOfPositions } from './position-rows.js'

export interface RotationTables {
  /** [positions, pairs], one row per position id; or [batch, tokens, pairs], one row per token of x. */
  cos: TensorInput
  /** Sines, in the shape of `cos`. */
  sin: TensorInput
}

export interface RotateByTablesOptions {
  /**
   * Position ids, which are rows of the tables: one per token, or a list of such lists, one for each entry of the first axis of x. 0, 1, 2 …
   * when absent.
   */
  positions?: PositionRows
  /** 'half': channel i with channel i + pairs; 'interleaved': channels 2i and 2i + 1. 'half' when absent. */
  layout?: 'half' | 'interleaved'
  /**
   * The heads that lie side by side in the last axis of x, as num_heads of ONNX: x is [batch, tokens, heads · headDim]. 1: the last axis
   * is one head. Required where x has three axes and more columns than the tables turn, which both readings would explain.
   */
  heads?: number
  /** Receives the result instead of a new array; may be x. */
  out?: Tensor
}

/**
 * x [batch?, heads?, tokens, headDim], or [batch?, tokens, heads · headDim] with options.heads: in each head the first 2 · pairs channels
 * are rotated, (a, b) → (a cos − b sin, a sin + b cos). The other channels stay.
 */
export function rotateByTables(
  x: TensorInput,
  tables: RotationTables,
  options?: RotateByTablesOptions,
): Tensor {
  const given = optionsOf(options, 'options', ['positions', 'layout', 'heads', 'out'])
  const rows = tensorOf(x, 'x', [2, 3, 4])
  const { cos, sin } = tablesOf(tables)
  const layout = choiceOf(given.layout ?? 'half', 'options.layout', ['half', 'interleaved'])
  const { shape } = rows
  const tokens = shape.at(-2) as number
  const pairs = cos.shape.at(-1) as number
  const { heads, width } = headsOf(shape, given.heads, pairs)
  const sequences = shape.length > 2 ? (shape[0] as number) : 1
  const rowOf = rowFinder(cos, given.positions, sequences, tokens)
  const room = roomOf(given.out, shape)
  const result = allocateFloats(elementCount(shape), 'the result')
  result.set(rows.data)
  const rotateRow = rowRotation(result, cos.data, sin.data, pairs, layout)
  const count = result.length / Math.max(width, 1)
  for (let row = 0; row < count; row++) {
    const sequence = Math.floor((row * sequences) / count)
    rotateRow(row * width, rowOf(sequence, Math.floor(row / heads) % tokens) * pairs)
  }
  if (given.out !== undefined) room.data.set(result)
  return resultIn(given.out, { data: result }, shape)
}

/** Rotates the pairs of the row that begins at `from`, in place, by the angles from `at` on. */
function rowRotation(
  data: Float32Array,
  cosines: Float32Array,
  sines: Float32Array,
  pairs: number,
  layout: 'half' | 'interleaved',
): (from: number, at: number) => void {
  const [step, apart] = layout === 'half' ? [1, pairs] : [2, 1]
  return (from, at) => {
    for (let i = 0; i < pairs; i++) {
      const [first, second] = [from + i * step, from + i * step + apart]
      const [a, b] = [data[first] as number, data[second] as number]
      const [c, s] = [cosines[at + i] as number, sines[at + i] as number]
      data[first] = a * c - b * s
      data[second] = a * s + b * c
    }
  }
}

/** The number of heads in the last axis, 1 where x has an axis of heads, and the width of one. */
function headsOf(shape: readonly number[], given: unknown, pairs: number): { heads: number; width: number } {
  const columns = shape.at(-1) as number
  const heads = given === undefined ? 1 : integerOf(given, 'options.heads', 1, 65536)
  if (heads > 1 && shape.length === 4)
    throw refuse('ERR_VALUE', 'options.heads', String(heads), 'none where x has an axis of heads')
  if (columns % heads !== 0)
    throw refuse('ERR_SHAPE', 'options.heads', String(heads), `a divisor of the ${columns} columns of x`)
  const width = columns / heads
  if (2 * pairs > width) {
    const wanted = `at most ${Math.floor(width / 2)}, the pairs of a head of x`
    throw refuse('ERR_SHAPE', 'tables.cos', `${pairs} columns`, wanted)
  }
  if (given === undefined && shape.length === 3 && columns > 2 * pairs) {
    const got = `nothing with x ${shapeText(shape)} and ${pairs} pairs`
    const wanted =
      '1 for [heads, tokens, headDim], or the number of heads for [batch, tokens, heads · headDim]'
    throw refuse('ERR_VALUE', 'options.heads', got, wanted)
  }
  return { heads, width }
}

function tablesOf(tables: unknown): { cos: Given; sin: Given } {
  const given = optionsOf(tables ?? null, 'tables', ['cos', 'sin'])
  const cos = tensorOf(given.cos, 'tables.cos', [2, 3])
  const sin = tensorOf(given.sin, 'tables.sin', [2, 3])
  if (shapeText(cos.shape) === shapeText(sin.shape)) return { cos, sin }
  throw refuse(
    'ERR_SHAPE',
    'tables.sin',
    `shape ${shapeText(sin.shape)}`,
    `${shapeText(cos.shape)}, like cos`,
  )
}

/** (sequence, token) → row of the tables. */
function rowFinder({ shape }: Given, positions: unknown, sequences: number, tokens: number) {
  if (shape.length === 3) {
    const fits = [1, sequences].includes(shape[0] as number) && shape[1] === tokens && positions === undefined
    if (fits) return (sequence: number, token: number) => (shape[0] === 1 ? token : sequence * tokens + token)
    const wanted = `[${sequences} or 1, ${tokens}, pairs] without positions, or [positions, pairs]`
    throw refuse('ERR_SHAPE', 'tables.cos', `shape ${shapeText(shape)}`, wanted)
  }
  const last = (shape[0] as number) - 1
  if (positions === undefined) {
    if (tokens - 1 <= last) return (_: number, token: number) => token
    throw refuse('ERR_SHAPE', 'tables.cos', `${last + 1} rows`, `at least ${tokens}, one per token`)
  }
  const ids = rowsOfPositions(positions, 'options.positions', sequences).map((row, i) => {
    const list = Array.from(row as ArrayLike<number>, (p, j) =>
      integerOf(p, `options.positions[${i}][${j}]`, 0, last),
    )
    if (list.length === tokens) return list
    throw refuse('ERR_SHAPE', 'options.positions', `${list.length} positions`, `${tokens}, one per token`)
  })
  return (sequence: number, token: number) => ids[sequence]?.[token] as number
}
