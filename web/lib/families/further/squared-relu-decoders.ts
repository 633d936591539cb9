// Decoders with LLaMA's names and an mlp without a gate, by default with squared ReLU.

import type { Decoder } from './decoder.js'
import { type DecoderNames, DOWN, INPUTS, LLAMA_NAMES, OUTPUT } from './decoder-tensors.js'
import { biasesBy, rms, softcapOf } from './llama-relatives.js'

const UP: DecoderNames = {
  ...LLAMA_NAMES,
  linears: { ...INPUTS, ...OUTPUT, 'mlp.up_proj': 'mlp.up', ...DOWN },
}

const NANOCHAT: DecoderNames = {
  embedding: LLAMA_NAMES.embedding,
  layers: LLAMA_NAMES.layers,
  norms: {},
  linears: { ...INPUTS, ...OUTPUT, 'mlp.fc1': 'mlp.up', 'mlp.fc2': 'mlp.down' },
}

const BIASES = { output: 'attention_bias', mlp: 'mlp_bias' } as const

export const squaredReluDecoders: Readonly<Record<string, Decoder>> = {
  nemotron: {
    usual: {
      ...{ vocab: 256000, dModel: 6144, dFf: 24576, layers: 32, heads: 48 },
      ...{ maxPositions: 4096, tied: false },
    },
    names: { ...UP, plus: 1 },
    own: (parts, config) => ({
      norm: 'layer',
      normEpsilon: config.number('norm_eps', 1e-5),
      activation: parts.activationOf(config, 'hidden_act', 'relu2'),
      ...biasesBy(parts, config, false, BIASES),
    }),
  },
  arcee: {
    usual: {
      ...{ vocab: 32000, dModel: 2560, dFf: 18432, layers: 32, heads: 32 },
      ...{ maxPositions: 4096, tied: false },
    },
    names: UP,
    own: (parts, config) => ({
      ...rms(parts, config, 1e-5),
      activation: parts.activationOf(config, 'hidden_act', 'relu2'),
      gatedMlp: false,
      ...biasesBy(parts, config, false, BIASES),
    }),
  },
  jais2: {
    usual: {
      ...{ vocab: 150272, dModel: 3328, dFf: 26624, layers: 32, heads: 26 },
      ...{ maxPositions: 8192, tied: false },
    },
    names: UP,
    own: (parts, config) => ({
      norm: 'layer',
      normEpsilon: config.number('layer_norm_eps', 1e-5),
      activation: parts.activationOf(config, 'hidden_act', 'relu2'),
      ...parts.biases(config.flag('attention_bias', true), config.flag('mlp_bias', true)),
    }),
  },
  nanochat: {
    usual: {
      ...{ vocab: 50304, dModel: 768, dFf: 8192, layers: 12, heads: 6 },
      ...{ maxPositions: 2048, tied: false },
    },
    names: NANOCHAT,
    // queries and keys are normed behind their rotation, which changes no length
    own: (parts, config) => ({
      ...rms(parts, config, 1e-6),
      activation: parts.activationOf(config, 'hidden_act', 'relu2'),
      gatedMlp: false,
      embeddingNorm: true,
      queryKeyNorm: 'l2',
      softcap: softcapOf(config, 15),
      ...biasesBy(parts, config, false, { output: 'attention_bias' }),
    }),
  },
}
