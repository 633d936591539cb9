// ALBERT: BERT whose layers share their weights, with narrow embeddings that are projected once, before the first layer.

import { refuse } from '../boundary/errors.js'
import { bertEmbeddings, bertHead, bertSpec } from './bert.js'
import { positionOf } from './config.js'
import type { ConfigFields } from './config-fields.js'
import { activationOf, type Family, type ModelSpec, type TensorRule } from './family.js'
import { linear, norm, perBlock, without, withoutGamma } from './rules.js'
import { evenHeads, saneLayers } from './spec.js'

export const albert: Family = {
  name: 'albert',
  modelTypes: ['albert'],
  rename: (name) => withoutGamma(without('albert.')(name)),
  spec,
  tensors: (s, config) => {
    const { inner } = groupsOf(config)
    return [
      ...bertEmbeddings(s),
      ...linear('encoder.embedding_hidden_mapping_in', 'embeddingProjection', {
        out: s.dModel,
        width: s.embeddingSize,
      }),
      ...perBlock(s, (i) => block(s, i, inner)),
      ...bertHead(s, HEAD),
    ]
  },
  positions: (config, s) => ({ decoder: Array(s.layers).fill(positionOf(config, 0)) }),
  fixed: { down_scale_factor: [1], gap_size: [0], net_structure_type: [0], num_memory_blocks: [0] },
}

const HEAD = {
  transform: 'predictions.dense',
  norm: 'predictions.LayerNorm',
  decoder: 'predictions.decoder',
  bias: 'predictions.bias',
}

function spec(config: ConfigFields): ModelSpec {
  const dModel = config.count('hidden_size', 4096)
  const heads = config.count('num_attention_heads', 64)
  const blocks = blocksOf(config)
  return bertSpec(config, {
    vocab: config.count('vocab_size', 30000),
    dModel,
    layers: blocks.length,
    blocks,
    heads,
    headDim: evenHeads(config, 'hidden_size', dModel, heads),
    dFf: config.count('intermediate_size', 16384),
    normEpsilon: config.number('layer_norm_eps', 1e-12),
    activation: activationOf(config, 'hidden_act', 'gelu_new'),
    embeddingSize: config.count('embedding_size', 128),
    embeddingProjection: true,
    tokenTypes: config.count('type_vocab_size', 2),
  })
}

function groupsOf(config: ConfigFields): { groups: number; inner: number } {
  return { groups: config.count('num_hidden_groups', 1), inner: config.count('inner_group_num', 1) }
}

// The block of each layer. Every group has an equal number of consecutive layers, each of which runs all inner layers of the group.
function blocksOf(config: ConfigFields): number[] {
  const layers = config.count('num_hidden_layers', 12)
  const { groups, inner } = groupsOf(config)
  saneLayers(layers * inner)
  if (groups > layers) {
    const wanted = `at most one per layer (${layers})`
    throw refuse('ERR_VALUE', config.path('num_hidden_groups'), String(groups), wanted)
  }
  return Array.from({ length: layers }, (_, i) => {
    const group = Math.floor(i / (layers / groups))
    return Array.from({ length: inner }, (_, k) => group * inner + k)
  }).flat()
}

function block(s: ModelSpec, i: number, inner: number): TensorRule[] {
  const from = `encoder.albert_layer_groups.${Math.floor(i / inner)}.albert_layers.${i % inner}.`
  const [to, width] = [`layers.${i}.`, s.dModel]
  const names = { query: 'query', key: 'key', value: 'value', dense: 'output' }
  return [
    ...Object.entries(names).flatMap(([name, ours]) =>
      linear(`${from}attention.${name}`, to + ours, { out: width, width }),
    ),
    ...norm(`${from}attention.LayerNorm`, `${to}norm1`, width),
    ...linear(`${from}ffn`, `${to}mlp.up`, { out: s.dFf, width }),
    ...linear(`${from}ffn_output`, `${to}mlp.down`, { out: width, width: s.dFf }),
    ...norm(`${from}full_layer_layer_norm`, `${to}norm2`, width),
  ]
}
