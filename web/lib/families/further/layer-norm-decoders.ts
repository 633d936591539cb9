// Decoders with layer norms: GPT's relatives, and those that took LLaMA's names but not its norms.

import type { ConfigFields } from '../config-fields.js'
import type { FamilyParts } from '../family-parts.js'
import type { Decoder } from './decoder.js'
import { GPT2_KEYS, LLAMA_KEYS, type OwnSpec, PLAIN_KEYS } from './decoder-spec.js'
import { type DecoderNames, INPUTS, LLAMA_NAMES, OUTPUT } from './decoder-tensors.js'

const STARCODER2: DecoderNames = {
  ...LLAMA_NAMES,
  linears: { ...INPUTS, ...OUTPUT, 'mlp.c_fc': 'mlp.up', 'mlp.c_proj': 'mlp.down' },
}

const PHI: DecoderNames = {
  ...LLAMA_NAMES,
  linears: { ...INPUTS, 'self_attn.dense': 'output', 'mlp.fc1': 'mlp.up', 'mlp.fc2': 'mlp.down' },
  finalNorm: 'final_layernorm',
}

const FAIRSEQ: DecoderNames = {
  embedding: 'embed_tokens',
  layers: 'layers',
  norms: { self_attn_layer_norm: 'norm1', final_layer_norm: 'norm2' },
  linears: { ...INPUTS, 'self_attn.out_proj': 'output', fc1: 'mlp.up', fc2: 'mlp.down' },
  finalNorm: 'layer_norm',
}

const OPT: DecoderNames = {
  ...FAIRSEQ,
  embedding: 'decoder.embed_tokens',
  layers: 'decoder.layers',
  finalNorm: 'decoder.final_layer_norm',
}

const GPT: DecoderNames = {
  embedding: 'wte',
  layers: 'h',
  norms: { ln_1: 'norm1', ln_2: 'norm2' },
  linears: {
    'attn.c_attn': 'query key value',
    'attn.c_proj': 'output',
    'mlp.c_fc': 'mlp.up',
    'mlp.c_proj': 'mlp.down',
  },
  finalNorm: 'ln_f',
}

const GPT_NEO: DecoderNames = {
  ...GPT,
  linears: {
    'attn.attention.q_proj': 'query',
    'attn.attention.k_proj': 'key',
    'attn.attention.v_proj': 'value',
    'attn.attention.out_proj': 'output',
    'mlp.c_fc': 'mlp.up',
    'mlp.c_proj': 'mlp.down',
  },
}

const CODEGEN: DecoderNames = {
  ...GPT,
  linears: {
    'attn.qkv_proj': 'query value key',
    'attn.out_proj': 'output',
    'mlp.fc_in': 'mlp.up',
    'mlp.fc_out': 'mlp.down',
  },
  groups: () => CODEGEN_GROUPS,
}

/** The pieces in which CodeGen was trained, each of them with its queries, values and keys. */
const CODEGEN_GROUPS = 4

const layerNorm = (config: ConfigFields, key: string, epsilon: number) =>
  ({ norm: 'layer', normEpsilon: config.number(key, epsilon) }) as const

/** A block with one norm, whose attention and mlp are side by side. */
const SIDE_BY_SIDE = { parallel: true, sharedNorm: true } as const

function cohere(parts: FamilyParts, config: ConfigFields): OwnSpec {
  return {
    ...layerNorm(config, 'layer_norm_eps', 1e-5),
    normBias: false,
    activation: parts.activationOf(config, 'hidden_act', 'silu'),
    gatedMlp: true,
    ...SIDE_BY_SIDE,
    ...parts.biases(config.flag('attention_bias', false), false),
    headScale: config.number('logit_scale', 0.0625),
  }
}

const COHERE = {
  ...{ vocab: 256000, dModel: 8192, dFf: 22528, layers: 40, heads: 64 },
  ...{ maxPositions: 8192, tied: true },
}

/** `attention_layers` has precedence over the runs of `attention_types` that it is made of. */
function withLayers({ choiceOf, itemsOf }: FamilyParts, config: ConfigFields): ConfigFields {
  const runs = config.raw('attention_types')
  if (config.has('attention_layers') || runs === undefined) return config
  const path = config.path('attention_types')
  const layers = itemsOf(runs, path, 'a list of [kinds, times]', MOST_LAYERS).flatMap((run, i) => {
    const [kinds, times] = itemsOf(run, `${path}[${i}]`, '[kinds, times]', 2)
    const known = itemsOf(kinds, `${path}[${i}][0]`, 'a list of global and local', MOST_LAYERS).map(
      (kind, k) => choiceOf(kind, `${path}[${i}][0][${k}]`, ['global', 'local'] as const),
    )
    const count = Number.isInteger(times) ? Math.min(times as number, MOST_LAYERS) : 0
    return Array.from({ length: count }, () => known).flat()
  })
  return config.with({ attention_layers: layers })
}

