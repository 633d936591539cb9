// ViT, DeiT, DINOv2: BERT's idea over patches, with norms before the sublayers. DeiT has a second token before the patches; DINOv2 multiplies what
// each sublayer adds by a learned vector (LayerScale), which becomes part of the last weights of the sublayer. Its largest model has SwiGLU; later
// ones have registers, tokens without a position between the class token and the patches.

import type { ConfigFields } from '../config-fields.js'
import type { Factor, Family, ModelSpec, TensorRule } from '../family.js'
import type { FamilyParts } from '../family-parts.js'
import { inside, type LayerNames, namedLayers, WITHOUT_HEAD } from './named-layers.js'
import { patches } from './patches.js'

const ATTENTION = {
  query: 'attention.attention.query',
  key: 'attention.attention.key',
  value: 'attention.attention.value',
  output: 'attention.output.dense',
}

const VIT = {
  ...ATTENTION,
  norm1: 'layernorm_before',
  norm2: 'layernorm_after',
  'mlp.up': 'intermediate.dense',
  'mlp.down': 'output.dense',
}

const DINO = { ...ATTENTION, norm1: 'norm1', norm2: 'norm2' }

/** How the three differ. */
interface Kind {
  type: string
  names(config: ConfigFields): LayerNames
  /** The tokens before the patches. */
  first: readonly string[]
  patch: number
  epsilon: number
  feedForward(config: ConfigFields, width: number): number
  /** Is a feed-forward layer a gated one? */
  gated(config: ConfigFields): boolean
  /** The number of registers. */
  registers(config: ConfigFields): number
  anySize?: true
  antialias?: true
}

const vitKind: Kind = {
  type: 'vit',
  names: () => VIT,
  first: ['cls_token'],
  patch: 16,
  epsilon: 1e-12,
  feedForward: (config) => config.count('intermediate_size', 3072),
  gated: () => false,
  registers: () => 0,
}

const dinoKind: Kind = {
  ...vitKind,
  type: 'dinov2',
  names: (config) => ({
    ...DINO,
    ...(isGated(config) ? { 'mlp.down': 'mlp.weights_out' } : { 'mlp.up': 'mlp.fc1', 'mlp.down': 'mlp.fc2' }),
  }),
  patch: 14,
  epsilon: 1e-6,
  // two thirds with SwiGLU, up to a multiple of 8
  feedForward: (config, width) => {
    const size = width * config.count('mlp_ratio', 4)
    return isGated(config) ? Math.ceil(Math.floor((size * 2) / 3) / 8) * 8 : size
  },
  gated: isGated,
  anySize: true,
}

const registersKind: Kind = {
  ...dinoKind,
  type: 'dinov2_with_registers',
  patch: 16,
  registers: (config) => config.integer('num_register_tokens', 4),
  antialias: true,
}

function isGated(config: ConfigFields): boolean {
  return config.flag('use_swiglu_ffn', false)
}

export const vit = (parts: FamilyParts): Family => family(parts, vitKind)

export const deit = (parts: FamilyParts): Family =>
  family(parts, { ...vitKind, type: 'deit', first: ['cls_token', 'distillation_token'] })

export const dinov2 = (parts: FamilyParts): Family => dino(parts, dinoKind)

export const registers = (parts: FamilyParts): Family => dino(parts, registersKind)

const dino = (parts: FamilyParts, kind: Kind): Family => ({
  ...family(parts, kind),
  factors: scales,
  irrelevant: [
    ...WITHOUT_HEAD,
    ...['layerscale_value', 'drop_path_rate'], // at the start, in training
    ...['apply_layernorm', 'reshape_hidden_states', 'out_features', 'out_indices', 'stage_names'], // of a backbone
    'use_mask_token',
  ],
})

function family(parts: FamilyParts, kind: Kind): Family {
  const { type, names, first } = kind
  const projection = 'embeddings.patch_embeddings.projection.'
  return {
    name: type,
    modelTypes: [type],
    rename: parts.without(`${type}.`),
    spec: (config) => spec(parts, config, kind),
    tensors: (s, config) => [
      ...namedLayers(parts, s, inside('encoder.layer.{i}.', names(config)), { width: s.dModel }),
      ...(s.gatedMlp ? gates(parts, s) : []),
      ...parts.norm('layernorm', 'finalNorm', s.dModel),
    ],
    constants: ({ vocab, dModel }) => [{ name: 'embedding', size: vocab * dModel, value: 0 }],
    signals: (s, config) => {
      const vectors = (name: string, rows: number) => ({
        tensor: `embeddings.${name}`,
        shape: [1, rows, s.dModel],
      })
      const registers = kind.registers(config)
      return patches(parts, config, {
        ...{ ...kind, spec: s, kernel: `${projection}weight`, bias: `${projection}bias` },
        first: first.map((name) => vectors(name, 1)),
        ...(registers ? { registers: vectors('register_tokens', registers) } : { registers: undefined }),
      })
    },
    irrelevant: [...WITHOUT_HEAD, 'encoder_stride', 'pooler_act', 'pooler_output_size'],
  }
}

function spec(parts: FamilyParts, config: ConfigFields, kind: Kind): ModelSpec {
  const dModel = config.count('hidden_size', 768)
  const heads = config.count('num_attention_heads', 12)
  const tokens = kind.first.length + kind.registers(config) + parts.patchesInRow(config, kind.patch) ** 2
  const bias = config.flag('qkv_bias', true)
  return parts.modelSpec({
    vocab: tokens,
    dModel,
    layers: config.count('num_hidden_layers', 12),
    heads,
    headDim: parts.evenHeads(config, 'hidden_size', dModel, heads),
    dFf: kind.feedForward(config, dModel),
    maxPositions: tokens,
    norm: 'layer',
    normEpsilon: config.number('layer_norm_eps', kind.epsilon),
    ...feedForward(parts, config, kind),
    causal: false,
    head: 'none',
    ...parts.biases(true),
    ...{ queryBias: bias, keyBias: bias, valueBias: bias },
  })
}

function feedForward(parts: FamilyParts, config: ConfigFields, kind: Kind) {
  if (!kind.gated(config)) return { activation: parts.activationOf(config, 'hidden_act', 'gelu') }
  config.overrule('hidden_act')
  return { activation: 'silu', gatedMlp: true } as const
}

/** One matrix for the gate and what it multiplies. */
function gates(parts: FamilyParts, { layers, dFf, dModel }: ModelSpec): TensorRule[] {
  return Array.from({ length: layers }, (_, i) => {
    const halves = ['gate', 'up'].map((name) => ({ name: `layers.${i}.mlp.${name}`, rows: dFf }))
    return parts.fused(`encoder.layer.${i}.mlp.weights_in`, halves, { width: dModel })
  }).flat()
}

/** LayerScale: the rows of the last weights of each sublayer, and their biases. */
function scales({ layers, dModel }: ModelSpec): Factor[] {
  return Array.from({ length: layers }, (_, i) =>
    ['output', 'mlp.down'].flatMap((to, nth) => {
      const by = { tensor: `encoder.layer.${i}.layer_scale${nth + 1}.lambda1`, shape: [dModel] }
      return [
        { name: `layers.${i}.${to}.weight`, by },
        { name: `layers.${i}.${to}.bias`, by },
      ]
    }),
  ).flat()
}
