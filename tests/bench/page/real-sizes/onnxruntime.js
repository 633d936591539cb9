// onnxruntime-web, on which transformers.js runs models: keys and values are outputs that become the next inputs.

import * as ort from 'onnxruntime-web/wasm'
import { config } from '../llama-135m.js'
import { OnnxOps } from '../ops/onnx.js'
import { llamaGraph } from './llama-graph.js'
import { logProbabilities } from './said.js'
import { llamaWeights } from './weights.js'

const LONGEST = 2048

export async function openOnnxruntime(threads) {
  ort.env.wasm.numThreads = threads
  ort.env.wasm.wasmPaths = '/tests/bench/node_modules/onnxruntime-web/dist/'
  ort.env.logLevel = 'error'
  const ops = new OnnxOps()
  llamaGraph(ops, llamaWeights(), LONGEST)
  return new OnnxModel(await ort.InferenceSession.create(ops.bytes()))
}

class OnnxModel {
  name = 'onnxruntime-web'

  constructor(session) {
    this.session = session
  }

  async generate(ids, count, onToken) {
    const said = await this.#run(ids, count, onToken)
    return said.map(likeliest)
  }

  async say(ids, count) {
    return (await this.#run(ids, count)).map(logProbabilities)
  }

  dispose() {
    return this.session.release()
  }

  /** @returns the logits of each step */
  async #run(ids, count, onToken = () => {}) {
    const steps = []
    let cache = emptyCache()
    let length = 0
    for (let next = ids; steps.length < count; next = [likeliest(steps.at(-1))]) {
      length += next.length
      const outputs = await this.session.run({ ...inputsOf(next, length), ...cache })
      cache = cacheOf(outputs)
      steps.push(outputs.logits.data)
      onToken(likeliest(outputs.logits.data))
    }
    return steps
  }
}

function inputsOf(ids, length) {
  return {
    ids: new ort.Tensor('int64', BigInt64Array.from(ids, BigInt), [1, ids.length]),
    last: new ort.Tensor('int32', Int32Array.of(length - 1), [1]),
    total: new ort.Tensor('int32', Int32Array.of(length), []),
  }
}

function emptyCache() {
  const { num_hidden_layers: layers, num_key_value_heads: heads, num_attention_heads, hidden_size } = config
  const none = () =>
    new ort.Tensor('float32', new Float32Array(), [1, heads, 0, hidden_size / num_attention_heads])
  const pair = (_, layer) => [
    [`pastKeys${layer}`, none()],
    [`pastValues${layer}`, none()],
  ]
  return Object.fromEntries(Array.from({ length: layers }, pair).flat())
}

function cacheOf(outputs) {
  const past = (name) => name.replace('keys', 'pastKeys').replace('values', 'pastValues')
  const entries = Object.entries(outputs).filter(([name]) => name !== 'logits')
  return Object.fromEntries(entries.map(([name, tensor]) => [past(name), tensor]))
}

function likeliest(logits) {
  let best = 0
  for (let i = 1; i < logits.length; i++) if (logits[i] > logits[best]) best = i
  return best
}
