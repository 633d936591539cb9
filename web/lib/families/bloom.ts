// BLOOM: ALiBi, a layer norm over the embeddings, and query, key and value fused head by head.

import { refuse } from '../boundary/errors.js'
import { withoutHidden } from '../position/position-ids.js'
import type { ConfigFields } from './config-fields.js'
import type { Family, ModelSpec, TensorRule } from './family.js'
import { fused, linear, norm, ownHead, perBlock, rule, without } from './rules.js'
import { biases, decoderHead, evenHeads, modelSpec } from './spec.js'

export const bloom: Family = {
  name: 'bloom',
  modelTypes: ['bloom'],
  rename: without('transformer.'),
  spec,
  tensors: (s) => [
    rule('word_embeddings.weight', [s.vocab, s.dModel], 'embedding'),
    ...norm('word_embeddings_layernorm', 'embeddingNorm', s.dModel),
    ...perBlock(s, (i) => block(s, i)),
    ...norm('ln_f', 'finalNorm', s.dModel),
    ...ownHead(s),
  ],
  positionIds: () => withoutHidden,
  irrelevant: [
    'attention_softmax_in_fp32',
    'bias_dropout_fusion',
    'masked_softmax_fusion',
    'offset_alibi',
    'skip_bias_add',
    'skip_bias_add_qkv',
    'hidden_size', // n_embed in old files
    'num_attention_heads',
  ],
  fixed: { apply_residual_connection_post_layernorm: [false] },
}

function spec(config: ConfigFields): ModelSpec {
  requireBiases(config)
  const widthKey = config.has('n_embed') ? 'n_embed' : 'hidden_size'
  const dModel = config.count(widthKey, 64)
  const heads = config.count(config.has('n_head') ? 'n_head' : 'num_attention_heads', 8)
  return modelSpec({
    vocab: config.count('vocab_size', 250880),
    dModel,
    layers: config.count(config.has('n_layer') ? 'n_layer' : 'num_hidden_layers', 2),
    heads,
    headDim: evenHeads(config, widthKey, dModel, heads),
    dFf: 4 * dModel,
    maxPositions: config.count('seq_length', 2048),
    norm: 'layer',
    normEpsilon: config.number('layer_norm_epsilon', 1e-5),
    embeddingNorm: true,
    activation: 'gelu_tanh',
    ...biases(true),
    ...decoderHead(config, true),
  })
}

// Refuses products in slices, which drop the biases of `dense` and `dense_4h_to_h` in transformers.
function requireBiases(config: ConfigFields): void {
  const slices = config.integer('pretraining_tp', 1)
  if (!config.flag('slow_but_exact', false) || slices <= 1) return
  const wanted = 'false, which keeps the output biases (transformers leaves them out there)'
  throw refuse('ERR_UNSUPPORTED', config.path('slow_but_exact'), `true with pretraining_tp ${slices}`, wanted)
}

function block(s: ModelSpec, i: number): TensorRule[] {
  const [from, to, width] = [`h.${i}.`, `layers.${i}.`, s.dModel]
  const qkv = ['query', 'key', 'value'].map((name) => ({ name: to + name, rows: s.headDim }))
  return [
    ...norm(`${from}input_layernorm`, `${to}norm1`, width),
    ...fused(`${from}self_attention.query_key_value`, qkv, { width, groups: s.heads }),
    ...linear(`${from}self_attention.dense`, `${to}output`, { out: width, width }),
    ...norm(`${from}post_attention_layernorm`, `${to}norm2`, width),
    ...linear(`${from}mlp.dense_h_to_4h`, `${to}mlp.up`, { out: s.dFf, width }),
    ...linear(`${from}mlp.dense_4h_to_h`, `${to}mlp.down`, { out: width, width: s.dFf }),
  ]
}
