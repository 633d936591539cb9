// References to learned tables that lie in a checkpoint, and the tables they stand for.

import type { Position, PositionEncoding } from './position-types.js'
import { elementCount, type Tensor, type TensorLike } from './tensor.js'

/** A tensor of a checkpoint: its name and its shape there. */
export interface StoredTensor {
  tensor: string
  shape: number[]
}

/**
 * Stands for a table: the tensor as a matrix (the first axis stays, the others join; a vector is one row), then what the
 * model does to it before it is used.
 */
export interface TableReference extends StoredTensor {
  transposed?: boolean
  /** Layer norm of every row. */
  norm?: { weight: StoredTensor; bias: StoredTensor; epsilon: number }
  /** A linear layer over every row: weight [out, in]. */
  projection?: { weight: StoredTensor; bias?: StoredTensor }
}

/** Replaces table references by the tables that they stand for; `find` reads one tensor. */
export function resolveTables(
  position: Position<TableReference>,
  find: (stored: StoredTensor) => TensorLike,
): Position {
  const parts = Array.isArray(position) ? position : [position]
  const resolved = parts.map((part: PositionEncoding<TableReference>) => resolveEncoding(part, find))
  return resolved.length === 1 && resolved[0] ? resolved[0] : resolved
}

function resolveEncoding(
  part: PositionEncoding<TableReference>,
  find: (stored: StoredTensor) => TensorLike,
): PositionEncoding {
  const fields = Object.entries(part).map(([name, value]) => {
    return [name, isReference(value) ? tableOf(value, find) : value]
  })
  return Object.fromEntries(fields) as PositionEncoding
}

export function isReference(value: unknown): value is TableReference {
  return typeof value === 'object' && value !== null && typeof Reflect.get(value, 'tensor') === 'string'
}

function tableOf(reference: TableReference, find: (stored: StoredTensor) => TensorLike): Tensor {
  const { transposed, norm, projection } = reference
  let table = matrixOf(find({ tensor: reference.tensor, shape: reference.shape }))
  if (transposed) table = transpose(table)
  if (norm) table = normalized(table, find(norm.weight).data, find(norm.bias).data, norm.epsilon)
  if (!projection) return table
  const bias = projection.bias && find(projection.bias).data
  return projected(table, matrixOf(find(projection.weight)), bias)
}

function matrixOf({ data, shape }: TensorLike): Tensor {
  const [rows = 1, ...rest] = shape.length === 1 ? [1, ...shape] : shape
  return { data, shape: [rows, elementCount(rest)] }
}

/** [rows, columns] → [columns, rows] */
export function transpose({ data, shape: [rows = 0, columns = 0] }: TensorLike): Tensor {
  const out = new Float32Array(data.length)
  for (let r = 0; r < rows; r++) {
    for (let c = 0; c < columns; c++) out[c * rows + r] = data[r * columns + c] as number
  }
  return { data: out, shape: [columns, rows] }
}

function rowsOf({ data, shape: [rows = 0, columns = 0] }: Tensor): Float32Array[] {
  return Array.from({ length: rows }, (_, r) => data.subarray(r * columns, (r + 1) * columns))
}

function normalized(table: Tensor, weight: Float32Array, bias: Float32Array, epsilon: number): Tensor {
  const data = rowsOf(table).flatMap((row) => {
    const mean = row.reduce((sum, x) => sum + x, 0) / row.length
    const variance = row.reduce((sum, x) => sum + (x - mean) ** 2, 0) / row.length
    const scale = 1 / Math.sqrt(variance + epsilon)
    return Array.from(row, (x, i) => (x - mean) * scale * (weight[i] ?? 0) + (bias[i] ?? 0))
  })
  return { data: Float32Array.from(data), shape: table.shape }
}

// rows [n, in] · weightᵀ [in, out] + bias
function projected(table: Tensor, weight: Tensor, bias?: Float32Array): Tensor {
  const outputs = rowsOf(weight)
  const data = rowsOf(table).flatMap((row) => outputs.map((w, o) => dot(row, w) + (bias?.[o] ?? 0)))
  return { data: Float32Array.from(data), shape: [table.shape[0] ?? 0, outputs.length] }
}

function dot(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, x, i) => sum + x * (b[i] ?? 0), 0)
}
