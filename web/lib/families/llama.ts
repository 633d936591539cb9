// LLaMA: RMS norm, gated SiLU, rotary positions, grouped queries.

import { refuse } from '../errors.js'
import type { ConfigFields } from './config-fields.js'
import { activationOf, type Family, type ModelSpec, type TensorRule } from './family.js'

export const llama: Family = {
  name: 'llama',
  modelTypes: ['llama'],
  prefix: 'model.',
  spec,
  tensors(s) {
    const layers = Array.from({ length: s.layers }, (_, i) => layer(s, i)).flat()
    const head = s.tieHead ? [] : [rule('lm_head.weight', [s.vocab, s.dModel], 'head.weight')]
    return [
      rule('embed_tokens.weight', [s.vocab, s.dModel], 'embedding'),
      ...layers,
      rule('norm.weight', [s.dModel], 'finalNorm.weight'),
      ...head,
    ]
  },
  ignored: (s) => [/rotary_emb\.inv_freq$/, ...(s.tieHead ? [/^lm_head\.weight$/] : [])],
}

function spec(config: ConfigFields): ModelSpec {
  const dModel = config.count('hidden_size')
  const heads = config.count('num_attention_heads')
  const bias = config.flag('attention_bias', false)
  return {
    vocab: config.count('vocab_size'),
    dModel,
    layers: config.count('num_hidden_layers'),
    heads,
    kvHeads: kvHeads(config, heads),
    headDim: headDim(config, dModel, heads),
    dFf: config.count('intermediate_size'),
    maxPositions: config.count('max_position_embeddings', 2048),
    norm: 'rms',
    normEpsilon: config.number('rms_norm_eps', 1e-6),
    activation: activationOf(config, 'hidden_act', 'silu'),
    gatedMlp: true,
    tieHead: config.flag('tie_word_embeddings', false),
    attentionBias: bias,
    outputBias: bias,
    mlpBias: config.flag('mlp_bias', false),
    softcap: 0,
  }
}

function kvHeads(config: ConfigFields, heads: number): number {
  const kv = config.count('num_key_value_heads', heads)
  if (heads % kv === 0) return kv
  throw refuse(
    'ERR_VALUE',
    'config.num_key_value_heads',
    String(kv),
    `a divisor of num_attention_heads (${heads})`,
  )
}

function headDim(config: ConfigFields, dModel: number, heads: number): number {
  if (config.has('head_dim')) return config.count('head_dim')
  if (dModel % heads === 0) return dModel / heads
  throw refuse(
    'ERR_VALUE',
    'config.hidden_size',
    String(dModel),
    `a multiple of num_attention_heads (${heads})`,
  )
}

function layer(s: ModelSpec, i: number): TensorRule[] {
  const from = `layers.${i}.`
  const linear = (name: string, to: string, out: number, width: number, bias: boolean) => [
    rule(`${from}${name}.weight`, [out, width], `layers.${i}.${to}.weight`),
    ...(bias ? [rule(`${from}${name}.bias`, [out], `layers.${i}.${to}.bias`)] : []),
  ]
  const [q, kv] = [s.heads * s.headDim, s.kvHeads * s.headDim]
  return [
    rule(`${from}input_layernorm.weight`, [s.dModel], `layers.${i}.norm1.weight`),
    ...linear('self_attn.q_proj', 'query', q, s.dModel, s.attentionBias),
    ...linear('self_attn.k_proj', 'key', kv, s.dModel, s.attentionBias),
    ...linear('self_attn.v_proj', 'value', kv, s.dModel, s.attentionBias),
    ...linear('self_attn.o_proj', 'output', s.dModel, q, s.outputBias),
    rule(`${from}post_attention_layernorm.weight`, [s.dModel], `layers.${i}.norm2.weight`),
    ...linear('mlp.gate_proj', 'mlp.gate', s.dFf, s.dModel, s.mlpBias),
    ...linear('mlp.up_proj', 'mlp.up', s.dFf, s.dModel, s.mlpBias),
    ...linear('mlp.down_proj', 'mlp.down', s.dModel, s.dFf, s.mlpBias),
  ]
}

function rule(from: string, shape: number[], to: string): TensorRule {
  return { from, shape, to: [to] }
}
