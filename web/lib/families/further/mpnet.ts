// MPNet: positions twice, in a learned table that counts after the padding and in T5's buckets, which are added to scaled scores.

import type { ConfigFields } from '../config-fields.js'
import type { Family, ModelSpec } from '../family.js'
import type { FamilyParts } from '../family-parts.js'
import { inside, namedLayers } from './named-layers.js'

const LAYER = inside('encoder.layer.{i}.', {
  query: 'attention.attn.q',
  key: 'attention.attn.k',
  value: 'attention.attn.v',
  output: 'attention.attn.o',
  norm1: 'attention.LayerNorm',
  'mlp.up': 'intermediate.dense',
  'mlp.down': 'output.dense',
  norm2: 'output.LayerNorm',
})

export const mpnet = (parts: FamilyParts): Family => ({
  name: 'mpnet',
  modelTypes: ['mpnet'],
  rename: (name) => parts.roberta.rename(parts.without('mpnet.')(name)),
  spec: (config) => spec(parts, config),
  tensors: (s) => [
    ...parts.bertEmbeddings(s),
    ...namedLayers(parts, s, LAYER, { width: s.dModel }),
    ...parts.bertHead(s),
  ],
  positionIds: (config) => parts.afterPadding(config.with({ pad_token_id: 1 })), // whatever the config says
  counts: 'rows',
})

function spec(parts: FamilyParts, config: ConfigFields): ModelSpec {
  const dModel = config.count('hidden_size', 768)
  const heads = config.count('num_attention_heads', 12)
  const scale = parts.scaleOf(config)
  parts.requireHeadsGelu(config)
  return parts.bertSpec(config, {
    vocab: config.count('vocab_size', 30527),
    dModel,
    heads,
    headDim: parts.evenHeads(config, 'hidden_size', dModel, heads),
    normEpsilon: config.number('layer_norm_eps', 1e-12),
    ...(scale === undefined ? {} : { scale }),
  })
}
