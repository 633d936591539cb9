// jax-js on its WebAssembly backend. "kernel": arrays stay in the engine, a compiled function is called until its result is ready;
// "copies": typed arrays in and out. A function consumes its arguments; .ref keeps one alive.

import { blockUntilReady, defaultDevice, init, jit, nn, numpy as np } from '@jax-js/jax'
import { addedTensor } from '../graphs/attention.js'

export async function openJax() {
  await init('wasm')
  defaultDevice('wasm')
  return new JaxEngine()
}

class JaxEngine {
  name = 'jax-js'

  matmul({ a, b }) {
    return bothModes([a, b], (a, b) => np.matmul(a, b))
  }

  gemv(problem) {
    return this.matmul(problem)
  }

  softmax({ x }) {
    return bothModes([x], (x) => nn.softmax(x))
  }

  attention(problem) {
    if (problem.terms.position) return []
    const { q, k, v, shape } = problem
    const added = addedTensor(problem)
    const scale = 1 / Math.sqrt(shape[2])
    const attend = (q, k, v, added) => {
      const scores = np.matmul(q, np.matrixTranspose(k)).mul(scale)
      return np.matmul(nn.softmax(added ? scores.add(added) : scores), v)
    }
    return bothModes([q, k, v, ...(added ? [added] : [])], attend)
  }
}

function bothModes(tensors, compute) {
  const compiled = jit(compute)
  return [resident(tensors, compiled), copying(tensors, compiled)]
}

function resident(tensors, compiled) {
  const inputs = tensors.map(toEngine)
  let output
  return {
    mode: 'kernel',
    run: async () => {
      output?.dispose()
      output = await blockUntilReady(compiled(...inputs.map((x) => x.ref)))
    },
    result: async () => [await output.ref.data()],
    dispose: () => {
      for (const x of [...inputs, output]) x?.dispose()
    },
  }
}

function copying(tensors, compiled) {
  let result
  return {
    mode: 'copies',
    run: async () => {
      result = await compiled(...tensors.map(toEngine)).data()
    },
    result: () => [result],
  }
}

function toEngine({ data, shape }) {
  return np.array(data).reshape(shape)
}
