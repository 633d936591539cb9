// ModernBERT: turned queries and keys, windows in two layers of three, a gate; no norm before the first attention, but one over the
// embeddings.

import type { ConfigFields } from '../config-fields.js'
import type { Constant, Family, ModelSpec, TensorRule } from '../family.js'
import type { FamilyParts } from '../family-parts.js'

export const modernBert = (parts: FamilyParts): Family => ({
  name: 'modernbert',
  modelTypes: ['modernbert'],
  rename: parts.without('model.'),
  spec: (config) => spec(parts, config),
  tensors: (s, config) => tensors(parts, s, hasHeadBias(config)),
  constants: (s, config) => withoutBiases(s, hasHeadBias(config)),
  irrelevant: [
    ...['local_attention', 'global_attn_every_n_layers'], // where no layer slides; where layers are listed
    ...['classifier_pooling', 'deterministic_flash_attn', 'sparse_prediction', 'sparse_pred_ignore_index'],
    ...['classifier_activation', 'decoder_bias'], // of the head
  ],
})

/** Has the layer before the head a bias? */
const hasHeadBias = (config: ConfigFields) => config.flag('classifier_bias', false)

function spec(parts: FamilyParts, config: ConfigFields): ModelSpec {
  const dModel = config.count('hidden_size', 768)
  const heads = config.count('num_attention_heads', 12)
  const head = parts.encoderHead(config)
  const activation = parts.activationOf(config, 'hidden_activation', 'gelu')
  if (head.headTransform) requireOneActivation(parts, config, activation)
  return parts.bertSpec(config, {
    vocab: config.count('vocab_size', 50368),
    dModel,
    heads,
    headDim: parts.evenHeads(config, 'hidden_size', dModel, heads),
    layers: config.count('num_hidden_layers', 22),
    dFf: config.count('intermediate_size', 1152),
    maxPositions: config.count('max_position_embeddings', 8192),
    normEpsilon: config.number('norm_eps', 1e-5),
    normBias: config.flag('norm_bias', false),
    normPlace: 'pre',
    firstNorm: false,
    finalNorm: true,
    activation,
    gatedMlp: true,
    ...parts.biases(config.flag('attention_bias', false), config.flag('mlp_bias', false)),
    ...head,
    headBias: head.headBias === true && config.flag('decoder_bias', true),
  })
}

/** The layer before the head has the activation of the others. */
function requireOneActivation(parts: FamilyParts, config: ConfigFields, activation: string): void {
  const key = 'classifier_activation'
  const own = parts.activationOf(config, key, 'gelu')
  if (own !== activation)
    throw parts.refuse(
      'ERR_UNSUPPORTED',
      config.path(key),
      parts.show(own),
      `hidden_activation, ${activation}`,
    )
}

function tensors(parts: FamilyParts, s: ModelSpec, headBias: boolean): TensorRule[] {
  const width = s.dModel
  const norm = (from: string, to: string) => parts.norm(from, to, width, { bias: s.normBias })
  return [
    parts.rule('embeddings.tok_embeddings.weight', [s.vocab, width], 'embedding'),
    ...norm('embeddings.norm', 'embeddingNorm'),
    ...parts.perBlock(s, (i) => layer(parts, s, i, norm)),
    ...norm('final_norm', 'finalNorm'),
    ...(s.headTransform
      ? parts.linear('head.dense', 'head.transform', { out: width, width, bias: headBias })
      : []),
    ...(s.headTransform ? norm('head.norm', 'head.norm') : []),
    ...parts.ownHead(s, 'decoder.weight'),
    ...(s.headBias ? [parts.rule('decoder.bias', [s.vocab], 'head.bias')] : []),
  ]
}

function layer(
  { fused, linear }: FamilyParts,
  s: ModelSpec,
  i: number,
  norm: (from: string, to: string) => TensorRule[],
): TensorRule[] {
  const [name, width] = [`layers.${i}.`, s.dModel]
  const parts = (names: string[], rows: number) => names.map((to) => ({ name: name + to, rows }))
  const attention = { width, bias: s.queryBias }
  const mlp = { width, bias: s.mlpBias }
  return [
    ...(i > 0 ? norm(`${name}attn_norm`, `${name}norm1`) : []),
    ...fused(`${name}attn.Wqkv`, parts(['query', 'key', 'value'], width), attention),
    ...linear(`${name}attn.Wo`, `${name}output`, { out: width, ...attention }),
    ...norm(`${name}mlp_norm`, `${name}norm2`),
    ...fused(`${name}mlp.Wi`, parts(['mlp.gate', 'mlp.up'], s.dFf), mlp),
    ...linear(`${name}mlp.Wo`, `${name}mlp.down`, { out: width, width: s.dFf, bias: s.mlpBias }),
  ]
}

/** The biases that the head of the block has and this one has not: 0. */
function withoutBiases(s: ModelSpec, headBias: boolean): Constant[] {
  if (!s.headTransform) return []
  const lacking = [...(headBias ? [] : ['head.transform.bias']), ...(s.normBias ? [] : ['head.norm.bias'])]
  return lacking.map((name) => ({ name, size: s.dModel, value: 0 }))
}
