// The same model token by token in plain loops and doubles.

import { config } from './gpt-weights.js'

const { n_embd: width, n_head: heads, n_layer: layers, layer_norm_epsilon: epsilon } = config
const headDim = width / heads

export class ReferenceGpt {
  #weights
  /** Per layer the keys and values of the tokens so far, each [width]. */
  keys = Array.from({ length: layers }, () => [])
  values = Array.from({ length: layers }, () => [])

  constructor(weights) {
    this.#weights = weights
  }

  /** @returns {Float64Array} logits after this token */
  feed(id) {
    let x = this.#row('wte.weight', id)
    const at = this.#row('wpe.weight', this.keys[0].length)
    x = x.map((value, c) => value + at[c])
    for (let layer = 0; layer < layers; layer++) {
      x = sum(x, this.#attention(layer, this.#norm(`h.${layer}.ln_1`, x)))
      x = sum(x, this.#mlp(`h.${layer}.mlp`, this.#norm(`h.${layer}.ln_2`, x)))
    }
    const last = this.#norm('ln_f', x)
    return Float64Array.from({ length: config.vocab_size }, (_, token) =>
      dot(last, this.#row('wte.weight', token)),
    )
  }

  #attention(layer, x) {
    const qkv = this.#linear(`h.${layer}.attn.c_attn`, x)
    const [keys, values] = [this.keys[layer], this.values[layer]]
    keys.push(qkv.slice(width, 2 * width))
    values.push(qkv.slice(2 * width))
    const mixed = new Float64Array(width)
    for (let from = 0; from < width; from += headDim) {
      const query = qkv.slice(from, from + headDim)
      const scores = keys.map((key) => dot(query, key.subarray(from, from + headDim)) / Math.sqrt(headDim))
      const largest = Math.max(...scores)
      const powers = scores.map((score) => Math.exp(score - largest))
      const total = powers.reduce((a, b) => a + b)
      powers.forEach((power, t) => {
        for (let c = 0; c < headDim; c++) mixed[from + c] += (power / total) * values[t][from + c]
      })
    }
    return this.#linear(`h.${layer}.attn.c_proj`, mixed)
  }

  #mlp(name, x) {
    return this.#linear(`${name}.c_proj`, this.#linear(`${name}.c_fc`, x).map(gelu))
  }

  #norm(name, x) {
    const mean = x.reduce((a, b) => a + b) / width
    const variance = x.reduce((a, b) => a + (b - mean) ** 2, 0) / width
    const [weight, bias] = [this.#weights[`${name}.weight`].data, this.#weights[`${name}.bias`].data]
    return x.map((value, c) => ((value - mean) / Math.sqrt(variance + epsilon)) * weight[c] + bias[c])
  }

  #linear(name, x) {
    const { data, shape } = this.#weights[`${name}.weight`]
    const out = Float64Array.from(this.#weights[`${name}.bias`].data)
    const columns = shape[1]
    x.forEach((value, row) => {
      for (let c = 0; c < columns; c++) out[c] += value * data[row * columns + c]
    })
    return out
  }

  #row(name, row) {
    return Float64Array.from(this.#weights[name].data.subarray(row * width, (row + 1) * width))
  }
}

function sum(a, b) {
  return a.map((value, c) => value + b[c])
}

function dot(a, b) {
  let total = 0
  for (let c = 0; c < a.length; c++) total += a[c] * b[c]
  return total
}

function gelu(x) {
  return 0.5 * x * (1 + Math.tanh(Math.sqrt(2 / Math.PI) * (x + 0.044715 * x ** 3)))
}
