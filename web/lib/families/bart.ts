// BART: encoder–decoder, post-norm, layer norm over the embeddings of both, learned positions after two unused rows.

import { refuse } from '../boundary/errors.js'
import { positionOf } from './config.js'
import type { ConfigFields } from './config-fields.js'
import { activationOf, type Family, type ModelSpec, type StackSpec, type TensorRule } from './family.js'
import { flattened, linear, norm, ownHead, perBlock, tokenTables, without } from './rules.js'
import { architectureOf, biases, evenHeads, modelSpec, type StackNeeds, stackSpec } from './spec.js'

export const bart: Family = {
  name: 'bart',
  modelTypes: ['bart'],
  rename: without('model.'),
  spec,
  tensors: (s) => [
    ...tokenTables(s),
    ...(s.encoder ? side('encoder', s.encoder, s) : []),
    ...side('decoder', s, s),
    ...ownHead(s),
    ...(s.headBias ? [flattened('final_logits_bias', [1, s.vocab], 'head.bias')] : []),
  ],
  positions: (config, s) => ({
    encoder: Array(s.encoder?.layers).fill(positionOf(config.with({ is_decoder: false }), 0)),
    decoder: Array(s.layers).fill(positionOf(config.with({ is_decoder: true }), 0)),
  }),
  decoderStart: 2,
  fixed: {
    is_encoder_decoder: [true],
    normalize_before: [false],
    normalize_embedding: [true],
    add_bias_logits: [false],
    add_final_layer_norm: [false],
    static_position_embeddings: [false],
    extra_pos_embeddings: [2],
  },
}

function spec(config: ConfigFields): ModelSpec {
  const dModel = config.count('d_model', 1024)
  const tieHead = config.flag('tie_word_embeddings', true)
  if (config.flag('is_decoder', false)) {
    throw refuse('ERR_UNSUPPORTED', config.path('is_decoder'), 'true', 'an encoder and a decoder')
  }
  return modelSpec({
    vocab: config.count('vocab_size', 50265),
    dModel,
    maxPositions: config.count('max_position_embeddings', 1024),
    ...stack(config, 'decoder', dModel),
    encoder: { ...stackSpec(stack(config, 'encoder', dModel)), causal: false },
    embeddingScale: config.flag('scale_embedding', false) ? Math.sqrt(dModel) : 1,
    embeddingNorm: true,
    encoderEmbedding: !tieHead, // transformers 4 shared one table nevertheless
    tieHead,
    headBias: !['bare', 'task'].includes(architectureOf(config) ?? 'lm'),
  })
}

function stack(config: ConfigFields, name: 'encoder' | 'decoder', dModel: number): StackNeeds {
  const heads = config.count(`${name}_attention_heads`, 16)
  return {
    layers: config.count(`${name}_layers`, 12),
    heads,
    headDim: evenHeads(config, 'd_model', dModel, heads),
    dFf: config.count(`${name}_ffn_dim`, 4096),
    norm: 'layer',
    normEpsilon: 1e-5,
    normPlace: 'post',
    finalNorm: false,
    activation: activationOf(config, 'activation_function', 'gelu'),
    ...biases(true),
  }
}

function side(name: 'encoder' | 'decoder', stack: StackSpec, { dModel }: ModelSpec): TensorRule[] {
  const home = name === 'encoder' ? 'encoder.' : ''
  return [
    ...norm(`${name}.layernorm_embedding`, `${home}embeddingNorm`, dModel),
    ...perBlock(stack, (i) => block(`${name}.layers.${i}.`, `${home}layers.${i}.`, stack, dModel)),
  ]
}

function block(from: string, to: string, { dFf }: StackSpec, width: number): TensorRule[] {
  const crosses = from.startsWith('decoder.')
  return [
    ...attention(`${from}self_attn`, to, width),
    ...norm(`${from}self_attn_layer_norm`, `${to}norm1`, width),
    ...(crosses ? attention(`${from}encoder_attn`, `${to}cross.`, width) : []),
    ...(crosses ? norm(`${from}encoder_attn_layer_norm`, `${to}cross.norm`, width) : []),
    ...linear(`${from}fc1`, `${to}mlp.up`, { out: dFf, width }),
    ...linear(`${from}fc2`, `${to}mlp.down`, { out: width, width: dFf }),
    ...norm(`${from}final_layer_norm`, `${to}norm2`, width),
  ]
}

function attention(from: string, to: string, width: number): TensorRule[] {
  const names = { q_proj: 'query', k_proj: 'key', v_proj: 'value', out_proj: 'output' }
  return Object.entries(names).flatMap(([name, ours]) =>
    linear(`${from}.${name}`, to + ours, { out: width, width }),
  )
}
