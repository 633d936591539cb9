// Steps of decoding after a long prompt, in a LLaMA of toy size that is read under another encoding. Only this package does that: what is
// checked is that each token is the one of a pass over the whole text.

import { normal } from '../random.js'

export const decodeConfig = {
  model_type: 'llama',
  hidden_size: 256,
  intermediate_size: 1024,
  num_hidden_layers: 4,
  num_attention_heads: 8,
  num_key_value_heads: 8,
  vocab_size: 256,
  max_position_embeddings: 4096,
  rms_norm_eps: 1e-5,
  tie_word_embeddings: true,
}

const HEADS = decodeConfig.num_attention_heads

const positions = {
  rope: { type: 'rope' },
  alibi: { type: 'alibi' },
  t5: { type: 't5', table: normal(5, 32, HEADS), maxDistance: 128 },
  kerple: { type: 'kerple', r1: Array(HEADS).fill(1), r2: Array(HEADS).fill(1) },
}

export function decode({ encoding, past, steps }) {
  const prompt = Array.from({ length: past }, (_, i) => (i * 7919) % decodeConfig.vocab_size)
  return {
    config: decodeConfig,
    weights: weights(),
    prompt,
    steps,
    position: positions[encoding],
    ownTolerance: 0,
  }
}

function weights() {
  const { hidden_size: width, intermediate_size: hidden, num_hidden_layers: layers } = decodeConfig
  const tensors = {}
  let seed = 200
  const matrix = (name, to, from) => {
    const { data, shape } = normal(seed++, to, from)
    tensors[name] = { data: data.map((x) => x / Math.sqrt(from)), shape }
  }
  const ones = (name) => {
    tensors[name] = { data: new Float32Array(width).fill(1), shape: [width] }
  }
  matrix('model.embed_tokens.weight', decodeConfig.vocab_size, width)
  ones('model.norm.weight')
  for (let i = 0; i < layers; i++) {
    const layer = `model.layers.${i}`
    ones(`${layer}.input_layernorm.weight`)
    ones(`${layer}.post_attention_layernorm.weight`)
    for (const one of ['q', 'k', 'v', 'o']) matrix(`${layer}.self_attn.${one}_proj.weight`, width, width)
    for (const one of ['gate', 'up']) matrix(`${layer}.mlp.${one}_proj.weight`, hidden, width)
    matrix(`${layer}.mlp.down_proj.weight`, width, hidden)
  }
  return tensors
}
