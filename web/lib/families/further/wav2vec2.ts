// Wav2Vec2 and HuBERT: raw samples through convolutions, each of which halves their number or more, then an encoder like BERT's. Position
// enters by one more convolution over the frames, whose result is added to them.

import type { ConfigFields } from '../config-fields.js'
import type { Family, ModelSpec, Signals } from '../family.js'
import type { FamilyParts } from '../family-parts.js'
import { frames, type Stage } from './frames.js'
import { inside, namedLayers, WITHOUT_HEAD } from './named-layers.js'

const LAYER = inside('encoder.layers.{i}.', {
  query: 'attention.q_proj',
  key: 'attention.k_proj',
  value: 'attention.v_proj',
  output: 'attention.out_proj',
  norm1: 'layer_norm',
  'mlp.up': 'feed_forward.intermediate_dense',
  'mlp.down': 'feed_forward.output_dense',
  norm2: 'final_layer_norm',
})

/** Of the sounds that it was trained on, 250,000 samples. */
const FRAMES = 781

const WEIGHT_NORM = 'encoder.pos_conv_embed.conv.parametrizations.weight.original'

export const wav2vec2 = (parts: FamilyParts): Family => family(parts, 'wav2vec2')

export const hubert = (parts: FamilyParts): Family => family(parts, 'hubert')

function family(parts: FamilyParts, type: string): Family {
  const base = parts.without(`${type}.`)
  return {
    name: type,
    modelTypes: [type],
    // older files have the two parts of a weight norm under other names
    rename: (name) =>
      base(name).replace(
        /^encoder\.pos_conv_embed\.conv\.weight_([gv])$/,
        (_, part) => `${WEIGHT_NORM}${part === 'g' ? 0 : 1}`,
      ),
    spec: (config) => spec(parts, config),
    tensors: (s) => [
      ...namedLayers(parts, s, LAYER, { width: s.dModel }),
      ...parts.norm('encoder.layer_norm', s.finalNorm ? 'finalNorm' : 'embeddingNorm', s.dModel),
      ...parts.ownHead(s),
      ...(s.headBias ? [parts.rule('lm_head.bias', [s.vocab], 'head.bias')] : []),
    ],
    constants: ({ vocab, dModel }) => [{ name: 'embedding', size: vocab * dModel, value: 0 }],
    positions: (_, { layers }) => ({ decoder: Array(layers).fill({ type: 'none' }) }),
    signals: (s, config) => signals(parts, config, s),
    irrelevant: [
      ...WITHOUT_HEAD,
      ...[/mask_.*/, 'apply_spec_augment', /ctc_.*/], // training
      ...[/.*codevector.*/, 'contrastive_logits_temperature', 'diversity_loss_weight'],
      ...['use_weighted_layer_sum', 'classifier_proj_size', /tdnn_.*/, 'xvector_output_dim'], // tasks
      ...['adapter_kernel_size', 'adapter_stride', 'num_adapter_layers', 'output_hidden_size'],
      'num_feat_extract_layers', // as many as conv_dim has
    ],
    fixed: {
      add_adapter: [false],
      adapter_attn_dim: [],
      conv_pos_batch_norm: [false],
      feat_extract_activation: ['gelu'],
    },
  }
}

function spec(parts: FamilyParts, config: ConfigFields): ModelSpec {
  const dModel = config.count('hidden_size', 768)
  const heads = config.count('num_attention_heads', 12)
  const stable = config.flag('do_stable_layer_norm', false)
  const spells = config.texts('architectures')?.[0]?.endsWith('ForCTC') === true
  return parts.modelSpec({
    vocab: config.count('vocab_size', 32),
    dModel,
    layers: config.count('num_hidden_layers', 12),
    heads,
    headDim: parts.evenHeads(config, 'hidden_size', dModel, heads),
    dFf: config.count('intermediate_size', 3072),
    maxPositions: FRAMES,
    norm: 'layer',
    normEpsilon: config.number('layer_norm_eps', 1e-5),
    normPlace: stable ? 'pre' : 'post',
    embeddingNorm: !stable,
    finalNorm: stable,
    activation: parts.activationOf(config, 'hidden_act', 'gelu'),
    causal: false,
    ...(spells ? { head: 'lm', tieHead: false, headBias: true } : { head: 'none' }),
    ...parts.biases(true),
  })
}

