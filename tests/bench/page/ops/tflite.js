// Writes a graph as a TensorFlow Lite model. Values are { index, shape }.

import { transposed } from '../transposed.js'
import { broadcast, joined, permuted, product, sliced } from './shapes.js'
import { tfliteFile } from './tflite-file.js'

const FLOAT32 = 0
const INT32 = 2

/** Builtin operators and the table of their options, by their numbers in the schema. */
const operators = {
  add: [0, 11],
  concatenation: [2, 10],
  fullyConnected: [9, 8],
  mul: [18, 21],
  reshape: [22, 17],
  softmax: [25, 9],
  gather: [36, 23],
  transpose: [39, 26],
  mean: [40, 27],
  sub: [41, 28],
  slice: [65, 48],
  rsqrt: [76, 0],
  squaredDifference: [99, 76],
  batchMatmul: [126, 101],
  gelu: [150, 116],
}

export class TfliteOps {
  #tensors = []
  #operators = []
  #buffers = []
  #inputs = []
  #outputs = []

  /** @param {'float32' | 'int32'} type */
  input(_, shape, type = 'float32') {
    const value = this.#tensor(shape, type === 'int32' ? INT32 : FLOAT32)
    this.#inputs.push(value.index)
    return value
  }

  output(_, value) {
    this.#outputs.push(value.index)
  }

  constant({ data, shape }) {
    const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
    this.#buffers.push(bytes)
    return this.#tensor(shape, data instanceof Int32Array ? INT32 : FLOAT32, this.#buffers.length)
  }

  matmul(a, b, { transposeB = false, scale = 1 } = {}) {
    const left = scale === 1 ? a : this.mul(a, this.#number(scale))
    const options = [
      ['int8', 0],
      ['int8', Number(transposeB)],
    ]
    return this.#operator('batchMatmul', [left, b], product(a.shape, b.shape, transposeB), options)
  }

  /** The right side of linear, given as [in, out]. */
  weight(tensor) {
    return this.constant(transposed(tensor))
  }

  /** x [rows, in] · weight + bias */
  linear(x, weight, bias) {
    return this.#operator('fullyConnected', [x, weight, bias], [x.shape[0], weight.shape[0]], [])
  }

  add(a, b) {
    return this.#operator('add', [a, b], broadcast(a.shape, b.shape), [])
  }

  sub(a, b) {
    return this.#operator('sub', [a, b], broadcast(a.shape, b.shape), [])
  }

  mul(a, b) {
    return this.#operator('mul', [a, b], broadcast(a.shape, b.shape), [])
  }

  softmax(x) {
    return this.#operator('softmax', [x], x.shape, [['float32', 1]])
  }

  layerNorm(x, weight, bias, epsilon) {
    const mean = this.#mean(x)
    const variance = this.#mean(
      this.#operator('squaredDifference', [x, mean], broadcast(x.shape, mean.shape), []),
    )
    const inverse = this.#operator('rsqrt', [this.add(variance, this.#number(epsilon))], variance.shape, [])
    return this.add(this.mul(this.mul(this.sub(x, mean), inverse), weight), bias)
  }

  /** tanh approximation */
  gelu(x) {
    return this.#operator('gelu', [x], x.shape, [['int8', 1]])
  }

  gather(table, ids) {
    return this.#operator('gather', [table, ids], [ids.shape[0], ...table.shape.slice(1)], [])
  }

  reshape(x, shape) {
    return this.#operator('reshape', [x, this.#integers(shape)], shape, [])
  }

  transpose(x, order) {
    return this.#operator('transpose', [x, this.#integers(order)], permuted(x.shape, order), [])
  }

  slice(x, axis, from, to) {
    const shape = sliced(x.shape, axis, from, to)
    const begin = x.shape.map((_, i) => (i === axis ? from : 0))
    return this.#operator('slice', [x, this.#integers(begin), this.#integers(shape)], shape, [])
  }

  concat(parts, axis) {
    const shape = joined(
      parts.map((part) => part.shape),
      axis,
    )
    return this.#operator('concatenation', parts, shape, [['int32', axis]])
  }

  bytes() {
    return tfliteFile({
      tensors: this.#tensors,
      operators: this.#operators,
      buffers: this.#buffers,
      inputs: this.#inputs,
      outputs: this.#outputs,
    })
  }

  #mean(x) {
    const shape = [...x.shape.slice(0, -1), 1]
    return this.#operator('mean', [x, this.#integers([x.shape.length - 1])], shape, [['int8', 1]])
  }

  #number(value) {
    return this.constant({ data: Float32Array.of(value), shape: [1] })
  }

  #integers(values) {
    return this.constant({ data: Int32Array.from(values), shape: [values.length] })
  }

  #tensor(shape, type, buffer = 0) {
    const index = this.#tensors.length
    this.#tensors.push({ shape, type, buffer, name: `t${index}` })
    return { index, shape }
  }

  #operator(name, inputs, shape, options) {
    const [code, optionsType] = operators[name]
    const output = this.#tensor(shape, FLOAT32)
    this.#operators.push({
      code,
      optionsType,
      options,
      inputs: inputs.map(({ index }) => index),
      outputs: [output.index],
    })
    return output
  }
}
