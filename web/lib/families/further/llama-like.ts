// Decoders with LLaMA's block and names of tensors: they differ in their sizes, in biases, and in where and how they rotate.

import type { ConfigFields } from '../config-fields.js'
import type { Family, ModelSpec } from '../family.js'
import type { FamilyParts } from '../family-parts.js'
import { decoderSpec, type UsualSizes } from './decoder-spec.js'
import { decoderTensors, LLAMA_NAMES } from './decoder-tensors.js'

interface Kind {
  usual: UsualSizes
  epsilon: number
  own?: (parts: FamilyParts, config: ConfigFields) => Partial<ModelSpec>
}

const kinds: Readonly<Record<string, Kind>> = {
  smollm3: {
    usual: {
      ...{ vocab: 128256, dModel: 2048, dFf: 11008, layers: 36, heads: 16, keyHeads: 4 },
      ...{ maxPositions: 32768, tied: true },
    },
    epsilon: 1e-6,
    own: ({ biases }, config) =>
      biases(config.flag('attention_bias', false), config.flag('mlp_bias', false)),
  },
  seed_oss: {
    usual: {
      ...{ vocab: 155136, dModel: 4096, dFf: 27648, layers: 64, heads: 80, keyHeads: 8, headDim: 128 },
      ...{ maxPositions: 524288, tied: false },
    },
    epsilon: 1e-6,
    own: ({ biases }, config) => ({
      ...biases(config.flag('attention_bias', true), config.flag('mlp_bias', false)),
      outputBias: config.flag('attention_out_bias', false),
    }),
  },
  helium: {
    usual: {
      ...{ vocab: 48000, dModel: 2560, dFf: 7040, layers: 24, heads: 20, keyHeads: 20, headDim: 128 },
      ...{ maxPositions: 4096, tied: false },
    },
    epsilon: 1e-8,
    own: ({ biases }, config) => ({
      ...biases(config.flag('attention_bias', false), config.flag('mlp_bias', false)),
      outputBias: false,
    }),
  },
  ernie4_5: {
    usual: {
      ...{ vocab: 103424, dModel: 1024, dFf: 3072, layers: 18, heads: 16, keyHeads: 2, headDim: 128 },
      ...{ maxPositions: 131072, tied: true },
    },
    epsilon: 1e-5,
    own: ({ biases }, config) => biases(config.flag('use_bias', false)),
  },
  ministral3: {
    usual: {
      ...{ vocab: 131072, dModel: 4096, dFf: 14336, layers: 34, heads: 32, keyHeads: 8, headDim: 128 },
      ...{ maxPositions: 262144, tied: false },
    },
    epsilon: 1e-5,
  },
}

export const llamaLike = (parts: FamilyParts): Family => ({
  name: 'llama-like',
  modelTypes: Object.keys(kinds),
  rename: parts.without('model.'),
  spec: (config) => specOf(parts, config),
  tensors: (s) => decoderTensors(parts, s, LLAMA_NAMES),
  irrelevant: ['use_sliding_window', 'sliding_window', 'max_window_layers', 'pretraining_tp'],
})

function specOf(parts: FamilyParts, config: ConfigFields): ModelSpec {
  const { usual, epsilon, own } = kinds[config.text('model_type')] as Kind
  return decoderSpec(parts, config, usual, {
    norm: 'rms',
    normEpsilon: config.number('rms_norm_eps', epsilon),
    activation: parts.activationOf(config, 'hidden_act', 'silu'),
    gatedMlp: true,
    ...own?.(parts, config),
  })
}
