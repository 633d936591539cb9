// ViT, DeiT, DINOv2: BERT's idea over patches, with norms before the sublayers. DeiT has a second token before the patches; DINOv2 multiplies what
// each sublayer adds by a learned vector (LayerScale), which becomes part of the last weights of the sublayer.

import type { StoredTensor } from '../../position/table-reference.js'
import type { ConfigFields } from '../config-fields.js'
import type { Factor, Family, ModelSpec } from '../family.js'
import type { FamilyParts } from '../family-parts.js'
import { inside, type LayerNames, namedLayers } from './named-layers.js'
import { gridOf, kernelOf, patches } from './patches.js'

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

const DINO = { ...ATTENTION, norm1: 'norm1', norm2: 'norm2', 'mlp.up': 'mlp.fc1', 'mlp.down': 'mlp.fc2' }

/** How the three differ. */
interface Kind {
  type: string
  names: LayerNames
  /** The tokens before the patches. */
  first: readonly string[]
  size: number
  patch: number
  epsilon: number
  feedForward(config: ConfigFields, width: number): number
}

const vitKind: Kind = {
  type: 'vit',
  names: VIT,
  first: ['cls_token'],
  size: 224,
  patch: 16,
  epsilon: 1e-12,
  feedForward: (config) => config.count('intermediate_size', 3072),
}

const dinoKind: Kind = {
  ...vitKind,
  type: 'dinov2',
  names: DINO,
  patch: 14,
  epsilon: 1e-6,
  feedForward: (config, width) => width * config.count('mlp_ratio', 4),
}

export const vit = (parts: FamilyParts): Family => family(parts, vitKind)

export const deit = (parts: FamilyParts): Family =>
  family(parts, { ...vitKind, type: 'deit', first: ['cls_token', 'distillation_token'] })

export const dinov2 = (parts: FamilyParts): Family => ({
  ...family(parts, dinoKind),
  factors: scales,
  fixed: { use_swiglu_ffn: [false] },
  irrelevant: [
    ...['layerscale_value', 'drop_path_rate'], // at the start, in training
    ...['apply_layernorm', 'reshape_hidden_states', 'out_features', 'out_indices', 'stage_names'], // of a backbone
    'use_mask_token',
  ],
})

function family(parts: FamilyParts, kind: Kind): Family {
  const { type, names, first } = kind
  const grid = (config: ConfigFields) => gridOf(parts, config, kind)
  const own = (width: number): StoredTensor[] =>
    first.map((name) => ({ tensor: `embeddings.${name}`, shape: [1, 1, width] }))
  return {
    name: type,
    modelTypes: [type],
    rename: parts.without(`${type}.`),
    spec: (config) => spec(parts, config, kind),
    tensors: (s) => [
      ...namedLayers(parts, s, inside('encoder.layer.{i}.', names), { width: s.dModel }),
      ...parts.norm('layernorm', 'finalNorm', s.dModel),
    ],
    constants: ({ vocab, dModel }) => [{ name: 'embedding', size: vocab * dModel, value: 0 }],
    pixels: (s, config) => {
      const projection = 'embeddings.patch_embeddings.projection.'
      return patches(parts, {
        grid: grid(config),
        width: s.dModel,
        kernel: kernelOf(`${projection}weight`, grid(config), s.dModel),
        bias: { tensor: `${projection}bias`, shape: [s.dModel] },
        first: own(s.dModel),
      })
    },
    irrelevant: ['encoder_stride', 'pooler_act', 'pooler_output_size'],
  }
}

function spec(parts: FamilyParts, config: ConfigFields, kind: Kind): ModelSpec {
  const dModel = config.count('hidden_size', 768)
  const heads = config.count('num_attention_heads', 12)
  const { side } = gridOf(parts, config, kind)
  const tokens = kind.first.length + side ** 2
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
    activation: parts.activationOf(config, 'hidden_act', 'gelu'),
    causal: false,
    head: 'none',
    ...parts.biases(true),
    ...{ queryBias: bias, keyBias: bias, valueBias: bias },
  })
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
