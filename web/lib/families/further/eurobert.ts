// EuroBERT: LLaMA's layers without the causal mask, and a masked language model's head that is one matrix.

import type { ConfigFields } from '../config-fields.js'
import type { Family, ModelSpec } from '../family.js'
import type { FamilyParts } from '../family-parts.js'

export const eurobert = (parts: FamilyParts): Family => ({
  name: 'eurobert',
  modelTypes: ['eurobert'],
  rename: parts.without('model.'),
  spec: (config) => spec(parts, config),
  tensors: (s) => [
    ...parts.llamaTensors(s),
    ...(s.headBias ? [parts.rule('lm_head.bias', [s.vocab], 'head.bias')] : []),
  ],
  irrelevant: ['pretraining_tp', 'classifier_pooling'],
})

function spec({ architectureOf, biases, llamaSpec }: FamilyParts, config: ConfigFields): ModelSpec {
  const mlpBias = config.flag('mlp_bias', false)
  const speaks = architectureOf(config) === 'lm'
  return llamaSpec(config, {
    vocab: config.count('vocab_size', 128256),
    dModel: config.count('hidden_size', 768),
    layers: config.count('num_hidden_layers', 12),
    heads: config.count('num_attention_heads', 12),
    dFf: config.count('intermediate_size', 3072),
    maxPositions: config.count('max_position_embeddings', 8192),
    normEpsilon: config.number('rms_norm_eps', 1e-5),
    causal: false,
    ...biases(config.flag('attention_bias', false), mlpBias),
    head: speaks ? 'lm' : 'none',
    tieHead: config.flag('tie_word_embeddings', false),
    headBias: speaks && mlpBias,
  })
}
