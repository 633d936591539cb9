// Decoders with LLaMA's names and other norms: without weights (OLMo), or behind the sublayers alone, with norms of queries and keys.

import type { ConfigFields } from '../config-fields.js'
import type { FamilyParts } from '../family-parts.js'
import type { Decoder } from './decoder.js'
import type { OwnSpec } from './decoder-spec.js'
import { type DecoderNames, LLAMA_NAMES } from './decoder-tensors.js'
import { biasesBy, rms } from './llama-relatives.js'

const UNWEIGHTED: DecoderNames = {
  embedding: LLAMA_NAMES.embedding,
  layers: LLAMA_NAMES.layers,
  norms: {},
  linears: LLAMA_NAMES.linears,
}

const BEHIND: DecoderNames = {
  ...LLAMA_NAMES,
  norms: {
    post_attention_layernorm: 'norm1After',
    post_feedforward_layernorm: 'norm2After',
    'self_attn.q_norm': 'queryNorm',
    'self_attn.k_norm': 'keyNorm',
  },
}

const OLMO = {
  ...{ vocab: 50304, dModel: 4096, dFf: 11008, layers: 32, heads: 32 },
  ...{ maxPositions: 2048, tied: false },
}

function olmo2(parts: FamilyParts, config: ConfigFields): OwnSpec {
  return {
    ...rms(parts, config, 1e-5),
    ...biasesBy(parts, config, false, { output: 'attention_bias' }),
    normPlace: 'after',
    queryKeyNorm: 'rms_all',
  }
}

/** Without a window EXAONE's class has no default for the kinds of layers. */
function requireKinds({ refuse }: FamilyParts, config: ConfigFields): void {
  const none = config.names('sliding_window') && !config.has('sliding_window')
  if (none && !config.has('layer_types'))
    throw refuse('ERR_VALUE', config.path('layer_types'), 'nothing', 'a list, since sliding_window is null')
}

export const olmoRelatives: Readonly<Record<string, Decoder>> = {
  olmo: {
    usual: OLMO,
    names: UNWEIGHTED,
    fixed: { clip_qkv: [] },
    own: (parts, config) => ({
      norm: 'layer',
      normBias: false,
      normEpsilon: 1e-5,
      activation: parts.activationOf(config, 'hidden_act', 'silu'),
      gatedMlp: true,
      ...biasesBy(parts, config, false, { output: 'attention_bias' }),
    }),
  },
  olmo2: { usual: OLMO, names: BEHIND, own: olmo2 },
  olmo3: { usual: OLMO, names: BEHIND, absent: { sliding_window: 4096 }, own: olmo2 },
  exaone4: {
    usual: {
      ...{ vocab: 102400, dModel: 4096, dFf: 16384, layers: 32, heads: 32, keyHeads: 32 },
      ...{ maxPositions: 2048, tied: false },
    },

    names: BEHIND,
    absent: { sliding_window: 4096 },
    irrelevant: ['sliding_window_pattern'], // where layers are listed
    own: (parts, config) => {
      requireKinds(parts, config)
      return { ...rms(parts, config, 1e-5), normPlace: 'after', queryKeyNorm: 'rms' }
    },
  },
}