function signals(parts: FamilyParts, config: ConfigFields, { dModel, normEpsilon }: ModelSpec): Signals {
  const stages = stagesOf(parts, config)
  const channels = stages.at(-1)?.weight.shape[0] as number
  const isNormed = config.text('model_type') !== 'hubert' || config.flag('feat_proj_layer_norm', true)
  const taps = config.count('num_conv_pos_embeddings', 128)
  const groups = config.count('num_conv_pos_embedding_groups', 16)
  if (dModel % groups) {
    const wanted = `a divisor of hidden_size (${dModel})`
    throw parts.refuse('ERR_VALUE', config.path('num_conv_pos_embedding_groups'), String(groups), wanted)
  }
  return frames(parts, {
    stages,
    norm: isNormed
      ? { ...layer('feature_projection.layer_norm', [channels]), epsilon: normEpsilon }
      : undefined,
    projection: layer('feature_projection.projection', [dModel, channels]),
    position: {
      sizes: { tensor: `${WEIGHT_NORM}0`, shape: [1, 1, taps] },
      weight: { tensor: `${WEIGHT_NORM}1`, shape: [dModel, dModel / groups, taps] },
      bias: { tensor: 'encoder.pos_conv_embed.conv.bias', shape: [dModel] },
      groups,
    },
  })
}

const NORMS = ['group', 'layer'] as const

/** The sizes of the convolutions that the class takes where a config says nothing. */
const USUAL: Readonly<Record<string, readonly number[]>> = {
  conv_dim: Array(7).fill(512),
  conv_kernel: [10, 3, 3, 3, 3, 2, 2],
  conv_stride: [5, 2, 2, 2, 2, 2, 2],
}

/** The convolutions over samples. A norm stands behind the first alone, of each channel over time, or behind each, of each row. */
function stagesOf(parts: FamilyParts, config: ConfigFields): Stage[] {
  const key = 'feat_extract_norm'
  const isRow = parts.choiceOf(config.text(key, 'group'), config.path(key), NORMS) === 'layer'
  const hasBias = config.flag('conv_bias', false)
  const sizes = countsIn(parts, config, 'conv_dim')
  const taps = countsIn(parts, config, 'conv_kernel', sizes.length)
  const strides = countsIn(parts, config, 'conv_stride', sizes.length)
  return sizes.map((size, i) => {
    const home = `feature_extractor.conv_layers.${i}.`
    const { weight, bias } = layer(`${home}conv`, [size, sizes[i - 1] ?? 1, taps[i] as number])
    return {
      ...{ weight, bias: hasBias ? bias : undefined, stride: strides[i] as number },
      ...{ norm: isRow || i === 0 ? { ...layer(`${home}layer_norm`, [size]), epsilon: 1e-5 } : undefined },
      along: isRow ? 'row' : 'channel',
    }
  })
}

function countsIn(
  { integerOf, refuse }: FamilyParts,
  config: ConfigFields,
  key: string,
  count?: number,
): number[] {
  const given = config.numbers(key) ?? USUAL[key] ?? []
  if (given.length && given.length === (count ?? given.length))
    return given.map((size, i) => integerOf(size, `${config.path(key)}[${i}]`, 1))
  const wanted = count === undefined ? 'one for each convolution' : `${count}, like conv_dim`
  throw refuse('ERR_SHAPE', config.path(key), `${given.length} numbers`, wanted)
}

/** The two tensors of a module. */
const layer = (name: string, shape: number[]) => ({
  weight: { tensor: `${name}.weight`, shape },
  bias: { tensor: `${name}.bias`, shape: shape.slice(0, 1) },
})
