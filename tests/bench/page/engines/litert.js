// LiteRT.js on the CPU (XNNPACK, relaxed SIMD), one thread. "kernel": input tensors stay in the engine, the result is left there;
// "copies": typed arrays in, a typed array out.

import { loadAndCompile, loadLiteRt, Tensor } from '@litertjs/core'
import { addedTensor, attentionGraph } from '../graphs/attention.js'
import { decodeGraph, flattened, forwardGraph } from '../graphs/gpt.js'
import { rotaryGraph } from '../graphs/rotary.js'
import { TfliteOps } from '../ops/tflite.js'

export async function openLitert() {
  await loadLiteRt('/tests/bench/node_modules/@litertjs/core/wasm/')
  return new LitertEngine()
}

class LitertEngine {
  name = 'LiteRT.js'

  matmul({ a, b }) {
    return bothModes({ a, b }, (ops, { a, b }) => [ops.matmul(a, b)])
  }

  gemv({ a, b, shape }) {
    const bias = { data: new Float32Array(shape[1]), shape: [shape[1]] }
    return bothModes({ a }, (ops, { a }) => [ops.linear(a, ops.weight(b), ops.constant(bias))])
  }

  softmax({ x }) {
    return bothModes({ x }, (ops, { x }) => [ops.softmax(x)])
  }

  rotary({ q, k, cosines, sines }) {
    const tables = [cosines, sines].map(({ data, shape }) => ({ data, shape: [1, ...shape] }))
    return bothModes({ q, k }, (ops, { q, k }) => {
      const [cosine, sine] = tables.map((table) => ops.constant(table))
      return [rotaryGraph(ops, q, cosine, sine), rotaryGraph(ops, k, cosine, sine)]
    })
  }

  attention(problem) {
    if (problem.terms.position) return []
    const { q, k, v, shape } = problem
    const inputs = { q, k, v, added: addedTensor(problem) }
    const scale = 1 / Math.sqrt(shape[2])
    return bothModes(inputs, (ops, values) => [attentionGraph(ops, { ...values, scale })])
  }

  gptForward(problem) {
    const ids = { data: Int32Array.from(problem.ids), shape: [problem.ids.length] }
    return bothModes({ ids }, (ops, inputs) => forwardGraph(problem)(ops)(inputs))
  }

  /** The cache stays in the engine in both modes, and a new one is left there for the next token. */
  gptDecode(problem) {
    const ids = { data: Int32Array.of(problem.tokens[0]), shape: [1] }
    const options = { staying: flattened(problem.cache), read: 1 }
    return bothModes({ ids }, (ops, inputs) => decodeGraph(problem)(ops)(inputs), options)
  }
}

/**
 * @param given inputs that cross in the mode with copies
 * @param graph (ops, inputs) => outputs
 * @param options staying: inputs that are in the engine in both modes; read: how many of the outputs are wanted outside
 */
async function bothModes(given, graph, { staying = {}, read } = {}) {
  const crossing = Object.entries(given).filter(([, tensor]) => tensor)
  const fixed = Object.entries(staying)
  const ops = new TfliteOps()
  const type = ({ data }) => (data instanceof Int32Array ? 'int32' : 'float32')
  const values = Object.fromEntries(
    [...crossing, ...fixed].map(([name, x]) => [name, ops.input(name, x.shape, type(x))]),
  )
  for (const output of graph(ops, values)) ops.output('', output)
  const model = await loadAndCompile(ops.bytes(), { accelerator: 'wasm' })
  const tensors = crossing.map(([, tensor]) => tensor)
  const kept = fixed.map(([, tensor]) => toEngine(tensor))
  return [resident(model, tensors, kept, read), copying(model, tensors, kept, read)]
}

function resident(model, tensors, kept, read) {
  const inputs = tensors.map(toEngine)
  let outputs = []
  return {
    mode: 'kernel',
    run: async () => {
      for (const output of outputs) output.delete()
      outputs = await model.run([...inputs, ...kept])
    },
    result: () => outputs.slice(0, read).map((output) => output.toTypedArray()),
    dispose: () => {
      for (const tensor of [...inputs, ...outputs]) tensor.delete()
    },
  }
}

function copying(model, tensors, kept, read) {
  let results
  return {
    mode: 'copies',
    run: async () => {
      const inputs = tensors.map(toEngine)
      const outputs = await model.run([...inputs, ...kept])
      results = outputs.slice(0, read).map((output) => output.toTypedArray())
      for (const tensor of [...inputs, ...outputs]) tensor.delete()
    },
    result: () => results,
    dispose: () => {
      for (const tensor of kept) tensor.delete()
      model.delete()
    },
  }
}

function toEngine({ data, shape }) {
  return new Tensor(data, shape)
}
