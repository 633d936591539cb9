// XLNet: post-norm, weights as [dModel, heads, headDim], positions and segments in the scores, and a second (query)
// stream that predicts tokens without seeing them.

import type { ConfigFields } from './config-fields.js'
import { activationOf, type Family, type ModelSpec, type TensorRule } from './family.js'
import { flattened, linear, norm, ownHead, perBlock, rule, without } from './rules.js'
import { architectureOf, biases, evenHeads, modelSpec } from './spec.js'

export const xlnet: Family = {
  name: 'xlnet',
  modelTypes: ['xlnet'],
  rename: without('transformer.'),
  spec,
  tensors: (s) => [
    rule('word_embedding.weight', [s.vocab, s.dModel], 'embedding'),
    flattened('mask_emb', [1, 1, s.dModel], 'maskEmbedding'),
    ...perBlock(s, (i) => block(s, i)),
    ...ownHead(s, 'lm_loss.weight'),
    ...(s.headBias ? [rule('lm_loss.bias', [s.vocab], 'head.bias')] : []),
  ],
  // no memory is kept between passes, so memory lengths have no effect; same_length has one for attn_type uni
  irrelevant: [
    'mem_len',
    'reuse_len',
    'use_mems_eval',
    'use_mems_train',
    'same_length',
    'start_n_top',
    'end_n_top',
  ],
  fixed: { attn_type: ['bi'], bi_data: [false], untie_r: [true] },
}

function spec(config: ConfigFields): ModelSpec {
  const dModel = config.count('d_model', 1024)
  const heads = config.count('n_head', 16)
  const headDim = evenHeads(config, 'd_model', dModel, heads)
  const speaks = architectureOf(config) === 'lm'
  config.count('d_head', headDim) // the only value that transformers accepts
  return modelSpec({
    vocab: config.count(config.has('vocab_size') ? 'vocab_size' : 'n_token', 32000),
    dModel,
    layers: config.count('n_layer', 24),
    heads,
    headDim,
    dFf: config.count('d_inner', 4096),
    maxPositions: 512, // of the released models; distances are unbounded
    norm: 'layer',
    normEpsilon: config.number('layer_norm_eps', 1e-12),
    normPlace: 'post',
    finalNorm: false,
    activation: activationOf(config, 'ff_activation', 'gelu'),
    ...biases(false, true),
    causal: false,
    queryStream: true,
    head: speaks ? 'lm' : 'none',
    tieHead: config.flag('tie_word_embeddings', true),
    headBias: speaks,
  })
}

function block(s: ModelSpec, i: number): TensorRule[] {
  const [from, to, width] = [`layer.${i}.`, `layers.${i}.`, s.dModel]
  const shape = [width, s.heads, s.headDim]
  const inner = s.heads * s.headDim
  const names = { q: 'query', k: 'key', v: 'value' }
  return [
    ...Object.entries(names).map(([name, ours]) => ({
      from: `${from}rel_attn.${name}`,
      shape,
      to: [{ name: `${to}${ours}.weight`, rows: inner }],
      transposed: true,
    })),
    { from: `${from}rel_attn.o`, shape, to: [{ name: `${to}output.weight`, rows: width }] },
    ...norm(`${from}rel_attn.layer_norm`, `${to}norm1`, width),
    ...linear(`${from}ff.layer_1`, `${to}mlp.up`, { out: s.dFf, width }),
    ...linear(`${from}ff.layer_2`, `${to}mlp.down`, { out: width, width: s.dFf }),
    ...norm(`${from}ff.layer_norm`, `${to}norm2`, width),
  ]
}
