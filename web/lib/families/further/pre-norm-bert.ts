// Encoders with the names of BERT whose norms stand before the sublayers, with one at the end: Megatron-BERT, XLM-RoBERTa-XL, ESM. ESM reads
// proteins and turns queries and keys, or has a table of positions.

import type { ConfigFields } from '../config-fields.js'
import type { Family, ModelSpec, PositionCounter, TensorRule } from '../family.js'
import type { FamilyParts } from '../family-parts.js'
import { inside, namedLayers } from './named-layers.js'

export const megatronBert = (parts: FamilyParts): Family => ({
  name: 'megatron-bert',
  modelTypes: ['megatron-bert'],
  rename: (name) => parts.withoutGamma(parts.without('bert.')(name)),
  spec: (config) => spec(parts, config, { width: 1024, heads: 16 }),
  tensors: (s) => tensors(parts, s, { norm1: 'attention.ln', norm2: 'ln', last: 'encoder.ln' }),
})

export const xlmRobertaXl = (parts: FamilyParts): Family => ({
  name: 'xlm-roberta-xl',
  modelTypes: ['xlm-roberta-xl'],
  rename: parts.roberta.rename,
  spec: (config) => {
    parts.requireHeadsGelu(config)
    return spec(parts, config, { width: 2560, heads: 32, epsilon: 1e-5 })
  },
  tensors: (s) =>
    tensors(parts, s, {
      norm1: 'attention.self_attn_layer_norm',
      norm2: 'LayerNorm',
      last: 'encoder.LayerNorm',
    }),
  positionIds: parts.afterPadding,
})

export const esm = (parts: FamilyParts): Family => ({
  name: 'esm',
  modelTypes: ['esm'],
  rename: (name) =>
    parts.roberta
      .rename(parts.without('esm.')(name))
      .replace(/^embeddings\.layer_norm\./, 'embeddings.LayerNorm.'),
  spec: (config) => esmSpec(parts, config),
  tensors: (s) =>
    tensors(parts, s, {
      norm1: 'attention.LayerNorm',
      norm2: 'LayerNorm',
      last: 'encoder.emb_layer_norm_after',
    }),
  positionIds: (config) => esmPositions(parts, config),
  fixed: { is_folding_model: [false] },
  irrelevant: ['vocab_list', 'esmfold_config'],
})

interface Usual {
  width: number
  heads: number
  /** 1e-12 when absent. */
  epsilon?: number
}

function spec(parts: FamilyParts, config: ConfigFields, usual: Usual): ModelSpec {
  const dModel = config.count('hidden_size', usual.width)
  const heads = config.count('num_attention_heads', usual.heads)
  return parts.bertSpec(config, {
    dModel,
    heads,
    headDim: parts.evenHeads(config, 'hidden_size', dModel, heads),
    normEpsilon: config.number('layer_norm_eps', usual.epsilon ?? 1e-12),
    normPlace: 'pre',
    finalNorm: true,
    embeddingNorm: false,
    tokenTypes: config.count('type_vocab_size', 2),
    causal: config.flag('is_decoder', false),
  })
}

// 12 % of the tokens that ESM was trained on were masked and entered as zeros. The embeddings of a text are scaled to that share: by 0.88
// where none is masked.
const UNMASKED = 1 - 0.15 * 0.8

function esmSpec(parts: FamilyParts, config: ConfigFields): ModelSpec {
  const before = 'emb_layer_norm_before'
  if (!isRotary(config)) config.overrule('rope_theta')
  return {
    ...spec(parts, config.with({ type_vocab_size: 1 }), { width: 768, heads: 12 }),
    vocab: config.count('vocab_size'),
    activation: 'gelu',
    tokenTypes: 0,
    embeddingNorm: config.has(before) && config.flag(before, false),
    embeddingScale: config.flag('token_dropout', false) ? UNMASKED : 1,
  }
}

const isRotary = (config: ConfigFields) => config.text('position_embedding_type', 'absolute') === 'rotary'

function esmPositions(parts: FamilyParts, config: ConfigFields): PositionCounter | undefined {
  const counted = isRotary(config) ? undefined : parts.afterPadding(config)
  if (!config.flag('token_dropout', false) || !config.has('mask_token_id')) return counted
  const mask = config.integer('mask_token_id', 0)
  return (ids) => {
    const at = ids.indexOf(mask)
    if (at < 0) return counted?.(ids) ?? new Float32Array(0)
    const wanted = 'none that is masked: under token_dropout their share would scale all embeddings'
    throw parts.refuse('ERR_UNSUPPORTED', 'input.inputIds', `the mask (${mask}) at ${at}`, wanted)
  }
}

const LINEARS = {
  query: 'attention.self.query',
  key: 'attention.self.key',
  value: 'attention.self.value',
  output: 'attention.output.dense',
  'mlp.up': 'intermediate.dense',
  'mlp.down': 'output.dense',
}

interface Norms {
  norm1: string
  norm2: string
  /** The whole name of the norm at the end. */
  last: string
}

function tensors(parts: FamilyParts, s: ModelSpec, { last, ...norms }: Norms): TensorRule[] {
  const names = inside('encoder.layer.{i}.', { ...LINEARS, ...norms })
  return [
    ...parts.bertEmbeddings(s),
    ...namedLayers(parts, s, names, { width: s.dModel }),
    ...parts.norm(last, 'finalNorm', s.dModel),
    ...parts.bertHead(s),
  ]
}
