// ELECTRA and RoFormer: BERT whose embeddings may be narrower than its layers, and are then projected before the first. ELECTRA's generator
// has a language model's head; its discriminator, which tells replaced tokens apart, is without a head here. RoFormer turns neighbouring channels.

import type { ConfigFields } from '../config-fields.js'
import type { Family, ModelSpec, TensorRule } from '../family.js'
import type { FamilyParts } from '../family-parts.js'

type Head = Parameters<FamilyParts['bertHead']>[1]

const GENERATOR: Head = {
  transform: 'generator_predictions.dense',
  norm: 'generator_predictions.LayerNorm',
  decoder: 'generator_lm_head',
  bias: 'generator_lm_head.bias',
}

export const electra = (parts: FamilyParts): Family => ({
  name: 'electra',
  modelTypes: ['electra'],
  rename: (name) => parts.withoutGamma(parts.without('electra.')(name)),
  spec: (config) => {
    const discerns = config.texts('architectures')?.[0] === 'ElectraForPreTraining'
    if (discerns) return narrow(parts, config.with({ architectures: ['ElectraModel'] }), 256)
    parts.requireHeadsGelu(config)
    return narrow(parts, config, 256)
  },
  tensors: (s) => tensors(parts, s, GENERATOR),
})

export const roformer = (parts: FamilyParts): Family => ({
  name: 'roformer',
  modelTypes: ['roformer'],
  rename: (name) => parts.withoutGamma(parts.without('roformer.')(name)),
  spec: (config) => narrow(parts, config, 768),
  tensors: (s) => tensors(parts, s),
})

function narrow({ bertSpec, evenHeads }: FamilyParts, config: ConfigFields, usual: number): ModelSpec {
  const dModel = config.count('hidden_size', usual)
  const heads = config.count('num_attention_heads', usual / 64)
  const embeddingSize = embeddingSizeOf(config, dModel)
  return bertSpec(config, {
    dModel,
    heads,
    headDim: evenHeads(config, 'hidden_size', dModel, heads),
    normEpsilon: config.number('layer_norm_eps', 1e-12),
    tokenTypes: config.count('type_vocab_size', 2),
    causal: config.flag('is_decoder', false),
    embeddingSize,
    embeddingProjection: embeddingSize !== dModel,
  })
}

// RoFormer's null is the width of the layers, which is its default, too.
function embeddingSizeOf(config: ConfigFields, dModel: number): number {
  if (config.text('model_type') === 'electra') return config.count('embedding_size', 128)
  return config.has('embedding_size') ? config.count('embedding_size') : dModel
}

function tensors(parts: FamilyParts, s: ModelSpec, head?: Head): TensorRule[] {
  const sizes = { out: s.dModel, width: s.embeddingSize }
  return [
    ...parts.bertEmbeddings(s),
    ...(s.embeddingProjection ? parts.linear('embeddings_project', 'embeddingProjection', sizes) : []),
    ...parts.perBlock(s, (i) => parts.bertLayer(s, i)),
    ...parts.bertHead(s, head),
  ]
}
