// A step of training in TensorFlow.js, WebAssembly backend, SIMD, one thread.

import * as tf from '@tensorflow/tfjs-core'
import '@tensorflow/tfjs-core/dist/register_all_gradients'
import { openTfjs } from '../engines/tfjs.js'
import { tfjsOps } from '../ops/tfjs.js'
import { corrections, decays, optimizer } from './optimizer.js'
import { epsilon, vocab } from './problem.js'

export async function tfjsTrainer(size, ids, weights) {
  await openTfjs()
  const variables = mapped(weights, ({ data, shape }) => tf.variable(tf.tensor(data, shape)))
  const moments = mapped(weights, ({ shape }) => [tf.variable(tf.zeros(shape)), tf.variable(tf.zeros(shape))])
  const constants = constantsOf(size, ids)
  let steps = 0
  return {
    step() {
      steps += 1
      return tf.tidy(() => {
        const { value, grads } = tf.variableGrads(() => lossOf(size, variables, constants))
        update(variables, moments, grads, steps)
        return value.dataSync()[0]
      })
    },
    dispose: () => tf.disposeVariables(),
  }
}

/** Rows of the table are products with ids as one-hot rows: the gradient of gather has no kernel in this backend. */
function constantsOf({ length }, ids) {
  const hot = tf.keep(tf.tidy(() => tf.cast(tf.oneHot(tf.tensor1d(ids.flat(), 'int32'), vocab), 'float32')))
  const hidden = Float32Array.from({ length: length * length }, (_, i) =>
    i % length > Math.floor(i / length) ? -1e9 : 0,
  )
  return { hot, hidden: tf.keep(tf.tensor(hidden, [length, length])) }
}

function lossOf({ layers, heads, width, length, sequences }, of, { hot, hidden }) {
  const norm = (x, name) => tfjsOps.layerNorm(x, of[`${name}.weight`], of[`${name}.bias`], epsilon)
  const linear = (x, name) => tf.add(tf.matMul(x, of[`${name}.weight`]), of[`${name}.bias`])
  const rows = sequences * length
  const headDim = width / heads
  const split = (x) => tf.transpose(tf.reshape(x, [sequences, length, heads, headDim]), [0, 2, 1, 3])
  const attention = (x, name) => {
    const [q, k, v] = tf.split(linear(x, `${name}.c_attn`), 3, 1).map(split)
    const scores = tf.add(tf.mul(tf.matMul(q, k, false, true), 1 / Math.sqrt(headDim)), hidden)
    const mixed = tf.transpose(tf.matMul(tf.softmax(scores), v), [0, 2, 1, 3])
    return linear(tf.reshape(mixed, [rows, width]), `${name}.c_proj`)
  }
  const words = tf.reshape(tf.matMul(hot, of['wte.weight']), [sequences, length, width])
  let x = tf.reshape(tf.add(words, of['wpe.weight']), [rows, width])
  for (let i = 0; i < layers; i++) {
    x = tf.add(x, attention(norm(x, `h.${i}.ln_1`), `h.${i}.attn`))
    const up = tfjsOps.gelu(linear(norm(x, `h.${i}.ln_2`), `h.${i}.mlp.c_fc`))
    x = tf.add(x, linear(up, `h.${i}.mlp.c_proj`))
  }
  const logits = tf.matMul(norm(x, 'ln_f'), of['wte.weight'], false, true)
  return tf.neg(tf.div(tf.sum(tf.mul(hot, tf.logSoftmax(logits))), rows))
}

function update(variables, moments, grads, step) {
  const { learningRate: rate, beta1, beta2, weightDecay, clip } = optimizer
  const { first, second } = corrections(step)
  const gradients = mapped(variables, (variable) => grads[variable.name])
  const squares = Object.values(gradients).map((g) => tf.sum(tf.square(g)))
  const scale = Math.min(1, clip / Math.sqrt(tf.addN(squares).dataSync()[0]))
  for (const [name, variable] of Object.entries(variables)) {
    const [m, v] = moments[name]
    const g = tf.mul(gradients[name], scale)
    m.assign(tf.add(tf.mul(m, beta1), tf.mul(g, 1 - beta1)))
    v.assign(tf.add(tf.mul(v, beta2), tf.mul(tf.square(g), 1 - beta2)))
    const change = tf.div(tf.mul(m, rate * first), tf.add(tf.sqrt(tf.mul(v, second)), optimizer.epsilon))
    const kept = decays(name, variable.shape) ? tf.mul(variable, 1 - rate * weightDecay) : variable
    variable.assign(tf.sub(kept, change))
  }
}

const mapped = (record, of) =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, of(value)]))
