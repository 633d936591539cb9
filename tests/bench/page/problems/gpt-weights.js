// A GPT-2 of toy size with seeded random weights, under the names of its checkpoints, and its config.

import { normal } from '../random.js'

export const config = {
  model_type: 'gpt2',
  vocab_size: 256,
  n_positions: 288,
  n_embd: 128,
  n_layer: 4,
  n_head: 4,
  n_inner: 512,
  activation_function: 'gelu_new',
  layer_norm_epsilon: 1e-5,
  tie_word_embeddings: true,
}

/** name → { data, shape }; projections are [in, out] */
export function gptWeights() {
  const { vocab_size: vocab, n_positions: positions, n_embd: d, n_layer: layers, n_inner: inner } = config
  const weights = {}
  let seed = 100
  const add = (name, spread, center, ...shape) => {
    const tensor = normal(seed++, ...shape)
    weights[name] = { data: tensor.data.map((x) => center + spread * x), shape }
  }
  const norm = (name) => {
    add(`${name}.weight`, 0.1, 1, d)
    add(`${name}.bias`, 0.1, 0, d)
  }
  const linear = (name, from, to) => {
    add(`${name}.weight`, 1 / Math.sqrt(from), 0, from, to)
    add(`${name}.bias`, 0.1, 0, to)
  }
  add('wte.weight', 0.5, 0, vocab, d)
  add('wpe.weight', 0.5, 0, positions, d)
  for (let i = 0; i < layers; i++) {
    norm(`h.${i}.ln_1`)
    linear(`h.${i}.attn.c_attn`, d, 3 * d)
    linear(`h.${i}.attn.c_proj`, d, d)
    norm(`h.${i}.ln_2`)
    linear(`h.${i}.mlp.c_fc`, d, inner)
    linear(`h.${i}.mlp.c_proj`, inner, d)
  }
  norm('ln_f')
  return weights
}
