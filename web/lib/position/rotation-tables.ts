// Rotation by cosines and sines of the caller, as ONNX RotaryEmbedding has them.

import { allocateFloats } from '../boundary/allocate.js'
import { choiceOf, integerOf, optionsOf } from '../boundary/checks.js'
import { refuse } from '../boundary/errors.js'
import { resultIn, roomOf } from '../boundary/out.js'
import { elementCount, shapeText, type Tensor, type TensorLike, tensorOf } from '../boundary/tensor.js'
import { type PositionRows, rowsOfPositions } from './position-rows.js'

export interface RotationTables {
  /** [positions, pairs], one row per position id; or [batch, tokens, pairs], one row per token of x. */
  cos: TensorLike
  /** Like cos. */
  sin: TensorLike
}

export interface RotateByTablesOptions {
  /** Rows of the tables, one per token, or a list of such lists, one for each entry of the first axis of x. 0, 1, 2 … when absent. */
  positions?: PositionRows
  /** 'half': channel i with channel i + pairs; 'interleaved': channels 2i and 2i + 1. 'half' when absent. */
  layout?: 'half' | 'interleaved'
  /** Receives the result instead of a new array; may be x. */
  out?: Tensor
}

/**
 * x [batch?, heads?, tokens, headDim] with its first 2 · pairs channels rotated: (a, b) → (a cos − b sin, a sin + b cos). The other channels
 * stay.
 */
export function rotateByTables(
  x: TensorLike,
  tables: RotationTables,
  options?: RotateByTablesOptions,
): Tensor {
  const { data, shape } = tensorOf(x, 'x', [2, 3, 4])
  const { cos, sin } = tablesOf(tables)
  const given = optionsOf(options, 'options', ['positions', 'layout', 'out'])
  const layout = choiceOf(given.layout ?? 'half', 'options.layout', ['half', 'interleaved'])
  const [tokens, width] = shape.slice(-2) as [number, number]
  const pairs = cos.shape.at(-1) as number
  if (2 * pairs > width)
    throw refuse(
      'ERR_SHAPE',
      'tables.cos',
      `${pairs} columns`,
      `at most ${Math.floor(width / 2)}, the pairs of x`,
    )
  const sequences = shape.length > 2 ? (shape[0] as number) : 1
  const rowOf = rowFinder(cos, given.positions, sequences, tokens)
  const result = allocateFloats(elementCount(shape), 'the result')
  result.set(data)
  const rows = data.length / Math.max(width, 1)
  const [step, apart] = layout === 'half' ? [1, pairs] : [2, 1]
  for (let row = 0; row < rows; row++) {
    const sequence = Math.floor((row * sequences) / Math.max(rows, 1))
    const at = rowOf(sequence, row % tokens) * pairs
    for (let i = 0; i < pairs; i++) {
      const [first, second] = [row * width + i * step, row * width + i * step + apart]
      const [a, b] = [data[first] as number, data[second] as number]
      const [c, s] = [cos.data[at + i] as number, sin.data[at + i] as number]
      result[first] = a * c - b * s
      result[second] = a * s + b * c
    }
  }
  const room = roomOf(given.out, shape)
  if (room.length > 0) room.set(result)
  return resultIn(given.out, { data: result }, shape)
}

function tablesOf(tables: unknown): { cos: Tensor; sin: Tensor } {
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
function rowFinder({ shape }: Tensor, positions: unknown, sequences: number, tokens: number) {
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
