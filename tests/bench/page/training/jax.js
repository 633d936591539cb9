// A step of training in jax-js on its WebAssembly backend: one compiled function. A function consumes its arguments; .ref keeps one alive.

import { defaultDevice, init, jit, nn, numpy as np, tree, valueAndGrad } from '@jax-js/jax'
import { corrections, decays, optimizer } from './optimizer.js'
import { epsilon, vocab } from './problem.js'

export async function jaxTrainer(size, ids, weights) {
  await init('wasm')
  defaultDevice('wasm')
  const arrays = (of) => mapped(weights, (tensor) => np.array(of(tensor)).reshape(tensor.shape))
  const zeros = ({ data }) => new Float32Array(data.length)
  const hot = nn.oneHot(np.array(ids.flat(), { dtype: np.int32 }), vocab)
  const compiled = jit(stepOf(size))
  let state = { values: arrays(({ data }) => data), first: arrays(zeros), second: arrays(zeros) }
  let steps = 0
  return {
    async step() {
      steps += 1
      const { first, second } = corrections(steps)
      const [loss, next] = compiled(state, hot.ref, np.array([first, second]))
      state = next
      const [value] = await loss.data()
      return value
    },
    dispose: () => tree.dispose(state),
  }
}

const stepOf = (size) => (state, hot, corrected) => {
  const loss = (values) => lossOf(size, values, hot)
  const [value, gradients] = valueAndGrad(loss)(tree.ref(state.values))
  return [value, updated(state, gradients, corrected)]
}

function lossOf({ layers, heads, width, length, sequences }, of, hot) {
  const get = (name) => of[name].ref
  const norm = (x, name) =>
    nn
      .standardize(x, -1, { epsilon })
      .mul(get(`${name}.weight`))
      .add(get(`${name}.bias`))
  const linear = (x, name) => np.matmul(x, get(`${name}.weight`)).add(get(`${name}.bias`))
  const rows = sequences * length
  const attention = (x, name) => {
    const [q, k, v] = np
      .split(linear(x, `${name}.c_attn`), 3, 1)
      .map((part) => part.reshape([sequences, length, heads, width / heads]))
    return linear(
      nn.dotProductAttention(q, k, v, { isCausal: true }).reshape([rows, width]),
      `${name}.c_proj`,
    )
  }
  let x = np
    .matmul(hot.ref, get('wte.weight'))
    .reshape([sequences, length, width])
    .add(get('wpe.weight'))
    .reshape([rows, width])
  for (let i = 0; i < layers; i++) {
    x = x.ref.add(attention(norm(x, `h.${i}.ln_1`), `h.${i}.attn`))
    const up = nn.gelu(linear(norm(x.ref, `h.${i}.ln_2`), `h.${i}.mlp.c_fc`), { approximate: true })
    x = x.add(linear(up, `h.${i}.mlp.c_proj`))
  }
  const logits = np.matmul(norm(x, 'ln_f'), np.matrixTranspose(get('wte.weight')))
  tree.dispose(of)
  return np.sum(hot.ref.mul(nn.logSoftmax(logits))).mul(-1 / rows)
}

function updated({ values, first, second }, gradients, corrected) {
  const { learningRate: rate, beta1, beta2, weightDecay, clip } = optimizer
  const squares = Object.values(gradients).map((g) => np.sum(np.square(g.ref)))
  const norm = np.sqrt(squares.reduce((a, b) => a.add(b)))
  const scale = np.minimum(1, np.divide(clip, norm))
  const [ofFirst, ofSecond] = np.split(corrected, 2, 0).map((x) => x.reshape([]))
  const next = { values: {}, first: {}, second: {} }
  for (const [name, value] of Object.entries(values)) {
    const g = gradients[name].mul(scale.ref)
    const m = first[name].mul(beta1).add(g.ref.mul(1 - beta1))
    const v = second[name].mul(beta2).add(np.square(g).mul(1 - beta2))
    const root = np.sqrt(v.ref.mul(ofSecond.ref)).add(optimizer.epsilon)
    const kept = decays(name, value.shape) ? value.mul(1 - rate * weightDecay) : value
    next.values[name] = kept.sub(m.ref.mul(ofFirst.ref).mul(rate).div(root))
    next.first[name] = m
    next.second[name] = v
  }
  return next
}

const mapped = (record, of) =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, of(value)]))
