// Llama 4's text model without experts: layers with rotation and attention within chunks, with l2-normalised queries and keys; every
// fourth layer has no rotation and full attention.

import { refuse } from '../boundary/errors.js'
import { positionOf } from './config.js'
import type { ConfigFields } from './config-fields.js'
import { activationOf, type Family, type LayerPositions, type ModelSpec } from './family.js'
import { type LlamaNames, llamaSpec, llamaTensors } from './llama.js'
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
    'attn_scale', // without attn_temperature_tuning
  ],
}

function spec(config: ConfigFields): ModelSpec {
  requireDense(config)
  const layers = saneLayers(config.count('num_hidden_layers', 48))
  const turns = Array.from({ length: layers }, (_, i) => turnsIn(config, i))
  requireKinds(config, turns)
  const normed = config.flag('use_qk_norm', true) && turns.some(Boolean)
  return llamaSpec(config, {
    vocab: config.count('vocab_size', 202048),
    dModel: config.count('hidden_size', 5120),
    layers,
    heads: config.count('num_attention_heads', 40),
    keyHeads: 8,
    headDim: config.count('head_dim', 128),
    dFf: config.count('intermediate_size_mlp', 16384),
    maxPositions: config.count('max_position_embeddings', 131072),
    normEpsilon: config.number('rms_norm_eps', 1e-5),
    activation: activationOf(config, 'hidden_act', 'silu'),
    ...biases(config.flag('attention_bias', false), false),
    queryKeyNorm: normed ? 'l2' : 'none',
    queryKeyNormLayers: normed ? turns.map(Number) : [],
  })
}

function requireDense(config: ConfigFields): void {
  const experts = config.numbers('moe_layers')
  if (experts?.length === 0) return
  const got = experts ? `${experts.length} layers of experts` : 'nothing, which is experts in every layer'
  throw refuse('ERR_UNSUPPORTED', config.path('moe_layers'), got, 'an empty list: layers without experts')
}

function turnsIn(config: ConfigFields, layer: number): boolean {
  const flag = config.numbers('no_rope_layers')?.[layer]
  return flag === undefined ? (layer + 1) % config.count('no_rope_layer_interval', 4) !== 0 : flag !== 0
}

// transformers configures chunks and rotation separately; here a layer has both or neither.
function requireKinds(config: ConfigFields, turns: readonly boolean[]): void {
  config.texts('layer_types')?.forEach((kind, i) => {
    const wanted = turns[i] ? 'chunked_attention' : 'full_attention'
    if (kind === wanted) return
    throw refuse('ERR_UNSUPPORTED', config.path(`layer_types[${i}]`), JSON.stringify(kind), wanted)
  })
}

// The config may list the layers with rotation; here it is a period. The norm of queries and keys belongs to the model.
function positions(config: ConfigFields, { layers }: ModelSpec): LayerPositions {
  const rhythm = config.with({ no_rope_layers: null, no_rope_layer_interval: 4 })
  const decoder = Array.from({ length: layers }, (_, i) => {
    const position = positionOf(rhythm, turnsIn(config, i) ? 0 : 3)
    return 'type' in position && position.type === 'irope' ? { ...position, qkNorm: false } : position
  })
  return { decoder }
}
