// CLIP and SigLIP have two towers with one kind of layer, and a model_type for each tower: one reads pictures, one reads texts. The file of both
// towers serves either.

import type { ConfigFields } from '../config-fields.js'
import type { Factor, Family, ModelSpec, TensorRule } from '../family.js'
import type { FamilyParts } from '../family-parts.js'
import { inside, namedLayers, WITHOUT_HEAD } from './named-layers.js'
import { patches } from './patches.js'

const LAYER = inside('encoder.layers.{i}.', {
  query: 'self_attn.q_proj',
  key: 'self_attn.k_proj',
  value: 'self_attn.v_proj',
  output: 'self_attn.out_proj',
  norm1: 'layer_norm1',
  norm2: 'layer_norm2',
  'mlp.up': 'mlp.fc1',
  'mlp.down': 'mlp.fc2',
})

/** How a tower differs. */
interface Tower {
  type: string
  /** Begins the names of its tensors in a file of both towers. */
  prefix: string
  spec: Pick<ModelSpec, 'causal' | 'embeddingNorm' | 'finalNorm'>
  /** The stored name of the norm at the end. */
  last?: string
  width: number
  feedForward: number
  heads: number
  epsilon: number
  activation: string
}

const vision = { prefix: 'vision_model.', width: 768, feedForward: 3072, heads: 12 }
const text = { prefix: 'text_model.', last: 'final_layer_norm', width: 512, feedForward: 2048, heads: 8 }
const clip = { epsilon: 1e-5, activation: 'quick_gelu' }
const siglip = { epsilon: 1e-6, activation: 'gelu_pytorch_tanh' }

const clipVision: Tower = {
  ...{ type: 'clip_vision_model', ...vision, ...clip },
  spec: { causal: false, embeddingNorm: true, finalNorm: false },
}
const siglipVision: Tower = {
  ...{ type: 'siglip_vision_model', ...vision, ...siglip, last: 'post_layernorm' },
  spec: { causal: false, embeddingNorm: false, finalNorm: true },
}
const clipText: Tower = {
  ...{ type: 'clip_text_model', ...text, ...clip },
  spec: { causal: true, embeddingNorm: false, finalNorm: true },
}
const siglipText: Tower = {
  ...{ type: 'siglip_text_model', ...text, ...siglip },
  ...{ width: 768, feedForward: 3072, heads: 12 },
  spec: { causal: false, embeddingNorm: false, finalNorm: true },
}

// CLIPSeg's towers are CLIP's, below a decoder of masks.
const clipSegVision: Tower = { ...clipVision, type: 'clipseg_vision_model' }
const clipSegText: Tower = { ...clipText, type: 'clipseg_text_model' }

/** The towers that read pictures: CLIP's has a token for the whole and a norm over the embeddings, SigLIP's has neither. */
export const pictureTowers = (parts: FamilyParts): Family[] => [
  picturesBy(parts, clipVision, 32),
  picturesBy(parts, clipSegVision, 32),
  picturesBy(parts, siglipVision, 16),
]

/** The towers that read texts. */
export const textTowers = (parts: FamilyParts): Family[] => [
  textsBy(parts, clipText, { vocab: 49408, rows: 77 }),
  textsBy(parts, clipSegText, { vocab: 49408, rows: 77 }),
  textsBy(parts, siglipText, { vocab: 32000, rows: 64 }),
]

function picturesBy(parts: FamilyParts, tower: Tower, patch: number): Family {
  const whole = tower.spec === clipVision.spec // has a token before the patches, and a kernel without a bias
  return {
    ...family(parts, tower, (config) => parts.patchesInRow(config, patch) ** 2 + Number(whole)),
    constants: ({ vocab, dModel }) => [{ name: 'embedding', size: vocab * dModel, value: 0 }],
    signals: (spec, config) =>
      patches(parts, config, {
        ...{ spec, patch, kernel: 'embeddings.patch_embedding.weight', registers: undefined },
        ...(whole ? {} : { bias: 'embeddings.patch_embedding.bias' }),
        first: whole ? [{ tensor: 'embeddings.class_embedding', shape: [spec.dModel] }] : [],
      }),
    irrelevant: [...WITHOUT_HEAD, 'projection_dim', 'vision_use_head'],
  }
}

function textsBy(parts: FamilyParts, tower: Tower, usual: { vocab: number; rows: number }): Family {
  const made = family(
    parts,
    tower,
    (config) => config.count('vocab_size', usual.vocab),
    (config) => config.count('max_position_embeddings', usual.rows),
  )
  return {
    ...made,
    tensors: (s, config) => [
      parts.rule('embeddings.token_embedding.weight', [s.vocab, s.dModel], 'embedding'),
      ...made.tensors(s, config),
    ],
    irrelevant: [...WITHOUT_HEAD, 'projection_dim', 'projection_size'],
  }
}

type Count = (config: ConfigFields) => number

function family(parts: FamilyParts, tower: Tower, vocab: Count, rows = vocab): Family {
  return {
    name: tower.type,
    modelTypes: [tower.type],
    rename: parts.without(`clip.${tower.prefix}`, tower.prefix),
    spec: (config) => spec(parts, config, tower, { vocab: vocab(config), maxPositions: rows(config) }),
    tensors: (s) => tensors(parts, s, tower),
    factors: (s, config) => quickGelu(s, activationIn(config, tower)),
  }
}

const activationIn = (config: ConfigFields, { activation }: Tower) => config.text('hidden_act', activation)

function spec(
  parts: FamilyParts,
  config: ConfigFields,
  tower: Tower,
  sizes: Pick<ModelSpec, 'vocab' | 'maxPositions'>,
): ModelSpec {
  const dModel = config.count('hidden_size', tower.width)
  const heads = config.count('num_attention_heads', tower.heads)
  const activation = activationIn(config, tower)
  return parts.modelSpec({
    ...sizes,
    dModel,
    layers: config.count('num_hidden_layers', 12),
    heads,
    headDim: parts.evenHeads(config, 'hidden_size', dModel, heads),
    dFf: config.count('intermediate_size', tower.feedForward),
    norm: 'layer',
    normEpsilon: config.number('layer_norm_eps', tower.epsilon),
    activation: activation === QUICK ? 'silu' : parts.activationNamed(activation, config.path('hidden_act')),
    head: 'none',
    ...parts.biases(true),
    ...tower.spec,
  })
}

function tensors(parts: FamilyParts, s: ModelSpec, { last }: Tower): TensorRule[] {
  return [
    ...(s.embeddingNorm ? parts.norm('pre_layrnorm', 'embeddingNorm', s.dModel) : []),
    ...namedLayers(parts, s, LAYER, { width: s.dModel }),
    ...(last ? parts.norm(last, 'finalNorm', s.dModel) : []),
  ]
}

const QUICK = 'quick_gelu'
const STEEP = 1.702

/** quick_gelu, x · sigmoid(1.702 x), is SiLU of 1.702 x, divided by 1.702. */
function quickGelu({ layers }: ModelSpec, activation: string): Factor[] {
  if (activation !== QUICK) return []
  return Array.from({ length: layers }, (_, i) => [
    { name: `layers.${i}.mlp.up.weight`, by: STEEP },
    { name: `layers.${i}.mlp.up.bias`, by: STEEP },
    { name: `layers.${i}.mlp.down.weight`, by: 1 / STEEP },
  ]).flat()
}
