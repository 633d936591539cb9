// GPT-2: layer norm, tanh GELU, a learned position table, weights stored as [in, out] with query, key and value fused.

import { refuse } from '../errors.js'
import type { ConfigFields } from './config-fields.js'
import { activationOf, type Family, type ModelSpec, requireOff, type TensorRule } from './family.js'

export const gpt2: Family = {
  name: 'gpt2',
  modelTypes: ['gpt2'],
  prefix: 'transformer.',
  spec,
  tensors(s) {
    const layers = Array.from({ length: s.layers }, (_, i) => layer(s, i)).flat()
    const head = s.tieHead
      ? []
      : [{ from: 'lm_head.weight', shape: [s.vocab, s.dModel], to: ['head.weight'] }]
    return [
      { from: 'wte.weight', shape: [s.vocab, s.dModel], to: ['embedding'] },
      ...layers,
      ...norm('ln_f', 'finalNorm', s.dModel),
      ...head,
    ]
  },
  // old checkpoints carry the causal mask
  ignored: (s) => [/\.attn\.(?:masked_)?bias$/, ...(s.tieHead ? [/^lm_head\.weight$/] : [])],
}

function spec(config: ConfigFields): ModelSpec {
  requireOff(config, 'scale_attn_by_inverse_layer_idx')
  requireOff(config, 'add_cross_attention')
  const dModel = config.count('n_embd', 768)
  const heads = config.count('n_head', 12)
  if (dModel % heads !== 0) {
    throw refuse('ERR_VALUE', 'config.n_embd', String(dModel), `a multiple of n_head (${heads})`)
  }
  return {
    vocab: config.count('vocab_size', 50257),
    dModel,
    layers: config.count('n_layer', 12),
    heads,
    kvHeads: heads,
    headDim: dModel / heads,
    dFf: config.count('n_inner', 4 * dModel),
    maxPositions: config.count('n_positions', 1024),
    norm: 'layer',
    normEpsilon: config.number('layer_norm_epsilon', 1e-5),
    activation: activationOf(config, 'activation_function', 'gelu_new'),
    gatedMlp: false,
    tieHead: config.flag('tie_word_embeddings', true),
    attentionBias: true,
    outputBias: true,
    mlpBias: true,
    softcap: 0,
    ...(config.flag('scale_attn_weights', true) ? {} : { scale: 1 }),
  }
}

function layer(s: ModelSpec, i: number): TensorRule[] {
  const [from, to] = [`h.${i}.`, `layers.${i}.`]
  const qkv = ['query', 'key', 'value'].map((name) => to + name)
  return [
    ...norm(`${from}ln_1`, `${to}norm1`, s.dModel),
    ...conv1d(`${from}attn.c_attn`, qkv, s.dModel, 3 * s.dModel),
    ...conv1d(`${from}attn.c_proj`, [`${to}output`], s.dModel, s.dModel),
    ...norm(`${from}ln_2`, `${to}norm2`, s.dModel),
    ...conv1d(`${from}mlp.c_fc`, [`${to}mlp.up`], s.dModel, s.dFf),
    ...conv1d(`${from}mlp.c_proj`, [`${to}mlp.down`], s.dFf, s.dModel),
  ]
}

function norm(from: string, to: string, width: number): TensorRule[] {
  return ['weight', 'bias'].map((part) => ({
    from: `${from}.${part}`,
    shape: [width],
    to: [`${to}.${part}`],
  }))
}

// The Conv1D of transformers: x · W + b with W [in, out].
function conv1d(from: string, to: string[], width: number, out: number): TensorRule[] {
  return [
    { from: `${from}.weight`, shape: [width, out], to: to.map((name) => `${name}.weight`), transposed: true },
    { from: `${from}.bias`, shape: [out], to: to.map((name) => `${name}.bias`) },
  ]
}
