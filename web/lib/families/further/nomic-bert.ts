// Nomic BERT: BERT's block with rotary positions, SwiGLU and no biases but those of its norms.

import type { ConfigFields } from '../config-fields.js'
import type { Family, ModelSpec, TensorRule } from '../family.js'
import type { FamilyParts } from '../family-parts.js'
import { inside, namedLayers } from './named-layers.js'

const LAYER = inside('encoder.layers.{i}.', {
  output: 'attn.out_proj',
  norm1: 'norm1',
  'mlp.gate': 'mlp.fc12',
  'mlp.up': 'mlp.fc11',
  'mlp.down': 'mlp.fc2',
  norm2: 'norm2',
})

const HEAD = {
  transform: 'cls.predictions.transform.dense',
  norm: 'cls.predictions.transform.layer_norm',
  decoder: 'cls.predictions.decoder',
  bias: 'cls.predictions.bias',
}

export const nomicBert = (parts: FamilyParts): Family => ({
  name: 'nomic_bert',
  modelTypes: ['nomic_bert'],
  rename: parts.without('nomic_bert.', 'bert.'),
  spec: (config) => spec(parts, config),
  tensors: (s) => tensors(parts, s),
  // of the first code: transformers computes no other values
  fixed: {
    prenorm: [false],
    use_rms_norm: [false],
    rotary_emb_fraction: [1],
    rotary_emb_interleaved: [false],
    causal: [false],
    qkv_proj_bias: [false],
    mlp_fc1_bias: [false],
    mlp_fc2_bias: [false],
    activation_function: ['swiglu'],
  },
})

function spec(parts: FamilyParts, config: ConfigFields): ModelSpec {
  const dModel = config.count('hidden_size', 768)
  const heads = config.count('num_attention_heads', 12)
  const own = config.has('head_dim') ? config.count('head_dim') : undefined
  const made = parts.bertSpec(config, {
    vocab: config.count('vocab_size', 30528),
    dModel,
    heads,
    headDim: own ?? parts.evenHeads(config, 'hidden_size', dModel, heads),
    maxPositions: config.count('max_position_embeddings', 2048),
    normEpsilon: config.number('layer_norm_eps', 1e-12),
    activation: parts.activationOf(config, 'hidden_act', 'silu'),
    gatedMlp: true,
    tokenTypes: config.count('type_vocab_size', 2),
    ...parts.biases(false),
  })
  requireFirstNames(parts, config, made)
  return made
}

// The first code had GPT-2's names for its fields, which released configs still have and transformers does not read.
function requireFirstNames({ refuse, show }: FamilyParts, config: ConfigFields, s: ModelSpec): void {
  const used = {
    n_embd: s.dModel,
    n_layer: s.layers,
    n_head: s.heads,
    n_inner: s.dFf,
    layer_norm_epsilon: s.normEpsilon,
    rotary_emb_base: config.inner('rope_parameters')?.number('rope_theta', 1000) ?? 1000,
  }
  for (const [key, value] of Object.entries(used)) {
    const first = config.peek(key)
    if (first === undefined || first === value) continue
    throw refuse(
      'ERR_UNSUPPORTED',
      config.path(key),
      show(first),
      `${value}, which transformers computes with`,
    )
  }
}

function tensors(parts: FamilyParts, s: ModelSpec): TensorRule[] {
  const width = s.dModel
  const rows = s.heads * s.headDim
  const turned = (i: number) =>
    ['query', 'key', 'value'].map((name) => ({ name: `layers.${i}.${name}`, rows }))
  return [
    parts.rule('embeddings.word_embeddings.weight', [s.vocab, width], 'embedding'),
    parts.rule('embeddings.token_type_embeddings.weight', [s.tokenTypes, width], 'tokenTypes'),
    ...parts.norm('emb_ln', 'embeddingNorm', width),
    ...parts.perBlock(s, (i) =>
      parts.fused(`encoder.layers.${i}.attn.Wqkv`, turned(i), { width, bias: false }),
    ),
    ...namedLayers(parts, s, LAYER, { width }),
    ...parts.bertHead(s, HEAD),
  ]
}
