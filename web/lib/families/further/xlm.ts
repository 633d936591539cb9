// XLM and FlauBERT: a norm over the embeddings, norms after the sublayers, a head that is one matrix. The class of transformers does not run
// with pre_norm, so that there is nothing to compare it with.

import type { ConfigFields } from '../config-fields.js'
import type { Family, ModelSpec, PositionCounter, TensorRule } from '../family.js'
import type { FamilyParts } from '../family-parts.js'
import { namedLayers } from './named-layers.js'

const LAYER = {
  query: 'attentions.{i}.q_lin',
  key: 'attentions.{i}.k_lin',
  value: 'attentions.{i}.v_lin',
  output: 'attentions.{i}.out_lin',
  norm1: 'layer_norm1.{i}',
  'mlp.up': 'ffns.{i}.lin1',
  'mlp.down': 'ffns.{i}.lin2',
  norm2: 'layer_norm2.{i}',
}

export const xlm = (parts: FamilyParts): Family => ({
  name: 'xlm',
  modelTypes: ['xlm', 'flaubert'],
  rename: parts.without('transformer.'),
  spec: (config) => spec(parts, config),
  tensors: (s) => tensors(parts, s),
  positionIds: (config) => requireMask(parts, config),
  irrelevant: [
    /(?:pad|bos|eos|unk|mask)_index|lang_id|embed_init_std|(?:start|end)_n_top/,
    /n_langs|use_lang_emb/, // languages are another input
    'sinusoidal_embeddings', // the table is stored
  ],
  fixed: { asm: [false], is_encoder: [true], pre_norm: [false] },
})

function spec(parts: FamilyParts, config: ConfigFields): ModelSpec {
  const dModel = config.either('emb_dim', 'hidden_size', 2048)
  const heads = config.either('n_heads', 'num_attention_heads', 16)
  return parts.modelSpec({
    vocab: config.either('vocab_size', 'n_words', 30145),
    dModel,
    layers: config.either('n_layers', 'num_hidden_layers', 12),
    heads,
    headDim: parts.evenHeads(config, 'emb_dim', dModel, heads),
    dFf: 4 * dModel,
    maxPositions: config.count('max_position_embeddings', 512),
    norm: 'layer',
    normEpsilon: config.number('layer_norm_eps', 1e-12),
    normPlace: 'post',
    finalNorm: false,
    embeddingNorm: true,
    activation: config.flag('gelu_activation', true) ? 'gelu' : 'relu',
    causal: config.flag('causal', false),
    ...parts.biases(true),
    ...parts.encoderHead(config),
    headTransform: false,
  })
}

// Without a mask transformers hides as many tokens at the end as have the id of padding, wherever they are.
function requireMask({ refuse }: FamilyParts, config: ConfigFields): PositionCounter {
  const padding = config.integer('pad_token_id', config.integer('pad_index', 2))
  return (ids, mask) => {
    const at = mask ? -1 : ids.indexOf(padding)
    if (at < 0) return new Float32Array(0)
    throw refuse(
      'ERR_VALUE',
      'input.attentionMask',
      'nothing',
      `a mask, since token ${at} is padding (${padding})`,
    )
  }
}

function tensors(parts: FamilyParts, s: ModelSpec): TensorRule[] {
  const head = 'pred_layer.proj'
  return [
    parts.rule('embeddings.weight', [s.vocab, s.dModel], 'embedding'),
    ...parts.norm('layer_norm_emb', 'embeddingNorm', s.dModel),
    ...namedLayers(parts, s, LAYER, { width: s.dModel }),
    ...parts.ownHead(s, `${head}.weight`),
    ...(s.headBias ? [parts.rule(`${head}.bias`, [s.vocab], 'head.bias')] : []),
  ]
}