const MOST_LAYERS = 1024

export const layerNormDecoders: Readonly<Record<string, Decoder>> = {
  gpt_neo: {
    usual: { vocab: 50257, dModel: 2048, layers: 24, heads: 16, maxPositions: 2048, tied: true },
    keys: { ...PLAIN_KEYS, layers: 'num_layers', heads: 'num_heads' },
    names: GPT_NEO,
    prefix: 'transformer.',
    own: (parts, config) => ({
      ...layerNorm(config, 'layer_norm_epsilon', 1e-5),
      activation: parts.activationOf(config, 'activation_function', 'gelu_new'),
      ...parts.biases(false, true),
      outputBias: true,
      scale: 1,
    }),
    told: withLayers,
  },
  gpt_bigcode: {
    usual: { vocab: 50257, dModel: 768, layers: 12, heads: 12, maxPositions: 1024, tied: true },
    keys: GPT2_KEYS,
    names: { ...GPT, groups: (s) => (s.kvHeads === 1 ? 1 : s.heads) },
    prefix: 'transformer.',
    irrelevant: [
      /(?:scale_)?attention_softmax_in_fp32/,
      'num_key_value_heads', // its class writes it by multi_query
    ],
    own: (parts, config) => ({
      ...layerNorm(config, 'layer_norm_epsilon', 1e-5),
      activation: parts.activationOf(config, 'activation_function', 'gelu_pytorch_tanh'),
      ...parts.biases(true),
      ...(config.flag('multi_query', true) ? { kvHeads: 1 } : {}),
      ...(config.flag('scale_attn_weights', true) ? {} : { scale: 1 }),
    }),
  },
  codegen: {
    usual: { vocab: 50400, dModel: 4096, layers: 28, heads: 16, maxPositions: 2048, tied: false },
    keys: GPT2_KEYS,
    names: CODEGEN,
    prefix: 'transformer.',
    irrelevant: ['n_ctx'],
    own: (parts, config) => {
      const heads = config.count('n_head', 16)
      const got = (what: string, value: string, wanted: string) =>
        parts.refuse('ERR_UNSUPPORTED', config.path(what), value, wanted)
      if (config.names('rotary_dim') && !config.has('rotary_dim'))
        throw got('rotary_dim', 'null', 'how many channels are rotated')
      if (heads % CODEGEN_GROUPS) throw got('n_head', String(heads), `a multiple of ${CODEGEN_GROUPS}`)
      return {
        ...layerNorm(config, 'layer_norm_epsilon', 1e-5),
        activation: parts.activationOf(config, 'activation_function', 'gelu_new'),
        ...SIDE_BY_SIDE,
        ...parts.biases(false, true),
        headBias: parts.decoderHead(config, false).head === 'lm',
      }
    },
  },
  'openai-gpt': {
    usual: { vocab: 40478, dModel: 768, layers: 12, heads: 12, maxPositions: 512, tied: true },
    keys: { dModel: 'n_embd', layers: 'n_layer', heads: 'n_head', maxPositions: 'n_positions' },
    names: { ...GPT, embedding: 'tokens_embed', transposed: true },
    prefix: 'transformer.',
    own: (parts, config) => {
      const name = parts.choiceOf(config.text('afn', 'gelu'), config.path('afn'), AFN)
      return {
        ...layerNorm(config, 'layer_norm_epsilon', 1e-5),
        activation: parts.activationNamed(name === 'gelu' ? 'gelu_new' : name, config.path('afn')),
        normPlace: 'post',
        finalNorm: false,
        ...parts.biases(true),
      }
    },
  },
  phi: {
    usual: {
      ...{ vocab: 51200, dModel: 2048, dFf: 8192, layers: 24, heads: 32 },
      ...{ maxPositions: 2048, tied: false },
    },
    names: PHI,
    fixed: { qk_layernorm: [false] },
    own: (parts, config) => ({
      ...layerNorm(config, 'layer_norm_eps', 1e-5),
      activation: parts.activationOf(config, 'hidden_act', 'gelu_new'),
      ...SIDE_BY_SIDE,
      ...parts.biases(true),
      headBias: parts.decoderHead(config, false).head === 'lm',
    }),
  },
  starcoder2: {
    usual: {
      ...{ vocab: 49152, dModel: 3072, dFf: 12288, layers: 30, heads: 24, keyHeads: 2 },
      ...{ maxPositions: 4096, tied: true },
    },
    names: STARCODER2,
    own: (parts, config) => ({
      ...layerNorm(config, 'norm_epsilon', 1e-5),
      activation: parts.activationOf(config, 'hidden_act', 'gelu_pytorch_tanh'),
      ...parts.biases(config.flag('use_bias', true)),
    }),
  },
  stablelm: {
    usual: {
      ...{ vocab: 50304, dModel: 2560, dFf: 6912, layers: 32, heads: 32, keyHeads: 32 },
      ...{ maxPositions: 4096, tied: false },
    },
    keys: { ...PLAIN_KEYS, keyHeads: LLAMA_KEYS.keyHeads ?? '' },
    fixed: { qk_layernorm: [false] },
    own: (parts, config) => ({
      ...layerNorm(config, 'layer_norm_eps', 1e-5),
      activation: parts.activationOf(config, 'hidden_act', 'silu'),
      gatedMlp: true,
      ...(config.flag('use_parallel_residual', false) ? SIDE_BY_SIDE : {}),
      ...parts.biases(config.flag('use_qkv_bias', false), false),
      outputBias: false,
    }),
  },
  cohere: { usual: COHERE, fixed: { use_qk_norm: [false] }, own: cohere },
  cohere2: { usual: COHERE, absent: { sliding_window: 4096 }, own: cohere },
  opt: {
    usual: {
      ...{ vocab: 50272, dModel: 768, dFf: 3072, layers: 12, heads: 12 },
      ...{ maxPositions: 2048, tied: true },
    },
    keys: { ...PLAIN_KEYS, dFf: 'ffn_dim' },
    names: OPT,
    fixed: { layer_norm_elementwise_affine: [true] },
    own: (parts, config) => {
      const before = config.flag('do_layer_norm_before', true)
      const width = config.count('hidden_size', 768)
      const embedded = config.has('word_embed_proj_dim') ? config.count('word_embed_proj_dim') : width
      if (embedded !== width) {
        const wanted = `hidden_size, ${width}: embeddings that are projected have no such table here`
        throw parts.refuse('ERR_UNSUPPORTED', config.path('word_embed_proj_dim'), String(embedded), wanted)
      }
      return {
        norm: 'layer',
        normEpsilon: 1e-5,
        activation: parts.activationOf(config, 'activation_function', 'relu'),
        normPlace: before ? 'pre' : 'post',
        finalNorm: before && !config.flag('_remove_final_layer_norm', false),
        ...parts.biases(config.flag('enable_bias', true)),
      }
    },
    more: ({ withoutHidden }) => ({ positionIds: () => withoutHidden }),
  },
  biogpt: {
    usual: {
      ...{ vocab: 42384, dModel: 1024, dFf: 4096, layers: 24, heads: 16 },
      ...{ maxPositions: 1024, tied: true },
    },
    keys: PLAIN_KEYS,
    names: FAIRSEQ,
    prefix: 'biogpt.',
    renamed: { 'output_projection.weight': 'lm_head.weight' },
    irrelevant: ['layer_norm_eps'], // its norms are made without it
    own: (parts, config) => ({
      norm: 'layer',
      normEpsilon: 1e-5,
      activation: parts.activationOf(config, 'hidden_act', 'gelu'),
      ...parts.biases(true),
      embeddingScale: config.flag('scale_embedding', true) ? Math.sqrt(config.count('hidden_size', 1024)) : 1,
    }),
  },
  xglm: {
    usual: {
      ...{ vocab: 256008, dModel: 1024, dFf: 4096, layers: 24, heads: 16 },
      ...{ maxPositions: 2048, tied: true },
    },
    keys: {
      ...{ dModel: 'd_model', dFf: 'ffn_dim', layers: 'num_layers', heads: 'attention_heads' },
      maxPositions: PLAIN_KEYS.maxPositions,
    },
    names: FAIRSEQ,
    own: (parts, config) => ({
      norm: 'layer',
      normEpsilon: 1e-5,
      activation: parts.activationOf(config, 'activation_function', 'gelu'),
      ...parts.biases(true),
      embeddingScale: config.flag('scale_embedding', true) ? Math.sqrt(config.count('d_model', 1024)) : 1,
    }),
    more: () => ({ positionIds: () => fromTwo }),
  },
}

/** The rows of XGLM's sinusoids, of which the first two are no token's, whatever is padding. */
const fromTwo = (ids: Int32Array): Float32Array => Float32Array.from(ids, (_, i) => i + 2)

const AFN = ['gelu', 'relu', 'silu', 'swish'] as const
