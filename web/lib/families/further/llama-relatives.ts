// Decoders with RMS norms and a gate: LLaMA's relatives, and those whose projections are fused.

import type { ConfigFields } from '../config-fields.js'
import type { Factor, ModelSpec } from '../family.js'
import type { FamilyParts } from '../family-parts.js'
import type { Decoder } from './decoder.js'
import type { OwnSpec } from './decoder-spec.js'
import { type DecoderNames, DOWN, INPUTS, LLAMA_NAMES, OUTPUT } from './decoder-tensors.js'

const GATE_UP = { 'mlp.gate_up_proj': 'mlp.gate mlp.up' }

const GLM: DecoderNames = { ...LLAMA_NAMES, linears: { ...INPUTS, ...OUTPUT, ...DOWN, ...GATE_UP } }

const PHI3: DecoderNames = {
  ...LLAMA_NAMES,
  linears: { ...OUTPUT, ...DOWN, 'self_attn.qkv_proj': 'query key value', ...GATE_UP },
}

// Norms before and after each sublayer.
const GLM4: DecoderNames = {
  ...GLM,
  norms: {
    input_layernorm: 'norm1',
    post_self_attn_layernorm: 'norm1After',
    post_attention_layernorm: 'norm2',
    post_mlp_layernorm: 'norm2After',
  },
}

const QWEN3: DecoderNames = {
  ...LLAMA_NAMES,
  norms: { ...LLAMA_NAMES.norms, 'self_attn.q_norm': 'queryNorm', 'self_attn.k_norm': 'keyNorm' },
}

const GEMMA: DecoderNames = { ...LLAMA_NAMES, plus: 1 }

const GEMMA2: DecoderNames = {
  ...GEMMA,
  norms: {
    input_layernorm: 'norm1',
    post_attention_layernorm: 'norm1After',
    pre_feedforward_layernorm: 'norm2',
    post_feedforward_layernorm: 'norm2After',
  },
}

export function rms({ activationOf }: FamilyParts, config: ConfigFields, epsilon: number): OwnSpec {
  return {
    norm: 'rms',
    normEpsilon: config.number('rms_norm_eps', epsilon),
    activation: activationOf(config, 'hidden_act', 'silu'),
    gatedMlp: true,
  }
}

/** Biases of attention, of its output and of the mlp by fields; false where a class has no such field. */
export function biasesBy(
  { biases }: FamilyParts,
  config: ConfigFields,
  usual: boolean,
  { output, mlp }: { output?: string; mlp?: string } = {},
) {
  const flag = (key: string | undefined) => key !== undefined && config.flag(key, false)
  return { ...biases(config.flag('attention_bias', usual), flag(mlp)), outputBias: flag(output) }
}

function bidirectional(config: ConfigFields): boolean {
  const key = 'use_bidirectional_attention'
  return config.has(key) && config.flag(key, false)
}

function gemma(parts: FamilyParts, config: ConfigFields, activation: string, width: number): OwnSpec {
  return {
    norm: 'rms',
    normEpsilon: config.number('rms_norm_eps', 1e-6),
    activation: parts.activationOf(config, activation, 'gelu_pytorch_tanh'),
    gatedMlp: true,
    embeddingScale: Math.sqrt(config.count('hidden_size', width)),
    causal: !bidirectional(config),
    ...biasesBy(parts, config, false, { output: 'attention_bias' }),
  }
}

/** The cap of logits; null is none. */
export function softcapOf(config: ConfigFields, usual: number): number {
  const key = 'final_logit_softcapping'
  return config.names(key) && !config.has(key) ? 0 : config.number(key, usual)
}

/** Granite multiplies what each sublayer adds: its last weights, and their biases. */
function residualFactors({ layers, outputBias, mlpBias }: ModelSpec, config: ConfigFields): Factor[] {
  const by = config.number('residual_multiplier', 1)
  if (by === 1) return []
  const last = [
    ...['output.weight', 'mlp.down.weight'],
    ...(outputBias ? ['output.bias'] : []),
    ...(mlpBias ? ['mlp.down.bias'] : []),
  ]
  return Array.from({ length: layers }, (_, i) =>
    last.map((to) => ({ name: `layers.${i}.${to}`, by })),
  ).flat()
}

const glm: Decoder = {
  usual: {
    ...{ vocab: 151552, dModel: 4096, dFf: 13696, layers: 40, heads: 32, keyHeads: 2, headDim: 128 },
    ...{ maxPositions: 131072, tied: false },
  },
  names: GLM,
  own: (parts, config) => ({ ...rms(parts, config, 1.5625e-7), ...biasesBy(parts, config, true) }),
}

/** The texts of Qwen's models of pictures: queries and keys turn as those of a picture whose places are all in one line. */
const qwen2Vl: Decoder = {
  usual: {
    ...{ vocab: 152064, dModel: 8192, dFf: 29568, layers: 80, heads: 64, keyHeads: 8 },
    ...{ maxPositions: 32768, tied: false },
  },
  irrelevant: ['use_sliding_window', 'sliding_window', 'max_window_layers'],
  own: (parts, config) => ({
    ...rms(parts, config, 1e-5),
    ...{ queryBias: true, keyBias: true, valueBias: true },
  }),
}

