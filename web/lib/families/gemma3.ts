// Gemma 3, the text model: norms before and after each sublayer, stored as weight − 1; query and key norms; scaled
// embeddings; sliding layers with their own rotary base.

import { refuse, show } from '../boundary/errors.js'
import type { ConfigFields } from './config-fields.js'
import { activationOf, type Family, type ModelSpec } from './family.js'
import { type LlamaNames, llamaSpec, llamaTensors } from './llama.js'
import { without } from './rules.js'
import { scaleOf } from './scale.js'
import { architectureOf, biases } from './spec.js'

const NAMES: LlamaNames = {
  norms: {
    input_layernorm: 'norm1',
    post_attention_layernorm: 'norm1After',
    pre_feedforward_layernorm: 'norm2',
    post_feedforward_layernorm: 'norm2After',
  },
  mlp: 'mlp',
  plus: 1,
}

export const gemma3: Family = {
  name: 'gemma3',
  modelTypes: ['gemma3_text'],
  rename: without('model.'),
  spec,
  tensors: (s) => llamaTensors(s, NAMES),
  irrelevant: ['sliding_window_pattern'],
}

// Refuses a soft cap of attention, a field that transformers' model class does not use.
function requireNoSoftcap(config: ConfigFields): void {
  const key = 'attn_logit_softcapping'
  if (config.has(key)) throw refuse('ERR_UNSUPPORTED', config.path(key), show(config.raw(key)), 'null')
}

function spec(config: ConfigFields): ModelSpec {
  const dModel = config.count('hidden_size', 2304)
  requireNoSoftcap(config)
  const both = config.flag('use_bidirectional_attention', false)
  const tieHead = config.flag('tie_word_embeddings', true)
  const named = architectureOf(config)
  const speaks = named !== 'task' && (named !== 'bare' || (tieHead && !both))
  const scale = scaleOf(config)
  return llamaSpec(config, {
    vocab: config.count('vocab_size', 262208),
    dModel,
    layers: config.count('num_hidden_layers', 26),
    heads: config.count('num_attention_heads', 8),
    keyHeads: 4,
    headDim: config.count('head_dim', 256),
    dFf: config.count('intermediate_size', 9216),
    maxPositions: config.count('max_position_embeddings', 131072),
    activation: activationOf(config, 'hidden_activation', 'gelu_pytorch_tanh'),
    normPlace: 'both',
    queryKeyNorm: 'rms',
    embeddingScale: Math.sqrt(dModel),
    softcap: config.number('final_logit_softcapping', 0),
    causal: !both,
    ...biases(config.flag('attention_bias', false), false),
    head: speaks ? 'lm' : 'none',
    tieHead,
    ...(scale === undefined ? {} : { scale }),
  })
}
