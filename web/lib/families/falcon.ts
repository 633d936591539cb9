// Falcon, three variants: 7B (parallel, one norm, one key head), 40B and 180B (parallel, two norms, groups of heads), and RW
// (sequential, multi-head, biases, ALiBi before the scale).

import { refuse } from '../boundary/errors.js'
import { withoutHidden } from '../position/position-ids.js'
import type { ConfigFields } from './config-fields.js'
import { activationOf, type Family, type ModelSpec, type TensorRule } from './family.js'
import { fused, linear, norm, ownHead, perBlock, rule, without } from './rules.js'
import { biases, decoderHead, evenHeads, keyHeads, modelSpec } from './spec.js'

export const falcon: Family = {
  name: 'falcon',
  modelTypes: ['falcon'],
  rename: without('transformer.'),
  spec,
  tensors: (s, config) => [
    rule('word_embeddings.weight', [s.vocab, s.dModel], 'embedding'),
    ...perBlock(s, (i) => block(s, i, styleOf(config))),
    ...norm('ln_f', 'finalNorm', s.dModel),
    ...ownHead(s),
  ],
  // products of slopes and positions are rounded, so absolute positions matter
  positionIds: (config) => (config.flag('alibi', false) ? withoutHidden : undefined),
  irrelevant: [
    'hidden_size', // n_embed has precedence
    /rope_(?:theta|scaling|parameters)/, // ALiBi has no rotation
    /num_kv_heads|num_ln_in_parallel_attn/, // of one key head; of layers that are not parallel
  ],
  fixed: { apply_residual_connection_post_layernorm: [false] },
}

/** Which of the variants a config is: 40B is grouped; RW is not parallel. */
interface Style {
  grouped: boolean
  parallel: boolean
  norms: 1 | 2
  oneKeyHead: boolean
}

function styleOf(config: ConfigFields): Style {
  const grouped = config.flag('new_decoder_architecture', false)
  const parallel = config.flag('parallel_attn', true)
  if (grouped && !parallel) {
    throw refuse(
      'ERR_UNSUPPORTED',
      config.path('parallel_attn'),
      'false',
      'true with new_decoder_architecture',
    )
  }
  const norms = parallel ? config.integer('num_ln_in_parallel_attn', grouped ? 2 : 1) : 1
  if (norms !== 1 && !(grouped && norms === 2)) {
    const wanted = grouped ? '1 or 2' : '1'
    throw refuse('ERR_UNSUPPORTED', config.path('num_ln_in_parallel_attn'), String(norms), wanted)
  }
  return { grouped, parallel, norms, oneKeyHead: config.flag('multi_query', true) && !grouped }
}

function spec(config: ConfigFields): ModelSpec {
  const widthKey = config.has('n_embed') ? 'n_embed' : 'hidden_size'
  const dModel = config.count(widthKey, 4544)
  const heads = config.count('num_attention_heads', 71)
  const { grouped, parallel, norms, oneKeyHead } = styleOf(config)
  const bias = config.flag('bias', false)
  const keys = oneKeyHead ? 1 : keyHeads(config, 'num_kv_heads', heads)
  return modelSpec({
    vocab: config.count('vocab_size', 65024),
    dModel,
    layers: config.count('num_hidden_layers', 32),
    heads,
    kvHeads: oneKeyHead || grouped ? keys : heads,
    headDim: evenHeads(config, widthKey, dModel, heads),
    dFf: config.count('ffn_hidden_size', 4 * dModel),
    maxPositions: config.count('max_position_embeddings', 2048),
    norm: 'layer',
    normEpsilon: config.number('layer_norm_epsilon', 1e-5),
    parallel,
    sharedNorm: parallel && norms === 1,
    activation: activationOf(config, 'activation', 'gelu'),
    ...biases(bias),
    ...decoderHead(config, true),
  })
}

function block(s: ModelSpec, i: number, style: Style): TensorRule[] {
  const [from, to, width] = [`h.${i}.`, `layers.${i}.`, s.dModel]
  const bias = s.mlpBias
  return [
    ...norms(from, to, width, style),
    ...queryKeyValue(`${from}self_attention.query_key_value`, to, s, style),
    ...linear(`${from}self_attention.dense`, `${to}output`, { out: width, width, bias }),
    ...linear(`${from}mlp.dense_h_to_4h`, `${to}mlp.up`, { out: s.dFf, width, bias }),
    ...linear(`${from}mlp.dense_4h_to_h`, `${to}mlp.down`, { out: width, width: s.dFf, bias }),
  ]
}

function norms(from: string, to: string, width: number, { parallel, norms: count }: Style): TensorRule[] {
  const names = count === 2 ? ['ln_attn', 'ln_mlp'] : ['input_layernorm', 'post_attention_layernorm']
  const used = parallel && count === 1 ? names.slice(0, 1) : names
  return used.flatMap((name, i) => norm(from + name, `${to}norm${i + 1}`, width))
}

// The fused projection: [all queries, key, value] with one key head, else [queries, key, value] per group.
function queryKeyValue(from: string, to: string, s: ModelSpec, { oneKeyHead }: Style): TensorRule[] {
  const groups = oneKeyHead ? 1 : s.kvHeads
  const rows = [(s.heads / groups) * s.headDim, s.headDim, s.headDim]
  const parts = ['query', 'key', 'value'].map((name, i) => ({ name: to + name, rows: rows[i] ?? 0 }))
  return fused(from, parts, { width: s.dModel, bias: s.queryBias, groups })
}