export const llamaRelatives: Readonly<Record<string, Decoder>> = {
  smollm3: {
    usual: {
      ...{ vocab: 128256, dModel: 2048, dFf: 11008, layers: 36, heads: 16, keyHeads: 4 },
      ...{ maxPositions: 32768, tied: true },
    },
    // no layer slides; where layers are listed, the interval is not asked
    irrelevant: ['sliding_window', 'max_window_layers', 'no_rope_layer_interval'],
    own: (parts, config) => ({
      ...rms(parts, config, 1e-6),
      ...biasesBy(parts, config, false, { output: 'attention_bias', mlp: 'mlp_bias' }),
    }),
  },
  seed_oss: {
    usual: {
      ...{ vocab: 155136, dModel: 4096, dFf: 27648, layers: 64, heads: 80, keyHeads: 8, headDim: 128 },
      ...{ maxPositions: 524288, tied: false },
    },
    irrelevant: ['pretraining_tp'],
    own: (parts, config) => ({
      ...rms(parts, config, 1e-6),
      ...biasesBy(parts, config, true, { output: 'attention_out_bias', mlp: 'mlp_bias' }),
    }),
  },
  granite: {
    usual: {
      ...{ vocab: 32000, dModel: 4096, dFf: 11008, layers: 32, heads: 32 },
      ...{ maxPositions: 2048, tied: false },
    },
    own: (parts, config) => ({
      ...rms(parts, config, 1e-6),
      ...biasesBy(parts, config, false, { output: 'attention_bias', mlp: 'mlp_bias' }),
      embeddingScale: config.number('embedding_multiplier', 1),
      headScale: 1 / config.positive('logits_scaling', 1),
      scale: parts.scaleOf(config) as number,
    }),
    more: () => ({ factors: residualFactors }),
  },
  helium: {
    usual: {
      ...{ vocab: 48000, dModel: 2560, dFf: 7040, layers: 24, heads: 20, keyHeads: 20, headDim: 128 },
      ...{ maxPositions: 4096, tied: false },
    },
    own: (parts, config) => ({
      ...rms(parts, config, 1e-8),
      ...biasesBy(parts, config, false, { mlp: 'mlp_bias' }),
    }),
  },
  qwen2_vl_text: qwen2Vl,
  qwen2_5_vl_text: qwen2Vl,
  qwen3_vl_text: {
    usual: {
      ...{ vocab: 151936, dModel: 4096, dFf: 22016, layers: 32, heads: 32, keyHeads: 32, headDim: 128 },
      ...{ maxPositions: 128000, tied: false },
    },
    names: QWEN3,
    own: (parts, config) => ({
      ...rms(parts, config, 1e-6),
      ...biasesBy(parts, config, false, { output: 'attention_bias' }),
      queryKeyNorm: 'rms',
    }),
  },
  ernie4_5: {
    usual: {
      ...{ vocab: 103424, dModel: 1024, dFf: 3072, layers: 18, heads: 16, keyHeads: 2, headDim: 128 },
      ...{ maxPositions: 131072, tied: true },
    },
    own: (parts, config) => ({
      ...rms(parts, config, 1e-5),
      ...parts.biases(config.flag('use_bias', false)),
    }),
  },
  ministral3: {
    usual: {
      ...{ vocab: 131072, dModel: 4096, dFf: 14336, layers: 34, heads: 32, keyHeads: 8, headDim: 128 },
      ...{ maxPositions: 262144, tied: false },
    },
    own: (parts, config) => rms(parts, config, 1e-5),
  },
  phi3: {
    usual: {
      ...{ vocab: 32064, dModel: 3072, dFf: 8192, layers: 32, heads: 32 },
      ...{ maxPositions: 4096, tied: false },
    },
    names: PHI3,
    irrelevant: ['original_max_position_embeddings'], // LongRoPE alone asks for it
    own: (parts, config) => rms(parts, config, 1e-5),
  },
  glm,
  glm4: {
    ...glm,
    names: GLM4,
    own: (parts, config) => ({ ...glm.own(parts, config), normPlace: 'both' }),
  },
  gemma: {
    usual: {
      ...{ vocab: 256000, dModel: 3072, dFf: 24576, layers: 28, heads: 16, keyHeads: 16, headDim: 256 },
      ...{ maxPositions: 8192, tied: true },
    },
    names: GEMMA,
    own: (parts, config) => gemma(parts, config, 'hidden_act', 3072),
  },
  gemma2: {
    usual: {
      ...{ vocab: 256000, dModel: 2304, dFf: 9216, layers: 26, heads: 8, keyHeads: 4, headDim: 256 },
      ...{ maxPositions: 8192, tied: true },
    },
    names: GEMMA2,
    absent: { sliding_window: 4096 },
    own: (parts, config) => ({
      ...gemma(parts, config, 'hidden_activation', 2304),
      normPlace: 'both',
      softcap: softcapOf(config, 30),
      scale: parts.scaleOf(config) as number,
    }),
  },
}
