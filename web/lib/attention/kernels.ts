// Matrix product, softmax and norms as functions of plain tensors.

import { numberOf, optionsOf } from '../boundary/checks.js'
import type { Core } from '../boundary/core.js'
import { refuse } from '../boundary/errors.js'
import { resultIn, roomOf } from '../boundary/out.js'
import {
  ABSENT,
  elementCount,
  type Given,
  shapeText,
  type Tensor,
  type TensorInput,
  tensorOf,
} from '../boundary/tensor.js'

export interface OutOption {
  /** The tensor that receives the result instead of a new array; may be an input. */
  out?: Tensor
}

export interface RmsNormOptions extends OutOption {
  /** The gain [width]; 1 when absent. */
  weight?: TensorInput
  /** The number that is added to the mean of squares; 1e-6 when absent. */
  epsilon?: number
}

export interface LayerNormOptions extends OutOption {
  /** The gain [width]; 1 when absent. */
  weight?: TensorInput
  /** The bias [width]; 0 when absent. */
  bias?: TensorInput
  /** The number that is added to the variance; 1e-5 when absent. */
  epsilon?: number
}

const MATRIX_OR_MORE = [2, 3, 4, 5, 6, 7, 8]
const VECTOR_OR_MORE = [1, ...MATRIX_OR_MORE]

/** […, m, k] · […, k, n] → […, m, n]; leading axes are equal, or one operand has none. */
export function matmul(core: Core, a: TensorInput, b: TensorInput, options?: OutOption): Tensor {
  const left = tensorOf(a, 'a', MATRIX_OR_MORE)
  const right = tensorOf(b, 'b', MATRIX_OR_MORE)
  const { out } = optionsOf(options, 'options', ['out'])
  const [rows, inner] = left.shape.slice(-2) as [number, number]
  const [innerOfB, columns] = right.shape.slice(-2) as [number, number]
  if (inner !== innerOfB) {
    throw refuse('ERR_SHAPE', 'b', `shape ${shapeText(right.shape)}`, `${inner} rows, like the columns of a`)
  }
  const leading = leadingAxes(left, right)
  const shape = [...leading, rows, columns]
  const batch = batchOf(left, right, { leading, rows })
  const room = roomOf(out, shape)
  const request = { a: left.data, b: right.data, inner, columns, ...batch, out: room.data }
  const result = core.call((raw) => raw.matmul(request))
  return resultIn(out, result, shape)
}

function leadingAxes(a: Given, b: Given): number[] {
  const [ofA, ofB] = [a.shape.slice(0, -2), b.shape.slice(0, -2)]
  if (ofA.length && ofB.length && shapeText(ofA) !== shapeText(ofB)) {
    throw refuse(
      'ERR_SHAPE',
      'b',
      `shape ${shapeText(b.shape)}`,
      `the leading axes of a, ${shapeText(ofA)}, or none`,
    )
  }
  return ofA.length ? ofA : ofB
}

// An operand without leading axes is broadcast. With a single b, all products are one product of the stacked rows.
function batchOf(a: Given, b: Given, { leading, rows }: { leading: number[]; rows: number }) {
  const products = elementCount(leading)
  if (b.shape.length === 2) return { batch: 1, rows: products * rows, sharesA: false }
  return { batch: products, rows, sharesA: a.shape.length === 2 }
}

/** The softmax over the last axis. A row of −Infinity becomes zeros, like a query whose keys are all masked. */
export function softmax(core: Core, x: TensorInput, options?: OutOption): Tensor {
  const given = tensorOf(x, 'x', VECTOR_OR_MORE)
  const { out } = optionsOf(options, 'options', ['out'])
  const room = roomOf(out, given.shape)
  const request = { ...rowsOf(given), out: room.data }
  const result = core.call((raw) => raw.softmax(request))
  return resultIn(out, result, given.shape)
}

/** Layer norm: (x − mean) / √(variance + epsilon) · weight + bias, over the last axis. */
export function layerNorm(core: Core, x: TensorInput, options?: LayerNormOptions): Tensor {
  const given = tensorOf(x, 'x', VECTOR_OR_MORE)
  const { weight, bias, epsilon, out } = optionsOf(options, 'options', ['weight', 'bias', 'epsilon', 'out'])
  const factor = vectorOf(weight, given, 'options.weight')
  const shift = vectorOf(bias, given, 'options.bias')
  const room = roomOf(out, given.shape)
  const request = {
    ...rowsOf(given),
    weight: factor.data,
    bias: shift.data,
    epsilon: epsilonOf(epsilon, 1e-5),
    out: room.data,
  }
  const result = core.call((raw) => raw.layerNorm(request))
  return resultIn(out, result, given.shape)
}

/** RMS norm: x / √(mean(x²) + epsilon) · weight, over the last axis. */
export function rmsNorm(core: Core, x: TensorInput, options?: RmsNormOptions): Tensor {
  const given = tensorOf(x, 'x', VECTOR_OR_MORE)
  const { weight, epsilon, out } = optionsOf(options, 'options', ['weight', 'epsilon', 'out'])
  const factor = vectorOf(weight, given, 'options.weight')
  const room = roomOf(out, given.shape)
  const request = {
    ...rowsOf(given),
    weight: factor.data,
    epsilon: epsilonOf(epsilon, 1e-6),
    out: room.data,
  }
  const result = core.call((raw) => raw.rmsNorm(request))
  return resultIn(out, result, given.shape)
}

function rowsOf(given: Given): { x: Float32Array; width: number } {
  return { x: given.data, width: widthOf(given) }
}

const widthOf = ({ shape }: Given) => shape.at(-1) ?? 0

function vectorOf(value: unknown, x: Given, argument: string): { readonly data: Float32Array } {
  if (value === undefined) return ABSENT
  const given = tensorOf(value, argument, [1])
  if (given.length === widthOf(x)) return given
  throw refuse('ERR_SHAPE', argument, `shape ${shapeText(given.shape)}`, `[${widthOf(x)}], the width of x`)
}

function epsilonOf(value: unknown, fallback: number): number {
  const epsilon = value === undefined ? fallback : numberOf(value, 'options.epsilon')
  if (epsilon < 0) throw refuse('ERR_VALUE', 'options.epsilon', String(epsilon), 'a number ≥ 0')
  return epsilon
}
