// MPT: ALiBi, no biases in norms or linear layers, query, key and value fused as three blocks.

import { refuse } from '../boundary/errors.js'
import type { ConfigFields } from './config-fields.js'
import type { Family, ModelSpec, TensorRule } from './family.js'
import { fused, linear, norm, ownHead, perBlock, rule, without } from './rules.js'
import { decoderHead, evenHeads, modelSpec } from './spec.js'

export const mpt: Family = {
  name: 'mpt',
  modelTypes: ['mpt'],
  rename: without('transformer.'),
  spec,
  tensors: (s) => [
    rule('wte.weight', [s.vocab, s.dModel], 'embedding'),
    ...perBlock(s, (i) => block(s, i)),
    ...norm('norm_f', 'finalNorm', s.dModel, { bias: false }),
    ...ownHead(s),
  ],
  fixed: {
    expansion_ratio: [4],
    no_bias: [true],
    norm_type: ['low_precision_layernorm', 'layernorm'],
    'attn_config.attn_type': ['multihead_attention'],
    'attn_config.clip_qkv': [0],
    'attn_config.prefix_lm': [false],
    'attn_config.qk_ln': [false],
  },
}

function spec(config: ConfigFields): ModelSpec {
  const dModel = config.count('d_model', 2048)
  const heads = config.count('n_heads', 16)
  const attention = config.inner('attn_config')
  requireAlibi(attention)
  return modelSpec({
    vocab: config.count('vocab_size', 50368),
    dModel,
    layers: config.count('n_layers', 24),
    heads,
    headDim: evenHeads(config, 'd_model', dModel, heads),
    dFf: 4 * dModel,
    maxPositions: config.count('max_seq_len', 2048),
    norm: 'layer',
    normBias: false,
    normEpsilon: config.number('layer_norm_epsilon', 1e-5),
    activation: 'gelu',
    ...decoderHead(config, true),
    ...(attention?.has('softmax_scale') ? { scale: attention.number('softmax_scale') } : {}),
  })
}

// Refuses a config without ALiBi: transformers adds it regardless of this field.
function requireAlibi(attention: ConfigFields | undefined): void {
  if (attention?.flag('alibi', true) === false) {
    throw refuse('ERR_UNSUPPORTED', attention.path('alibi'), 'false', 'true')
  }
}

function block(s: ModelSpec, i: number): TensorRule[] {
  const [from, to, width] = [`blocks.${i}.`, `layers.${i}.`, s.dModel]
  const qkv = ['query', 'key', 'value'].map((name) => ({ name: to + name, rows: width }))
  const bias = false
  return [
    ...norm(`${from}norm_1`, `${to}norm1`, width, { bias }),
    ...fused(`${from}attn.Wqkv`, qkv, { width, bias }),
    ...linear(`${from}attn.out_proj`, `${to}output`, { out: width, width, bias }),
    ...norm(`${from}norm_2`, `${to}norm2`, width, { bias }),
    ...linear(`${from}ffn.up_proj`, `${to}mlp.up`, { out: s.dFf, width, bias }),
    ...linear(`${from}ffn.down_proj`, `${to}mlp.down`, { out: width, width: s.dFf, bias }),
  ]
}
