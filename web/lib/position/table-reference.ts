// References to learned tables in a checkpoint, and how they are resolved.

import { flagOf, numberOf, optionsOf, textOf } from '../boundary/checks.js'
import { refuse } from '../boundary/errors.js'
import { elementCount, shapeOf, shapeText, type Tensor, type TensorLike } from '../boundary/tensor.js'
import type { Position, PositionEncoding } from './position-types.generated.js'

/** A tensor of a checkpoint: its name and shape. */
export interface StoredTensor {
  tensor: string
  shape: number[]
}

/**
 * A reference to a table: the tensor as a matrix (the first axis is kept, the others are joined; a vector is one row), then the
 * operations that the model applies to it.
 */
export interface TableReference extends StoredTensor {
  /** The rows of the matrix, where they are not the first axis: ViT stores [1, rows, width]. */
  rows?: number
  /** Rows of zeros after the first, for tokens without a position. */
  zeros?: number | undefined
  transposed?: boolean
  /** A layer norm that the model applies to every row. */
  norm?: { weight: StoredTensor; bias: StoredTensor; epsilon: number }
  /** A linear layer that the model applies to every row: weight [out, in]. */
  projection?: { weight: StoredTensor; bias?: StoredTensor }
}

/** The product [n, in] · [in, out]. */
export type Multiply = (a: Tensor, b: Tensor) => Tensor

type Find = (stored: StoredTensor) => TensorLike

/** Replaces table references by tables; `find` reads one tensor. */
export function resolveTables(
  position: Position<TableReference>,
  find: Find,
  multiply: Multiply = product,
): Position {
  const parts = Array.isArray(position) ? position : [position]
  const resolved = parts.map((part: PositionEncoding<TableReference>) =>
    resolveEncoding(part, find, multiply),
  )
  return resolved.length === 1 && resolved[0] ? resolved[0] : resolved
}

function resolveEncoding(
  part: PositionEncoding<TableReference>,
  find: Find,
  multiply: Multiply,
): PositionEncoding {
  const fields = Object.entries(part).map(([name, value]) => {
    return [name, isReference(value) ? tableOf(value, find, multiply) : value]
  })
  return Object.fromEntries(fields) as PositionEncoding
}

/** Every tensor that a position refers to, norms and projections included. */
export function storedTensorsIn(position: Position<TableReference>): StoredTensor[] {
  const parts = Array.isArray(position) ? position : [position]
  return parts.flatMap((part) => Object.values(part).filter(isReference).flatMap(storedOf))
}

function storedOf({ tensor, shape, norm, projection }: TableReference): StoredTensor[] {
  const more = [norm?.weight, norm?.bias, projection?.weight, projection?.bias]
  return [{ tensor, shape }, ...more.filter((stored) => stored !== undefined)]
}

export function isReference(value: unknown): value is TableReference {
  return typeof value === 'object' && value !== null && typeof Reflect.get(value, 'tensor') === 'string'
}

/** Checks a reference from user input, and that its shapes fit each other. */
export function requireReference(value: unknown, argument: string): void {
  const given = optionsOf(value, argument, ['tensor', 'shape', 'transposed', 'norm', 'projection'])
  textOf(given.tensor, `${argument}.tensor`)
  const [rows, columns] = matrixShape(shapeOf(given.shape, `${argument}.shape`))
  const turned = given.transposed !== undefined && flagOf(given.transposed, `${argument}.transposed`)
  const width = turned ? rows : columns
  if (given.norm !== undefined) {
    const { weight, bias, epsilon } = optionsOf(given.norm, `${argument}.norm`, ['weight', 'bias', 'epsilon'])
    requireStored(weight, [1, width], `${argument}.norm.weight`)
    requireStored(bias, [1, width], `${argument}.norm.bias`)
    const number = numberOf(epsilon, `${argument}.norm.epsilon`)
    if (number < 0) throw refuse('ERR_VALUE', `${argument}.norm.epsilon`, String(number), 'a number ≥ 0')
  }
  if (given.projection === undefined) return
  const { weight, bias } = optionsOf(given.projection, `${argument}.projection`, ['weight', 'bias'])
  const [out] = requireStored(weight, [undefined, width], `${argument}.projection.weight`)
  if (bias !== undefined) requireStored(bias, [1, out], `${argument}.projection.bias`)
}

