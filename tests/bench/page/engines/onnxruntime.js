// onnxruntime-web on one thread. "kernel": inputs are constants of the model, and only the compared rows come back; "copies": typed
// arrays in, typed arrays out. Of several operations that do the same the fastest counts.

import * as ort from 'onnxruntime-web/wasm'
import { addedTensor, attentionGraph } from '../graphs/attention.js'
import { decodeGraph, flattened, forwardGraph } from '../graphs/gpt.js'
import { OnnxOps } from '../ops/onnx.js'
import { tokenMajorProblem, tokenMajorTensor } from '../token-major.js'

export async function openOnnxruntime() {
  ort.env.wasm.numThreads = 1
  ort.env.wasm.wasmPaths = '/tests/bench/node_modules/onnxruntime-web/dist/'
  ort.env.logLevel = 'error'
  return new OnnxruntimeEngine()
}

const contrib = { domain: 'com.microsoft' }

class OnnxruntimeEngine {
  name = 'onnxruntime-web'

  matmul({ a, b, ...problem }) {
    return this.#both(problem, { a, b }, (ops, { a, b }) => [ops.matmul(a, b)], 'MatMul')
  }

  /** The matrix is a weight, which the engine may prepack; only the row crosses. */
  async gemv({ a, b, ...problem }) {
    return [await copying(problem, { a }, (ops, { a }) => [ops.matmul(a, ops.constant(b))], 'MatMul')]
  }

  softmax({ x, ...problem }) {
    return this.#both(problem, { x }, (ops, { x }) => [ops.softmax(x)], 'Softmax')
  }

  rotary({ q, k, cosines, sines, ...problem }) {
    const fourD = (x) => ({ data: x.data, shape: [1, ...x.shape] })
    const graph = (ops, inputs) => {
      const tables = [cosines, sines].map((table) => ops.constant(table))
      const positions = ops.integers([0])
      return [inputs.q, inputs.k].map((x) =>
        ops.node('RotaryEmbedding', [x, positions, ...tables], x.shape, contrib),
      )
    }
    return this.#both(problem, { q: fourD(q), k: fourD(k) }, graph, 'RotaryEmbedding')
  }

  async attention(problem) {
    if (problem.terms.position) return []
    const added = addedTensor(problem)
    const { q, k, v } = problem
    const methods = [
      ['MatMul, Softmax, MatMul', problem, { q, k, v }, composed],
      ['Attention', problem, fourAxes({ q, k, v }), attentionOperator],
      [
        'MultiHeadAttention',
        tokenMajorProblem(problem),
        mapValues({ q, k, v }, tokenMajorTensor),
        multiHeadAttention,
      ],
    ]
    const candidates = []
    for (const [method, layout, inputs, graph] of methods) {
      candidates.push(...(await this.#both(layout, inputs, graph(problem, added), method)))
    }
    return candidates
  }

  async gptForward(problem) {
    const ids = { data: BigInt64Array.from(problem.ids, BigInt), shape: [problem.ids.length] }
    return [await copying(problem, { ids }, (ops, inputs) => forwardGraph(problem)(ops)(inputs), 'graph')]
  }

  /** The cache crosses with each call, in and out: this engine keeps no tensors in WebAssembly. */
  async gptDecode(problem) {
    const ids = { data: BigInt64Array.of(BigInt(problem.tokens[0])), shape: [1] }
    const inputs = { ids, ...flattened(problem.cache) }
    return [await copying(problem, inputs, (ops, inputs) => decodeGraph(problem)(ops)(inputs), 'graph')]
  }

  async #both(problem, inputs, graph, method) {
    return [await resident(problem, inputs, graph, method), await copying(problem, inputs, graph, method)]
  }
}

/** @param graph (ops, inputs) => outputs */
async function copying(problem, inputs, graph, method) {
  const ops = new OnnxOps()
  const outputs = graph(
    ops,
    mapValues(inputs, (x, name) => ops.input(name, x.shape, typeOf(x))),
  )
  outputs.forEach((value, i) => {
    ops.output(`out${i}`, value)
  })
  const session = await ort.InferenceSession.create(ops.bytes())
  let results
  return {
    mode: 'copies',
    method,
    run: async () => {
      results = await session.run(mapValues(inputs, toEngine))
    },
    result: () =>
      outputs.map((_, i) => problem.arrange?.(results[`out${i}`].data) ?? results[`out${i}`].data),
    dispose: () => session.release(),
  }
}

/** Inputs are constants, which the optimiser would fold and prepack unless told not to; what to compare is gathered at the end. */
async function resident(problem, inputs, graph, method) {
  const ops = new OnnxOps()
  const rows = ops.input('rows', [problem.expected[0].rows.length], 'int64')
  graph(
    ops,
    mapValues(inputs, (tensor) => ops.constant(tensor)),
  ).forEach((value, i) => {
    const { rowCount, width } = problem.expected[i]
    ops.output(`out${i}`, ops.gather(ops.reshape(value, [rowCount, width]), rows))
  })
  const session = await ort.InferenceSession.create(ops.bytes(), {
    graphOptimizationLevel: 'disabled',
    extra: { session: { disable_prepacking: '1' } },
  })
  const wanted = problem.expected[0].rows.map((row) => problem.place?.(row) ?? row)
  const feeds = { rows: new ort.Tensor('int64', BigInt64Array.from(wanted, BigInt), [wanted.length]) }
  let results
  return {
    mode: 'kernel',
    method,
    run: async () => {
      results = await session.run(feeds)
    },
    result: () => problem.expected.map((rows, i) => rows.spread(results[`out${i}`].data)),
    dispose: () => session.release(),
  }
}

function composed({ shape }, added) {
  const scale = 1 / Math.sqrt(shape[2])
  return (ops, inputs) => [attentionGraph(ops, { ...inputs, added: added && ops.constant(added), scale })]
}

/** The operator of opset 23, [1, heads, tokens, headDim]. */
function attentionOperator({ shape, causal, bias }) {
  return (ops, { q, k, v }) => {
    const mask = bias && ops.constant({ data: bias.data, shape: [1, ...bias.shape] })
    const attributes = { is_causal: Number(causal) }
    return [ops.node('Attention', [q, k, v, mask], [1, ...shape], { attributes })]
  }
}

/** com.microsoft, [1, tokens, heads · headDim]. */
function multiHeadAttention({ shape: [heads, tokens, headDim], causal, bias }) {
  return (ops, { q, k, v }) => {
    const mask = bias && ops.constant({ data: bias.data, shape: [1, ...bias.shape] })
    const inputs = [q, k, v, null, null, mask]
    const attributes = { num_heads: heads, unidirectional: Number(causal) }
    return [ops.node('MultiHeadAttention', inputs, [1, tokens, heads * headDim], { ...contrib, attributes })]
  }
}

function typeOf({ data }) {
  return data instanceof BigInt64Array ? 'int64' : 'float32'
}

function toEngine(x) {
  return new ort.Tensor(typeOf(x), x.data, x.shape)
}

function fourAxes(tensors) {
  return mapValues(tensors, ({ data, shape }) => ({ data, shape: [1, ...shape] }))
}

function mapValues(object, change) {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value, name)]))
}
