// Relative positions with tables in the checkpoint: T5, DeBERTa, Transformer-XL, XLNet, Swin.

import { refuse } from '../boundary/errors.js'
import type { DebertaPosition, PositionEncoding } from '../position/position-types.generated.js'
import type { StoredTensor, TableReference } from '../position/table-reference.js'
import type { ConfigFields } from './config-fields.js'
import { absolute, learned, stackOf } from './tables.js'

type Part = PositionEncoding<TableReference>

/** T5's buckets: one table for all layers of a stack, stored in the first; in UMT5 every layer has its own. */
/** @param usual the heads if the config does not say */
export function t5(config: ConfigFields, layer = 0, usual = 8): Part {
  const buckets = config.count('relative_attention_num_buckets', 32)
  const heads = config.count(
    'num_heads',
    config.has('num_attention_heads') ? config.count('num_attention_heads') : usual,
  )
  const stack = stackOf(config)
  const tensor = `${stack}.block.${layer}.layer.0.SelfAttention.relative_attention_bias.weight`
  const maxDistance = config.count('relative_attention_max_distance', 128)
  return {
    type: 't5',
    table: { tensor, shape: [buckets, heads] },
    bidirectional: stack === 'encoder',
    maxDistance,
  }
}

// MPNet's buckets, which the config does not say: the model has 32, and a table of another size does not fit.
const MPNET_BUCKETS = 32

/** MPNet: learned positions after the padding id 1, and T5's buckets with one table for all layers. */
export function mpnet(config: ConfigFields): Part[] {
  const key = 'relative_attention_num_buckets'
  const buckets = config.count(key, MPNET_BUCKETS)
  if (buckets !== MPNET_BUCKETS) {
    throw refuse(
      'ERR_UNSUPPORTED',
      config.path(key),
      String(buckets),
      `${MPNET_BUCKETS}, which transformers has`,
    )
  }
  const rows = config.count('max_position_embeddings', 512)
  const table = {
    tensor: 'encoder.relative_attention_bias.weight',
    shape: [buckets, config.count('num_attention_heads', 12)],
  }
  return [
    learned('embeddings.position_embeddings.weight', rows, config.count('hidden_size', 768), 2),
    { type: 't5', table, bidirectional: true, maxDistance: 128 },
  ]
}

/** DeBERTa's disentangled attention, whose terms `pos_att_type` lists. The encoding divides the scores by √(headDim · (1 + terms)). */
export function deberta(config: ConfigFields, layer: number, version: 1 | 2): Part[] {
  const input: Part[] = config.flag('position_biased_input', true) ? [absolute(config, {})] : []
  const terms = disentangledTerms(config)
  const relative = config.flag('relative_attention', false) && terms.length > 0
  if (!relative) return input.length ? input : [{ type: 'none' }]
  const length = maxRelative(config)
  const buckets = version === 2 ? Math.max(config.number('position_buckets', -1), 0) : 0
  const rows = 2 * (buckets || length)
  const projections = version === 2 ? sharedProjections(config, layer) : ownProjections(config, layer)
  const rank = (projection: TableReference['projection']) => relativeTable(config, rows, version, projection)
  const part: DebertaPosition<TableReference> = { type: 'deberta', buckets, maxDistance: length }
  if (terms.includes('c2p')) part.positionKey = rank(projections.key)
  if (terms.includes('p2c')) part.positionQuery = rank(projections.query)
  return [...input, part]
}

/** DeBERTa's terms, c2p and p2c, in the order of the config. */
export function disentangledTerms(config: ConfigFields): readonly string[] {
  const key = 'pos_att_type'
  const terms = config.isText(key)
    ? config
        .text(key)
        .toLowerCase()
        .split('|')
        .map((term) => term.trim())
    : (config.texts(key) ?? [])
  const bad = terms.find((term) => term !== 'c2p' && term !== 'p2c')
  if (bad !== undefined) throw refuse('ERR_UNSUPPORTED', config.path(key), JSON.stringify(bad), 'c2p and p2c')
  return terms
}

function maxRelative(config: ConfigFields): number {
  const written = config.number('max_relative_positions', -1)
  return written < 1 ? config.count('max_position_embeddings', 512) : written
}

interface Projections {
  key: NonNullable<TableReference['projection']>
  query: NonNullable<TableReference['projection']>
}

function linear(name: string, out: number, width: number, bias = true): Projections['key'] {
  const weight = { tensor: `${name}.weight`, shape: [out, width] }
  return bias ? { weight, bias: { tensor: `${name}.bias`, shape: [out] } } : { weight }
}

function ownProjections(config: ConfigFields, layer: number): Projections {
  const width = config.count('hidden_size')
  const self = `encoder.layer.${layer}.attention.self`
  return {
    key: linear(`${self}.pos_proj`, width, width, false),
    query: linear(`${self}.pos_q_proj`, width, width),
  }
}

