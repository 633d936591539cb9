// LLaMA and its relatives: RMS norm, SwiGLU, rotary positions, grouped queries. Mistral has sliding windows, Qwen biases or norms of query and
// key; Vicuna and Alpaca are LLaMA with a larger vocabulary.

import type { ConfigFields } from './config-fields.js'
import { activationOf, type Family, type ModelSpec, type TensorRule } from './family.js'
import { linear, norm, ownHead, perBlock, rule, without } from './rules.js'
import { biases, decoderHead, evenHeads, keyHeads, modelSpec } from './spec.js'

export const llama: Family = {
  name: 'llama',
  modelTypes: ['llama', 'mistral', 'qwen2', 'qwen3'],
  rename: without('model.'),
  spec,
  tensors: (s) => llamaTensors(s),
  irrelevant: ['use_sliding_window', 'sliding_window', 'max_window_layers'],
}

function spec(config: ConfigFields): ModelSpec {
  return llamaSpec(config, own[config.text('model_type')]?.(config) ?? {})
}

type Own = Partial<ModelSpec> & { keyHeads?: number }

/** What differs between the configs of models with LLaMA's names, and their defaults. */
const own: Readonly<Record<string, (config: ConfigFields) => Own>> = {
  __proto__: null as never,
  llama: (config) => biases(config.flag('attention_bias', false), config.flag('mlp_bias', false)),
  mistral: (config) => ({
    dFf: config.count('intermediate_size', 14336),
    maxPositions: config.count('max_position_embeddings', 131072),
    keyHeads: 8,
  }),
  qwen2: (config) => ({ ...qwen(config), queryBias: true, keyBias: true, valueBias: true }),
  qwen3: (config) => ({
    ...qwen(config),
    ...biases(config.flag('attention_bias', false), false),
    headDim: config.count('head_dim', 128),
    queryKeyNorm: 'rms',
  }),
}

function qwen(config: ConfigFields): Own {
  return {
    vocab: config.count('vocab_size', 151936),
    dFf: config.count('intermediate_size', 22016),
    maxPositions: config.count('max_position_embeddings', 32768),
    keyHeads: 32,
  }
}

/** Fields that the configs of all models with LLaMA's names share. */
export function llamaSpec(config: ConfigFields, { keyHeads: usual, ...more }: Own): ModelSpec {
  const dModel = config.count('hidden_size', 4096)
  const heads = config.count('num_attention_heads', 32)
  return modelSpec({
    vocab: config.count('vocab_size', 32000),
    dModel,
    layers: config.count('num_hidden_layers', 32),
    heads,
    kvHeads: keyHeads(config, 'num_key_value_heads', more.heads ?? heads, usual),
    headDim: more.headDim ?? headDimOf(config, dModel, heads),
    dFf: config.count('intermediate_size', 11008),
    maxPositions: config.count('max_position_embeddings', 2048),
    norm: 'rms',
    normEpsilon: config.number('rms_norm_eps', 1e-6),
    activation: more.activation ?? activationOf(config, 'hidden_act', 'silu'),
    gatedMlp: true,
    ...decoderHead(config, false),
    ...more,
  })
}

function headDimOf(config: ConfigFields, dModel: number, heads: number): number {
  if (config.has('head_dim')) return config.count('head_dim')
  return evenHeads(config, 'hidden_size', dModel, heads)
}

/** How the tensors of a layer differ from LLaMA's. */
export interface LlamaNames {
  /** The canonical name of each norm, by its name in the checkpoint. */
  norms: Readonly<Record<string, string>>
  mlp: string
  /** A number that is added to the stored weights of norms. */
  plus?: number
}

const LLAMA_NAMES: LlamaNames = {
  norms: { input_layernorm: 'norm1', post_attention_layernorm: 'norm2' },
  mlp: 'mlp',
}

export function llamaTensors(s: ModelSpec, names: LlamaNames = LLAMA_NAMES): TensorRule[] {
  return [
    rule('embed_tokens.weight', [s.vocab, s.dModel], 'embedding'),
    ...perBlock(s, (i) => block(s, i, names)),
    ...norm('norm', 'finalNorm', s.dModel, normHabit(names)),
    ...ownHead(s),
  ]
}

function normHabit({ plus }: LlamaNames): { bias: false; plus?: number } {
  return plus === undefined ? { bias: false } : { bias: false, plus }
}

function block(s: ModelSpec, i: number, names: LlamaNames): TensorRule[] {
  const [from, to, width] = [`layers.${i}.`, `layers.${i}.`, s.dModel]
  const [q, kv] = [s.heads * s.headDim, s.kvHeads * s.headDim]
  const attention = `${from}self_attn.`
  const mlp = `${from}${names.mlp}.`
  const heads = s.queryKeyNorm === 'rms' ? ['q', 'k'] : []
  return [
    ...Object.entries(names.norms).flatMap(([name, ours]) =>
      norm(from + name, to + ours, width, normHabit(names)),
    ),
    ...heads.flatMap((side) => {
      const ours = side === 'q' ? 'queryNorm' : 'keyNorm'
      return norm(`${attention}${side}_norm`, to + ours, s.headDim, normHabit(names))
    }),
    ...linear(`${attention}q_proj`, `${to}query`, { out: q, width, bias: s.queryBias }),
    ...linear(`${attention}k_proj`, `${to}key`, { out: kv, width, bias: s.keyBias }),
    ...linear(`${attention}v_proj`, `${to}value`, { out: kv, width, bias: s.valueBias }),
    ...linear(`${attention}o_proj`, `${to}output`, { out: width, width: q, bias: s.outputBias }),
    ...linear(`${mlp}gate_proj`, `${to}mlp.gate`, { out: s.dFf, width, bias: s.mlpBias }),
    ...linear(`${mlp}up_proj`, `${to}mlp.up`, { out: s.dFf, width, bias: s.mlpBias }),
    ...linear(`${mlp}down_proj`, `${to}mlp.down`, { out: width, width: s.dFf, bias: s.mlpBias }),
  ]
}
