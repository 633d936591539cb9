// TensorFlow.js with its WebAssembly backend, SIMD, one thread. "kernel": tensors stay in the engine; "copies": typed arrays in and out.

import { setThreadsCount, setWasmPaths } from '@tensorflow/tfjs-backend-wasm'
import * as tf from '@tensorflow/tfjs-core'
import { addedTensor } from '../graphs/attention.js'
import { decodeGraph, flattened, forwardGraph } from '../graphs/gpt.js'
import { rotaryGraph } from '../graphs/rotary.js'
import { tfjsOps } from '../ops/tfjs.js'

export async function openTfjs() {
  setWasmPaths('/tests/bench/node_modules/@tensorflow/tfjs-backend-wasm/dist/')
  setThreadsCount(1)
  await tf.setBackend('wasm')
  await tf.ready()
  return new TfjsEngine()
}

class TfjsEngine {
  name = 'tfjs-wasm'

  matmul({ a, b }) {
    return bothModes({ a, b }, ({ a, b }) => [tf.matMul(a, b)])
  }

  gemv({ a, b }) {
    return bothModes({ a }, ({ a, b }) => [tf.matMul(a, b)], { staying: { b } })
  }

  softmax({ x }) {
    return bothModes({ x }, ({ x }) => [tf.softmax(x)])
  }

  rotary({ q, k, cosines, sines }) {
    const [cosine, sine] = [cosines, sines].map(({ data, shape }) => ({ data, shape: [1, ...shape] }))
    const graph = ({ q, k, cosine, sine }) => [q, k].map((x) => rotaryGraph(tfjsOps, x, cosine, sine))
    return bothModes({ q, k }, graph, { staying: { cosine, sine } })
  }

  /** Head by head, each with two-dimensional tensors. */
  attention(problem) {
    if (problem.terms.position) return []
    const { q, k, v, shape } = problem
    const [heads, , headDim] = shape
    const added = headsOf(addedTensor(problem), 'added')
    const inputs = { ...headsOf(q, 'q'), ...headsOf(k, 'k'), ...headsOf(v, 'v') }
    const graph = (x) =>
      Array.from({ length: heads }, (_, h) => {
        const scores = tf.mul(tf.matMul(x[`q${h}`], x[`k${h}`], false, true), 1 / Math.sqrt(headDim))
        const mask = x[`added${h}`] ?? x.added0
        return tf.matMul(tf.softmax(mask ? tf.add(scores, mask) : scores), x[`v${h}`])
      })
    return bothModes(inputs, graph, { staying: added, join: joinHeads })
  }

  gptForward(problem) {
    const ids = { data: Int32Array.from(problem.ids), shape: [problem.ids.length] }
    return bothModes({ ids }, forwardGraph(problem)(tfjsOps))
  }

  gptDecode(problem) {
    const ids = { data: Int32Array.of(problem.tokens[0]), shape: [1] }
    const options = { staying: flattened(problem.cache), read: 1 }
    return bothModes({ ids }, decodeGraph(problem)(tfjsOps), options)
  }
}

/** { name0: [tokens, width], name1: … } of [heads, tokens, width] */
function headsOf(tensor, name) {
  if (!tensor) return {}
  const [heads, ...shape] = tensor.shape
  const length = tensor.data.length / heads
  const head = (h) => ({ data: tensor.data.subarray(h * length, (h + 1) * length), shape })
  return Object.fromEntries(Array.from({ length: heads }, (_, h) => [`${name}${h}`, head(h)]))
}

function joinHeads(parts) {
  const whole = new Float32Array(parts.length * parts[0].length)
  parts.forEach((part, h) => {
    whole.set(part, h * part.length)
  })
  return [whole]
}

/**
 * @param given inputs that cross in the mode with copies
 * @param graph (tensors) => results
 * @param options staying: inputs that are in the engine in both modes; read: how many of the results are wanted outside; join: makes
 *   expected results out of those
 */
function bothModes(given, graph, { staying = {}, read, join = (results) => results } = {}) {
  const kept = placed(staying)
  const outcome = (outputs) => outputs.slice(0, read).map((output) => output.dataSync())
  const rest = { graph, kept, outcome, join }
  return [resident(given, rest), copying(given, rest)]
}

function resident(given, { graph, kept, outcome, join }) {
  const inputs = placed(given)
  let outputs = []
  return {
    mode: 'kernel',
    run: () => {
      tf.dispose(outputs)
      outputs = tf.tidy(() => graph({ ...inputs, ...kept }))
    },
    result: () => join(outcome(outputs)),
    dispose: () => tf.dispose([...Object.values(inputs), ...outputs]),
  }
}

function copying(given, { graph, kept, outcome, join }) {
  let results
  return {
    mode: 'copies',
    run: () => {
      tf.tidy(() => {
        results = outcome(graph({ ...placed(given), ...kept }))
      })
    },
    result: () => join(results),
    dispose: () => tf.dispose(Object.values(kept)),
  }
}

function placed(tensors) {
  return Object.fromEntries(Object.entries(tensors).map(([name, tensor]) => [name, tfjsOps.constant(tensor)]))
}