function requireStored(
  value: unknown,
  [rows, columns]: readonly [number | undefined, number],
  argument: string,
): [number, number] {
  const { tensor, shape } = optionsOf(value ?? null, argument, ['tensor', 'shape'])
  textOf(tensor, `${argument}.tensor`)
  const axes = shapeOf(shape, `${argument}.shape`)
  const found = matrixShape(axes)
  if (found[1] === columns && found[0] === (rows ?? found[0])) return found
  throw refuse(
    'ERR_SHAPE',
    `${argument}.shape`,
    shapeText(axes),
    rows === 1 ? `[${columns}]` : `[any, ${columns}]`,
  )
}

function tableOf(reference: TableReference, find: Find, multiply: Multiply): Tensor {
  const { transposed, norm, projection, rows, zeros } = reference
  const { data, shape } = find({ tensor: reference.tensor, shape: reference.shape })
  let table = matrixOf({ data, shape: rows ? [rows, data.length / rows] : shape })
  if (zeros) table = withZeros(table, zeros)
  if (transposed) table = transpose(table)
  if (norm) table = normalized(table, find(norm.weight).data, find(norm.bias).data, norm.epsilon)
  if (!projection) return table
  const projected = multiply(table, transpose(matrixOf(find(projection.weight))))
  return projection.bias ? plusRow(projected, find(projection.bias).data) : projected
}

function withZeros({ data, shape: [rows = 0, columns = 0] }: Tensor, zeros: number): Tensor {
  const more = new Float32Array(data.length + zeros * columns)
  more.set(data.subarray(0, columns))
  more.set(data.subarray(columns), (1 + zeros) * columns)
  return { data: more, shape: [rows + zeros, columns] }
}

function matrixOf({ data, shape }: TensorLike): Tensor {
  return { data, shape: matrixShape(shape) }
}

function matrixShape(shape: readonly number[]): [rows: number, columns: number] {
  const [rows = 1, ...rest] = shape.length === 1 ? [1, ...shape] : shape
  return [rows, elementCount(rest)]
}

/** [rows, columns] → [columns, rows] */
function transpose({ data, shape: [rows = 0, columns = 0] }: TensorLike): Tensor {
  const out = new Float32Array(data.length)
  for (let r = 0; r < rows; r++) {
    for (let c = 0; c < columns; c++) out[c * rows + r] = data[r * columns + c] as number
  }
  return { data: out, shape: [columns, rows] }
}

function normalized(table: Tensor, weight: Float32Array, bias: Float32Array, epsilon: number): Tensor {
  const [rows = 0, columns = 0] = table.shape
  const data = new Float32Array(rows * columns)
  for (let r = 0; r < rows; r++) {
    const row = table.data.subarray(r * columns, (r + 1) * columns)
    const mean = row.reduce((sum, x) => sum + x, 0) / columns
    const variance = row.reduce((sum, x) => sum + (x - mean) ** 2, 0) / columns
    const scale = 1 / Math.sqrt(variance + epsilon)
    for (let c = 0; c < columns; c++) {
      data[r * columns + c] = ((row[c] as number) - mean) * scale * (weight[c] ?? 0) + (bias[c] ?? 0)
    }
  }
  return { data, shape: [rows, columns] }
}

function plusRow({ data, shape }: Tensor, row: Float32Array): Tensor {
  return { data: data.map((x, i) => x + (row[i % row.length] as number)), shape }
}

const product: Multiply = (a, b) => {
  const [rows = 0, inner = 0] = a.shape
  const [, columns = 0] = b.shape
  const data = new Float32Array(rows * columns)
  for (let r = 0; r < rows; r++) {
    for (let c = 0; c < columns; c++) {
      let sum = 0
      for (let i = 0; i < inner; i++)
        sum += (a.data[r * inner + i] as number) * (b.data[i * columns + c] as number)
      data[r * columns + c] = sum
    }
  }
  return { data, shape: [rows, columns] }
}
