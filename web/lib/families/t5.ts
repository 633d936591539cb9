// T5: RMS norms before the sublayers, no biases, scores without a scale, a table of distances that the first layer of each stack
// stores for all of them. Version 1.0 has ReLU and a tied, scaled head; 1.1 and mT5 gated GELU and an untied head. Also the encoder alone.

import { refuse, show } from '../boundary/errors.js'
import { positionOf } from './config.js'
import type { ConfigFields } from './config-fields.js'
import { activationNamed, type Family, type ModelSpec, type StackSpec, type TensorRule } from './family.js'
import { linear, norm, orElse, ownHead, perBlock, rule, tokenTables, without } from './rules.js'
import { architectureOf, modelSpec, type StackNeeds, stackSpec } from './spec.js'

export const t5: Family = {
  name: 't5',
  modelTypes: ['t5', 'mt5'],
  rename: without('transformer.'),
  spec,
  tensors: (s) => [
    ...(s.encoder ? tokenTables(s) : encoderTable(s)),
    ...side('encoder', s.encoder ?? s, s),
    ...(s.encoder ? side('decoder', s, s) : []),
    ...orElse(ownHead(s), 'shared.weight'),
  ],
  untied: (s) => (s.encoder ? { ...s, encoderEmbedding: true, tieHead: false } : s),
  positions: (config, s) => {
    const of = (isDecoder: boolean) => positionOf(config.with({ is_decoder: isDecoder }), 0)
    if (!s.encoder) return { decoder: Array(s.layers).fill(of(false)) }
    return { encoder: Array(s.encoder.layers).fill(of(false)), decoder: Array(s.layers).fill(of(true)) }
  },
  irrelevant: [
    /dense_act_fn|is_gated_act/, // follow from feed_forward_proj
    /num_decoder_layers|tie_word_embeddings|scale_decoder_outputs/, // for the encoder alone
  ],
  fixed: { is_encoder_decoder: [true, false] },
  decoderStart: 0,
}

const ENCODER = /EncoderModel$/

function spec(config: ConfigFields): ModelSpec {
  const dModel = config.count('d_model', 512)
  if (config.flag('is_decoder', false)) {
    throw refuse(
      'ERR_UNSUPPORTED',
      config.path('is_decoder'),
      'true',
      'an encoder and a decoder, or an encoder',
    )
  }
  const layers = config.count('num_layers', config.text('model_type') === 'mt5' ? 8 : 6)
  const encoder = stack(config, layers)
  const model = {
    vocab: config.count('vocab_size', config.text('model_type') === 'mt5' ? 250112 : 32128),
    dModel,
    maxPositions: config.count('n_positions', 512), // the training length; distances are unbounded
  }
  if (ENCODER.test(config.texts('architectures')?.[0] ?? '')) {
    return modelSpec({ ...model, ...encoder, causal: false, head: 'none' })
  }
  return modelSpec({
    ...model,
    ...stack(config, config.count('num_decoder_layers', layers)),
    encoder: stackSpec({ ...encoder, causal: false }),
    ...head(config, dModel),
  })
}

// The head. Files of version 1.1 are untied; transformers takes this to mean that the output is not scaled. Whatever config says, a head
// that is stored is used, and one that is not is the table of embeddings.
function head(config: ConfigFields, dModel: number): Pick<ModelSpec, 'tieHead' | 'headScale'> {
  requireNoTask(config)
  const tied = config.flag('tie_word_embeddings', true)
  if (config.text('model_type') === 'mt5') return { tieHead: false, headScale: 1 }
  const scaled = config.flag('scale_decoder_outputs', tied)
  return { tieHead: tied && scaled, headScale: scaled ? dModel ** -0.5 : 1 }
}

// Refuses T5 models for tasks: their tensors have other names, and some have no decoder.
function requireNoTask(config: ConfigFields): void {
  if (architectureOf(config) !== 'task') return
  const name = show(config.texts('architectures')?.[0])
  throw refuse(
    'ERR_UNSUPPORTED',
    config.path('architectures'),
    name,
    '…ForConditionalGeneration or …EncoderModel',
  )
}

function encoderTable({ vocab, dModel }: ModelSpec): TensorRule[] {
  const table = rule('encoder.embed_tokens.weight', [vocab, dModel], 'embedding')
  return orElse([table], 'shared.weight')
}

function stack(config: ConfigFields, layers: number): StackNeeds {
  const multilingual = config.text('model_type') === 'mt5'
  const fallback = multilingual ? 'gated-gelu' : 'relu'
  const named = config.text('feed_forward_proj', fallback)
  const [, gated, name = ''] = /^(gated-)?([^-]+)$/.exec(named) ?? []
  return {
    layers,
    heads: config.count('num_heads', multilingual ? 6 : 8),
    headDim: config.count('d_kv', 64),
    dFf: config.count('d_ff', multilingual ? 1024 : 2048),
    norm: 'rms',
    normEpsilon: config.number('layer_norm_epsilon', 1e-6),
    activation: activationNamed(
      named === 'gated-gelu' ? 'gelu_new' : name || named,
      config.path('feed_forward_proj'),
    ),
    gatedMlp: gated !== undefined,
    scale: 1,
  }
}

function side(name: 'encoder' | 'decoder', stack: StackSpec, s: ModelSpec): TensorRule[] {
  const home = name === 'encoder' && s.encoder ? 'encoder.' : ''
  return [
    ...perBlock(stack, (i) => block(`${name}.block.${i}.layer.`, `${home}layers.${i}.`, stack, s.dModel)),
    ...norm(`${name}.final_layer_norm`, `${home}finalNorm`, s.dModel, { bias: false }),
  ]
}

function block(from: string, to: string, stack: StackSpec, width: number): TensorRule[] {
  const crosses = from.startsWith('decoder.')
  return [
    ...attention(`${from}0`, 'SelfAttention', [to, 'norm1'], stack, width),
    ...(crosses ? attention(`${from}1`, 'EncDecAttention', [`${to}cross.`, 'norm'], stack, width) : []),
    ...mlp(`${from}${crosses ? 2 : 1}`, to, stack, width),
  ]
}

function attention(
  from: string,
  kind: string,
  [to, normed]: [string, string],
  { heads, headDim }: StackSpec,
  width: number,
): TensorRule[] {
  const inner = heads * headDim
  const names = { q: 'query', k: 'key', v: 'value' }
  return [
    ...norm(`${from}.layer_norm`, to + normed, width, { bias: false }),
    ...Object.entries(names).flatMap(([name, ours]) =>
      linear(`${from}.${kind}.${name}`, to + ours, { out: inner, width, bias: false }),
    ),
    ...linear(`${from}.${kind}.o`, `${to}output`, { out: width, width: inner, bias: false }),
  ]
}

function mlp(from: string, to: string, { gatedMlp, dFf }: StackSpec, width: number): TensorRule[] {
  const ups = gatedMlp ? { wi_0: 'gate', wi_1: 'up' } : { wi: 'up' }
  return [
    ...norm(`${from}.layer_norm`, `${to}norm2`, width, { bias: false }),
    ...Object.entries(ups).flatMap(([name, ours]) =>
      linear(`${from}.DenseReluDense.${name}`, `${to}mlp.${ours}`, { out: dFf, width, bias: false }),
    ),
    ...linear(`${from}.DenseReluDense.wo`, `${to}mlp.down`, { out: width, width: dFf, bias: false }),
  ]
}