function sharedProjections(config: ConfigFields, layer: number): Projections {
  const width = config.count('hidden_size')
  const prefix = config.flag('share_att_key', false) ? '' : 'pos_'
  const self = `encoder.layer.${layer}.attention.self.${prefix}`
  return { key: linear(`${self}key_proj`, width, width), query: linear(`${self}query_proj`, width, width) }
}

function relativeTable(
  config: ConfigFields,
  rows: number,
  version: 1 | 2,
  projection: TableReference['projection'],
): TableReference {
  const width = config.count('hidden_size')
  const stored = { tensor: 'encoder.rel_embeddings.weight', shape: [rows, width] }
  const normed = version === 2 && config.text('norm_rel_ebd', 'none').includes('layer_norm')
  const norm = {
    weight: { tensor: 'encoder.LayerNorm.weight', shape: [width] },
    bias: { tensor: 'encoder.LayerNorm.bias', shape: [width] },
    epsilon: config.number('layer_norm_eps', 1e-7),
  }
  return { ...stored, ...(normed ? { norm } : {}), ...(projection ? { projection } : {}) }
}

/** Transformer-XL's terms; with untie_r every layer has its own biases. */
export function transformerXl(config: ConfigFields, layer: number): Part {
  const [heads, width] = [config.count('n_head', 16), config.count('d_model', 1024)]
  const headDim = config.count('d_head', 64)
  const attention = `layers.${layer}.dec_attn.`
  const owner = config.flag('untie_r', true) ? attention : ''
  const bias = (name: string): StoredTensor => ({ tensor: owner + name, shape: [heads, headDim] })
  return {
    type: 'transformerXl',
    weight: { tensor: `${attention}r_net.weight`, shape: [heads * headDim, width] },
    contentBias: bias('r_w_bias'),
    positionBias: bias('r_r_bias'),
    clampLength: Math.max(config.number('clamp_len', 1000), 0),
  }
}

/** XLNet's terms. Their segments are an input of the model, not of its config. */
export function xlnet(config: ConfigFields, layer: number): Part {
  const [heads, width] = [config.count('n_head', 16), config.count('d_model', 1024)]
  const headDim = Math.floor(width / heads)
  const attention = `layer.${layer}.rel_attn.`
  const bias = (name: string): StoredTensor => ({ tensor: attention + name, shape: [heads, headDim] })
  return {
    type: 'xlnet',
    weight: { tensor: `${attention}r`, shape: [width, heads, headDim], transposed: true },
    contentBias: bias('r_w_bias'),
    positionBias: bias('r_r_bias'),
    segmentTable: { tensor: `${attention}seg_embed`, shape: [2, heads, headDim] },
    segmentBias: bias('r_s_bias'),
    clampLength: Math.max(config.number('clamp_len', -1), 0),
  }
}

interface SwinBlock {
  stage: number
  heads: number
  prefix: string
}

// The block of Swin with this number, counted across stages.
function swinBlock(config: ConfigFields, layer: number): SwinBlock {
  const depths = config.numbers('depths') ?? [2, 2, 6, 2]
  const heads = config.numbers('num_heads') ?? [3, 6, 12, 24]
  let block = layer
  const stage = depths.findIndex((depth) => {
    if (block < depth) return true
    block -= depth
    return false
  })
  if (stage < 0) {
    const total = depths.reduce((sum, depth) => sum + depth, 0)
    throw refuse('ERR_VALUE', 'options.layer', String(layer), `a layer of ${total}`)
  }
  const prefix = `encoder.layers.${stage}.blocks.${block}.attention.self.`
  return { stage, heads: heads[stage] ?? 1, prefix }
}

export function swin(config: ConfigFields, layer: number): Part {
  const { heads, prefix } = swinBlock(config, layer)
  const window = config.count('window_size', 7)
  const table = { tensor: `${prefix}relative_position_bias_table`, shape: [(2 * window - 1) ** 2, heads] }
  return { type: 'swin', table, width: window, height: window }
}

/** Swin V2's bias. A window is at most as large as the feature map of its stage. */
export function swinV2(config: ConfigFields, layer: number): Part {
  const { stage, heads, prefix } = swinBlock(config, layer)
  const patches = Math.floor(config.count('image_size', 224) / config.count('patch_size', 4)) >> stage
  const window = Math.min(patches, config.count('window_size', 7))
  const pretrained = config.numbers('pretrained_window_sizes')?.[stage] ?? 0
  const mlp = `${prefix}continuous_position_bias_mlp.`
  return {
    type: 'swinV2',
    weight1: { tensor: `${mlp}0.weight`, shape: [512, 2] },
    bias1: { tensor: `${mlp}0.bias`, shape: [512] },
    weight2: { tensor: `${mlp}2.weight`, shape: [heads, 512] },
    logitScale: { tensor: `${prefix}logit_scale`, shape: [heads, 1, 1] },
    width: window,
    height: window,
    pretrainedWidth: pretrained,
    pretrainedHeight: pretrained,
  }
}
