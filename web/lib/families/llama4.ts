// Llama 4's text model without experts: layers with rotation and attention within chunks, with l2-normalised queries and keys; every
// fourth layer has no rotation and full attention.
//
// Queries and keys are normalised after they are rotated. A rotation keeps their length, so that the norm of the model, which is before
// it, gives the same; the attention factor f of YaRN and LongRoPE does not: f·Rq / √(f²·mean q² + ε) = Rq / √(mean q² + ε/f²).

import { refuse } from '../boundary/errors.js'
import type { IropePosition } from '../position/position-types.generated.js'
import { positionOf } from './config.js'
import type { ConfigFields } from './config-fields.js'
import { activationOf, type Family, type LayerPositions, type ModelSpec } from './family.js'
import { isTurned } from './layers.js'
import { type LlamaNames, llamaSpec, llamaTensors } from './llama.js'
import { attentionFactorOf } from './rope-scaling.js'
import { without } from './rules.js'
import { biases, saneLayers } from './spec.js'

const NAMES: LlamaNames = {
  norms: { input_layernorm: 'norm1', post_attention_layernorm: 'norm2' },
  mlp: 'feed_forward',
}

export const llama4: Family = {
  name: 'llama4',
  modelTypes: ['llama4_text'],
  rename: without('model.'),
  spec,
  tensors: (s) => llamaTensors(s, NAMES),
  positions,
  irrelevant: [
    'intermediate_size', // of experts
    'interleave_moe_layer_step',
    'num_experts_per_tok',
    'num_local_experts',
    /attn_scale|floor_scale/, // without attn_temperature_tuning
  ],
}

function spec(config: ConfigFields): ModelSpec {
  requireDense(config)
  const layers = saneLayers(config.count('num_hidden_layers', 48))
  const turns = Array.from({ length: layers }, (_, i) => isTurned(config, i))
  requireKinds(config, turns)
  const normed = config.flag('use_qk_norm', true) && turns.some(Boolean)
  const factor = normed ? attentionFactorOf(turnOf(config).scaling) : 1
  const normEpsilon = config.number('rms_norm_eps', 1e-5)
  return llamaSpec(config, {
    vocab: config.count('vocab_size', 202048),
    dModel: config.count('hidden_size', 5120),
    layers,
    heads: config.count('num_attention_heads', 40),
    keyHeads: 8,
    headDim: config.count('head_dim', 128),
    dFf: config.count('intermediate_size_mlp', 16384),
    maxPositions: config.count('max_position_embeddings', 131072),
    normEpsilon,
    activation: activationOf(config, 'hidden_act', 'silu'),
    ...biases(config.flag('attention_bias', false), false),
    queryKeyNorm: normed ? 'l2' : 'none',
    queryKeyNormLayers: normed ? turns.map(Number) : [],
    ...(factor === 1 ? {} : { queryKeyNormEpsilon: normEpsilon / factor ** 2 }),
  })
}

function requireDense(config: ConfigFields): void {
  const experts = config.numbers('moe_layers')
  if (experts?.length === 0) return
  const got = experts ? `${experts.length} layers of experts` : 'nothing, which is experts in every layer'
  throw refuse('ERR_UNSUPPORTED', config.path('moe_layers'), got, 'an empty list: layers without experts')
}

// Refuses layers with only one of chunks and rotation, which transformers configures separately.
function requireKinds(config: ConfigFields, turns: readonly boolean[]): void {
  const kinds = config.texts('layer_types') ?? []
  if (kinds.length > 0 && kinds.length !== turns.length)
    throw refuse('ERR_SHAPE', config.path('layer_types'), `${kinds.length} layers`, String(turns.length))
  kinds.forEach((kind, i) => {
    const wanted = turns[i] ? 'chunked_attention' : 'full_attention'
    if (kind === wanted) return
    throw refuse('ERR_UNSUPPORTED', config.path(`layer_types[${i}]`), JSON.stringify(kind), wanted)
  })
}

/** The position of the layers with rotation. */
function turnOf(config: ConfigFields): IropePosition {
  // the config may list the layers with rotation, and the kinds of all; here it is a period
  const rhythm = config.with({ no_rope_layers: null, no_rope_layer_interval: 4, layer_types: null })
  return positionOf(rhythm, 0) as IropePosition
}

// The positions of all layers, without the norm of queries and keys, which belongs to the model.
function positions(config: ConfigFields, { layers, queryKeyNorm }: ModelSpec): LayerPositions {
  const { normEpsilon: _, ...turn } = turnOf(config)
  const cancels = queryKeyNorm !== 'none' && attentionFactorOf(turn.scaling) !== 1
  const scaling = cancels ? { scaling: { ...turn.scaling, attentionFactor: 1 } } : {}
  const own = { ...turn, ...scaling, qkNorm: false }
  return {
    decoder: Array.from({ length: layers }, (_, i) => ({ ...own, layer: isTurned(config, i) ? 0 : 3 })),
  }
}
