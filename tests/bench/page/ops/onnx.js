// Writes a graph as an ONNX model. Values are { name, shape }.

import { onnx } from 'onnx-proto'
import { broadcast, joined, permuted, product, sliced } from './shapes.js'

const FLOAT = onnx.TensorProto.DataType.FLOAT
const { INT32, INT64 } = onnx.TensorProto.DataType
const types = { float32: FLOAT, int32: INT32, int64: INT64 }
const kinds = onnx.AttributeProto.AttributeType

export class OnnxOps {
  #nodes = []
  #inputs = []
  #outputs = []
  #constants = []
  #count = 0

  /** A length may be a name, when it is known only at the call. @param {'float32' | 'int32' | 'int64'} type */
  input(name, shape, type = 'float32') {
    this.#inputs.push(valueInfo(name, shape, types[type]))
    return { name, shape }
  }

  output(name, value) {
    this.expose(this.node('Identity', [value], value.shape, { name }))
  }

  /** An output under the name that the value has. */
  expose({ name, shape }) {
    this.#outputs.push(valueInfo(name, shape, FLOAT))
  }

  constant({ data, shape }) {
    const name = this.#fresh()
    const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
    this.#constants.push({ name, dims: shape, dataType: FLOAT, rawData: bytes })
    return { name, shape }
  }

  integers(values) {
    const name = this.#fresh()
    const rawData = new Uint8Array(BigInt64Array.from(values, BigInt).buffer)
    this.#constants.push({ name, dims: [values.length], dataType: INT64, rawData })
    return { name, shape: [values.length] }
  }

  /** Any operation. Attributes are numbers: whole ones integers, { float } the others, lists of integers. */
  node(opType, inputs, shape, { name = this.#fresh(), domain = '', attributes = {} } = {}) {
    return this.nodes(opType, inputs, { [name]: shape }, { domain, attributes })[0]
  }

  /** An operation with several outputs: name → shape. */
  nodes(opType, inputs, outputs, { domain = '', attributes = {} } = {}) {
    this.#nodes.push({
      opType,
      domain,
      input: inputs.map((value) => value?.name ?? ''),
      output: Object.keys(outputs),
      attribute: Object.entries(attributes).map(attribute),
    })
    return Object.entries(outputs).map(([name, shape]) => ({ name, shape }))
  }

  matmul(a, b, { transposeB = false, scale = 1 } = {}) {
    const shape = product(a.shape, b.shape, transposeB)
    if (!transposeB && scale === 1) return this.node('MatMul', [a, b], shape)
    // what the optimiser makes of Transpose, MatMul and Mul
    const attributes = { transB: Number(transposeB), alpha: { float: scale } }
    return this.node('FusedMatMul', [a, b], shape, { domain: 'com.microsoft', attributes })
  }

  /** The right side of linear, [in, out]. */
  weight(tensor) {
    return this.constant(tensor)
  }

  /** x [rows, in] · weight + bias */
  linear(x, weight, bias) {
    return this.node('Gemm', [x, weight, bias], [x.shape[0], weight.shape[1]])
  }

  add(a, b) {
    return this.node('Add', [a, b], broadcast(a.shape, b.shape))
  }

  sub(a, b) {
    return this.node('Sub', [a, b], broadcast(a.shape, b.shape))
  }

  mul(a, b) {
    return this.node('Mul', [a, b], broadcast(a.shape, b.shape))
  }

  softmax(x) {
    return this.node('Softmax', [x], x.shape, { attributes: { axis: -1 } })
  }

  layerNorm(x, weight, bias, epsilon) {
    const attributes = { axis: -1, epsilon: { float: epsilon } }
    return this.node('LayerNormalization', [x, weight, bias], x.shape, { attributes })
  }

  /** tanh approximation */
  gelu(x) {
    return this.node('FastGelu', [x], x.shape, { domain: 'com.microsoft' })
  }

  gather(table, ids) {
    return this.node('Gather', [table, ids], [ids.shape[0], ...table.shape.slice(1)])
  }

  reshape(x, shape) {
    return this.node('Reshape', [x, this.integers(shape)], shape)
  }

  transpose(x, order) {
    return this.node('Transpose', [x], permuted(x.shape, order), { attributes: { perm: order } })
  }

  slice(x, axis, from, to) {
    const bounds = [[from], [to], [axis]].map((values) => this.integers(values))
    return this.node('Slice', [x, ...bounds], sliced(x.shape, axis, from, to))
  }

  concat(parts, axis) {
    const shape = joined(
      parts.map((part) => part.shape),
      axis,
    )
    return this.node('Concat', parts, shape, { attributes: { axis } })
  }

  bytes() {
    return onnx.ModelProto.encode({
      irVersion: 10,
      opsetImport: [
        { domain: '', version: 23 },
        { domain: 'com.microsoft', version: 1 },
      ],
      graph: {
        name: 'graph',
        node: this.#nodes,
        initializer: this.#constants,
        input: this.#inputs,
        output: this.#outputs,
      },
    }).finish()
  }

  #fresh() {
    this.#count += 1
    return `v${this.#count}`
  }
}

function valueInfo(name, shape, elemType) {
  return { name, type: { tensorType: { elemType, shape: { dim: shape.map(dimension) } } } }
}

function dimension(length) {
  return typeof length === 'string' ? { dimParam: length } : { dimValue: length }
}

function attribute([name, value]) {
  if (Array.isArray(value)) return { name, type: kinds.INTS, ints: value }
  if (typeof value === 'number') return { name, type: kinds.INT, i: value }
  return { name, type: kinds.FLOAT, f: value.float }
}
