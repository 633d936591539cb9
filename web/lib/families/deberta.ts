// DeBERTa: BERT's layers with disentangled attention. Version 1 fuses query, key and value and gives the key no bias; versions 2 and 3
// have separate projections, and may add a convolution after the first layer.

import { refuse } from '../boundary/errors.js'
import { bertEmbeddings, bertHead, bertOutputs, bertSpec } from './bert.js'
import type { ConfigFields } from './config-fields.js'
import { activationNamed, type Family, type ModelSpec, type TensorRule } from './family.js'
import { disentangledTerms } from './relative.js'
import { fused, linear, norm, perBlock, rule, without, withoutGamma } from './rules.js'
import { biases, evenHeads } from './spec.js'

const shared = {
  rename: (name: string) => withoutGamma(without('deberta.')(name)),
  irrelevant: [
    /pooler_.*/,
    /max_relative_positions|position_buckets|norm_rel_ebd|share_att_key/, // without relative attention
  ],
}

export const deberta: Family = {
  name: 'deberta',
  modelTypes: ['deberta'],
  ...shared,
  spec: (config) => spec(config, 1),
  tensors: (s, config) => [
    ...bertEmbeddings(s),
    ...perBlock(s, (i) => [...fusedAttention(s, i), ...bertOutputs(s, i)]),
    ...bertHead(s, headNames(config)),
  ],
  fixed: { talking_head: [false] },
}

export const debertaV2: Family = {
  name: 'deberta-v2',
  modelTypes: ['deberta-v2'],
  ...shared,
  spec: (config) => spec(config, 2),
  tensors: (s, config) => [
    ...bertEmbeddings(s),
    ...perBlock(s, (i) => [...attention(s, i), ...bertOutputs(s, i)]),
    ...convolution(s),
    ...bertHead(s, headNames(config)),
  ],
}

function spec(config: ConfigFields, version: 1 | 2): ModelSpec {
  const dModel = config.count('hidden_size', version === 1 ? 768 : 1536)
  const heads = config.count('num_attention_heads', version === 1 ? 12 : 24)
  const headDim = evenHeads(config, 'hidden_size', dModel, heads)
  requireSame(config, 'embedding_size', dModel)
  if (version === 2) requireSame(config, 'attention_head_size', headDim)
  return bertSpec(config, {
    vocab: config.count('vocab_size', version === 1 ? 50265 : 128100),
    dModel,
    layers: config.count('num_hidden_layers', version === 1 ? 12 : 24),
    heads,
    headDim,
    dFf: config.count('intermediate_size', version === 1 ? 3072 : 6144),
    normEpsilon: config.number('layer_norm_eps', 1e-7),
    tokenTypes: config.integer('type_vocab_size', 0),
    masksEmbeddings: true,
    ...biases(true),
    keyBias: version === 2,
    ...scale(config, headDim),
    ...(config.flag('legacy', true) ? {} : { tieHead: true }), // that head multiplies with the embeddings
    ...(version === 2 ? convolutionOf(config) : {}),
  })
}

function requireSame(config: ConfigFields, key: string, usual: number): void {
  const value = config.count(key, usual)
  if (value !== usual) throw refuse('ERR_UNSUPPORTED', config.path(key), String(value), String(usual))
}

// The factor of q·k without relative attention, where the terms of the config still count: 1/√(headDim · (1 + terms)).
function scale(config: ConfigFields, headDim: number): { scale?: number } {
  const terms = disentangledTerms(config).length
  if (config.flag('relative_attention', false) && terms > 0) return {}
  return { scale: 1 / Math.sqrt(headDim * (1 + terms)) }
}

function convolutionOf(config: ConfigFields): Partial<ModelSpec> {
  const taps = config.integer('conv_kernel_size', 0)
  if (taps === 0) {
    config.overrule('conv_act')
    config.overrule('conv_groups')
    return {}
  }
  requireSame(config, 'conv_groups', 1)
  return {
    convKernel: taps,
    convActivation: activationNamed(config.text('conv_act', 'tanh'), config.path('conv_act')),
  }
}

function fusedAttention(s: ModelSpec, i: number): TensorRule[] {
  const [self, to] = [`encoder.layer.${i}.attention.self.`, `layers.${i}.`]
  const qkv = ['query', 'key', 'value'].map((name) => ({ name: to + name, rows: s.headDim }))
  return [
    ...fused(`${self}in_proj`, qkv, { width: s.dModel, bias: false, groups: s.heads }),
    rule(`${self}q_bias`, [s.dModel], `${to}query.bias`),
    rule(`${self}v_bias`, [s.dModel], `${to}value.bias`),
  ]
}

function attention(s: ModelSpec, i: number): TensorRule[] {
  const self = `encoder.layer.${i}.attention.self.`
  const square = { out: s.dModel, width: s.dModel }
  return ['query', 'key', 'value'].flatMap((name) =>
    linear(`${self}${name}_proj`, `layers.${i}.${name}`, square),
  )
}

function convolution({ convKernel: taps, dModel }: ModelSpec): TensorRule[] {
  if (taps === 0) return []
  const weight = rule('encoder.conv.conv.weight', [dModel, dModel, taps], 'conv.weight')
  return [
    { ...weight, taps },
    rule('encoder.conv.conv.bias', [dModel], 'conv.bias'),
    ...norm('encoder.conv.LayerNorm', 'convNorm', dModel),
  ]
}

// The names of the head of the paper's code, or of the first one of transformers.
function headNames(config: ConfigFields): Parameters<typeof bertHead>[1] {
  if (config.flag('legacy', true)) return undefined
  const head = 'lm_predictions.lm_head'
  return { transform: `${head}.dense`, norm: `${head}.LayerNorm`, decoder: head, bias: `${head}.bias` }
}
