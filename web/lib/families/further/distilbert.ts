// DistilBERT: BERT without token types, under names of its own; its table of positions is stored, also where it is one of sinusoids.

import type { ConfigFields } from '../config-fields.js'
import type { Family, ModelSpec } from '../family.js'
import type { FamilyParts } from '../family-parts.js'
import { inside, namedLayers } from './named-layers.js'

const LAYER = inside('transformer.layer.{i}.', {
  query: 'attention.q_lin',
  key: 'attention.k_lin',
  value: 'attention.v_lin',
  output: 'attention.out_lin',
  norm1: 'sa_layer_norm',
  'mlp.up': 'ffn.lin1',
  'mlp.down': 'ffn.lin2',
  norm2: 'output_layer_norm',
})

const HEAD = {
  transform: 'vocab_transform',
  norm: 'vocab_layer_norm',
  decoder: 'vocab_projector',
  bias: 'vocab_projector.bias',
}

export const distilbert = (parts: FamilyParts): Family => ({
  name: 'distilbert',
  modelTypes: ['distilbert'],
  rename: (name) => parts.withoutGamma(parts.without('distilbert.')(name)),
  spec: (config) => spec(parts, config),
  tensors: (s) => [
    ...parts.bertEmbeddings(s),
    ...namedLayers(parts, s, LAYER, { width: s.dModel }),
    ...parts.bertHead(s, HEAD),
  ],
  irrelevant: ['sinusoidal_pos_embds'],
})

function spec(parts: FamilyParts, config: ConfigFields): ModelSpec {
  const dModel = config.either('dim', 'hidden_size', 768)
  const heads = config.either('n_heads', 'num_attention_heads', 12)
  return parts.modelSpec({
    vocab: config.count('vocab_size', 30522),
    dModel,
    layers: config.either('n_layers', 'num_hidden_layers', 6),
    heads,
    headDim: parts.evenHeads(config, 'dim', dModel, heads),
    dFf: config.count('hidden_dim', 3072),
    maxPositions: config.count('max_position_embeddings', 512),
    norm: 'layer',
    normEpsilon: 1e-12,
    normPlace: 'post',
    finalNorm: false,
    embeddingNorm: true,
    activation: parts.activationOf(config, 'activation', 'gelu'),
    causal: false,
    ...parts.biases(true),
    ...parts.encoderHead(config),
  })
}
