// PaLM (no public weights), as in PaLM-rlhf-pytorch: parallel blocks with one norm without a bias, one key head, SwiGLU,
// rotary positions, a tied head.

import type { ConfigFields } from './config-fields.js'
import type { Family, ModelSpec, TensorRule } from './family.js'
import { fused, linear, norm, ownHead, perBlock, rule, withoutGamma } from './rules.js'
import { evenHeads, modelSpec } from './spec.js'

export const palm: Family = {
  name: 'palm',
  modelTypes: ['palm'],
  rename: (name) =>
    withoutGamma(name)
      .replace(/^(layers\.\d+)\.fn\./, '$1.')
      .replace('ff_out.2.', 'ff_out.'),
  spec,
  tensors: (s) => [
    rule('token_emb.weight', [s.vocab, s.dModel], 'embedding'),
    ...perBlock(s, (i) => block(s, i)),
    ...norm('norm', 'finalNorm', s.dModel, { bias: false }),
    ...ownHead(s, 'to_logits.weight'),
  ],
  // buffers beside the weights: zero biases and frequencies
  unused: [/norm\.bias$/, /rotary_emb\.inv_freq$/],
}

function spec(config: ConfigFields): ModelSpec {
  const dModel = config.count('hidden_size')
  const heads = config.count('num_attention_heads')
  return modelSpec({
    vocab: config.count('vocab_size'),
    dModel,
    layers: config.count('num_hidden_layers'),
    heads,
    kvHeads: 1,
    headDim: config.has('head_dim')
      ? config.count('head_dim')
      : evenHeads(config, 'hidden_size', dModel, heads),
    dFf: config.count('intermediate_size', 4 * dModel),
    maxPositions: config.count('max_position_embeddings', 2048),
    norm: 'layer',
    normBias: false,
    normEpsilon: config.number('layer_norm_eps', 1e-5),
    parallel: true,
    sharedNorm: true,
    activation: 'silu',
    gatedMlp: true,
    tieHead: config.flag('tie_word_embeddings', true),
  })
}

// The rules of a block, whose fused_attn_ff_proj has the rows [query, key, value, x, gate].
function block(s: ModelSpec, i: number): TensorRule[] {
  const [from, to, width] = [`layers.${i}.`, `layers.${i}.`, s.dModel]
  const q = s.heads * s.headDim
  const parts = [
    { name: `${to}query`, rows: q },
    { name: `${to}key`, rows: s.headDim },
    { name: `${to}value`, rows: s.headDim },
    { name: `${to}mlp.up`, rows: s.dFf },
    { name: `${to}mlp.gate`, rows: s.dFf },
  ]
  const bias = false
  return [
    ...norm(`${from}norm`, `${to}norm1`, width, { bias }),
    ...fused(`${from}fused_attn_ff_proj`, parts, { width, bias }),
    ...linear(`${from}attn_out`, `${to}output`, { out: width, width: q, bias }),
    ...linear(`${from}ff_out`, `${to}mlp.down`, { out: width, width: s.dFf, bias }),
  ]
}
