// GPT-2: layer norm, tanh GELU, a learned position table, weights stored as [in, out] with query, key and value fused.
// GPT-3 has no public weights; by its paper it is GPT-2 with alternating local layers.

import type { ConfigFields } from './config-fields.js'
import { activationOf, type Family, type ModelSpec, type TensorRule } from './family.js'
import { fused, linear, norm, ownHead, perBlock, rule, without } from './rules.js'
import { biases, decoderHead, evenHeads, modelSpec } from './spec.js'

export const gpt2: Family = {
  name: 'gpt2',
  modelTypes: ['gpt2', 'gpt3'],
  rename: without('transformer.'),
  spec,
  tensors: (s) => [
    rule('wte.weight', [s.vocab, s.dModel], 'embedding'),
    ...perBlock(s, (i) => block(s, i)),
    ...norm('ln_f', 'finalNorm', s.dModel),
    ...ownHead(s),
  ],
  unused: [/\.attn\.(?:masked_)?bias$/], // the causal mask in old checkpoints
  irrelevant: ['n_ctx', 'reorder_and_upcast_attn'],
  fixed: { scale_attn_by_inverse_layer_idx: [false] },
}

function spec(config: ConfigFields): ModelSpec {
  const dModel = config.count('n_embd', 768)
  const heads = config.count('n_head', 12)
  return modelSpec({
    vocab: config.count('vocab_size', 50257),
    dModel,
    layers: config.count('n_layer', 12),
    heads,
    headDim: evenHeads(config, 'n_embd', dModel, heads),
    dFf: config.count('n_inner', 4 * dModel),
    maxPositions: config.count('n_positions', 1024),
    norm: 'layer',
    normEpsilon: config.number('layer_norm_epsilon', 1e-5),
    activation: activationOf(config, 'activation_function', 'gelu_new'),
    ...biases(true),
    ...decoderHead(config, true),
    ...(config.flag('scale_attn_weights', true) ? {} : { scale: 1 }),
  })
}

function block(s: ModelSpec, i: number): TensorRule[] {
  const [from, to, width] = [`h.${i}.`, `layers.${i}.`, s.dModel]
  const qkv = ['query', 'key', 'value'].map((name) => ({ name: to + name, rows: width }))
  const conv1d = { transposed: true }
  return [
    ...norm(`${from}ln_1`, `${to}norm1`, width),
    ...fused(`${from}attn.c_attn`, qkv, { width, ...conv1d }),
    ...linear(`${from}attn.c_proj`, `${to}output`, { out: width, width, ...conv1d }),
    ...norm(`${from}ln_2`, `${to}norm2`, width),
    ...linear(`${from}mlp.c_fc`, `${to}mlp.up`, { out: s.dFf, width, ...conv1d }),
    ...linear(`${from}mlp.c_proj`, `${to}mlp.down`, { out: width, width: s.dFf, ...conv1d }),
  ]
}
