// GPT-NeoX and Pythia: parallel blocks with two norms, a quarter of each head rotated, query, key and value fused per head.

import type { ConfigFields } from './config-fields.js'
import { activationOf, type Family, type ModelSpec, type TensorRule } from './family.js'
import { fused, linear, norm, ownHead, perBlock, rule, without } from './rules.js'
import { biases, decoderHead, evenHeads, modelSpec } from './spec.js'

export const gptNeox: Family = {
  name: 'gpt_neox',
  modelTypes: ['gpt_neox'],
  rename: (name) => without('gpt_neox.')(name).replace(/^embed_out\./, 'lm_head.'),
  spec,
  tensors: (s) => [
    rule('embed_in.weight', [s.vocab, s.dModel], 'embedding'),
    ...perBlock(s, (i) => block(s, i)),
    ...norm('final_layer_norm', 'finalNorm', s.dModel),
    ...ownHead(s),
  ],
  fixed: { is_decoder: [false, true] },
}

function spec(config: ConfigFields): ModelSpec {
  const dModel = config.count('hidden_size', 6144)
  const heads = config.count('num_attention_heads', 64)
  return modelSpec({
    vocab: config.count('vocab_size', 50432),
    dModel,
    layers: config.count('num_hidden_layers', 44),
    heads,
    headDim: evenHeads(config, 'hidden_size', dModel, heads),
    dFf: config.count('intermediate_size', 24576),
    maxPositions: config.count('max_position_embeddings', 2048),
    norm: 'layer',
    normEpsilon: config.number('layer_norm_eps', 1e-5),
    parallel: config.flag('use_parallel_residual', true),
    activation: activationOf(config, 'hidden_act', 'gelu'),
    ...biases(config.flag('attention_bias', true), true),
    ...decoderHead(config, false),
  })
}

function block(s: ModelSpec, i: number): TensorRule[] {
  const [from, to, width] = [`layers.${i}.`, `layers.${i}.`, s.dModel]
  const qkv = ['query', 'key', 'value'].map((name) => ({ name: to + name, rows: s.headDim }))
  const bias = s.outputBias
  return [
    ...norm(`${from}input_layernorm`, `${to}norm1`, width),
    ...norm(`${from}post_attention_layernorm`, `${to}norm2`, width),
    ...fused(`${from}attention.query_key_value`, qkv, { width, bias, groups: s.heads }),
    ...linear(`${from}attention.dense`, `${to}output`, { out: width, width, bias }),
    ...linear(`${from}mlp.dense_h_to_4h`, `${to}mlp.up`, { out: s.dFf, width }),
    ...linear(`${from}mlp.dense_4h_to_h`, `${to}mlp.down`, { out: width, width: s.dFf }),
  ]
}
