// GTE's encoders, whose model_type is "new": BERT's block with turned queries and keys and a gate. Their class comes with the checkpoints, and
// transformers has none.

import type { Position } from '../../position/position-types.generated.js'
import type { TableReference } from '../../position/table-reference.js'
import type { ConfigFields } from '../config-fields.js'
import type { Constant, Family, ModelSpec, TensorRule } from '../family.js'
import type { FamilyParts } from '../family-parts.js'
import { inside, namedLayers } from './named-layers.js'

const LAYER = {
  output: 'attention.o_proj',
  norm1: 'attn_ln',
  norm2: 'mlp_ln',
}

export const gte = (parts: FamilyParts): Family => ({
  name: 'new',
  modelTypes: ['new'],
  rename: parts.without('new.'),
  spec: (config) => spec(parts, config),
  tensors: (s) => tensors(parts, s),
  constants: withoutBiases,
  positions: (config, s) => ({ decoder: Array(s.layers).fill(turn(parts, config, s)) }),
  unused: [/^(?:pooler|classifier|qa_outputs)\./],
  irrelevant: ['unpad_inputs', 'use_memory_efficient_attention', 'pack_qkv'], // how it is computed
  fixed: {
    position_embedding_type: ['rope'],
    layer_norm_type: ['layer_norm'],
    logn_attention_scale: [false],
    logn_attention_clip1: [false],
  },
})

function spec(parts: FamilyParts, config: ConfigFields): ModelSpec {
  const dModel = config.count('hidden_size', 768)
  const heads = config.count('num_attention_heads', 12)
  const [head = ''] = config.texts('architectures') ?? []
  if (parts.architectureOf(config) === 'lm')
    throw parts.refuse(
      'ERR_UNSUPPORTED',
      config.path('architectures'),
      parts.show(head),
      'a class without this head',
    )
  return parts.bertSpec(config, {
    vocab: config.count('vocab_size', 30528),
    dModel,
    heads,
    headDim: parts.evenHeads(config, 'hidden_size', dModel, heads),
    maxPositions: config.count('max_position_embeddings', 2048),
    normEpsilon: config.number('layer_norm_eps', 1e-12),
    tokenTypes: config.integer('type_vocab_size', 1),
    gatedMlp: true,
    ...parts.biases(true),
    head: 'none',
  })
}

/** Frequencies base^(−2j/d) · s^(−2(j+1)/d) of pair j under its "ntk" with factor s, which no scaling of transformers has. */
function turn(parts: FamilyParts, config: ConfigFields, { headDim }: ModelSpec): Position<TableReference> {
  const base = config.number('rope_theta', 10000)
  const scaling = config.inner('rope_scaling')
  if (!scaling) return { type: 'rope', base }
  const type = scaling.text('type')
  if (type !== 'ntk' || scaling.has('mixed_b'))
    throw parts.refuse(
      'ERR_UNSUPPORTED',
      config.path('rope_scaling'),
      parts.show(config.raw('rope_scaling')),
      'type "ntk" and a factor',
    )
  const factor = scaling.positive('factor')
  const frequency = (j: number) => base ** ((-2 * j) / headDim) * factor ** ((-2 * (j + 1)) / headDim)
  return { type: 'rope', frequencies: Array.from({ length: headDim / 2 }, (_, j) => frequency(j)) }
}

function tensors(parts: FamilyParts, s: ModelSpec): TensorRule[] {
  const width = s.dModel
  const rows = (names: string[], count: number, i: number) =>
    names.map((name) => ({ name: `layers.${i}.${name}`, rows: count }))
  return [
    ...parts.bertEmbeddings(s),
    ...parts.perBlock(s, (i) => {
      const at = `encoder.layer.${i}.`
      return [
        ...parts.fused(`${at}attention.qkv_proj`, rows(['query', 'key', 'value'], width, i), {
          width,
          bias: true,
        }),
        ...parts.fused(`${at}mlp.up_gate_proj`, rows(['mlp.up', 'mlp.gate'], s.dFf, i), {
          width,
          bias: false,
        }),
        ...parts.linear(`${at}mlp.down_proj`, `layers.${i}.mlp.down`, { out: width, width: s.dFf }),
      ]
    }),
    ...namedLayers(parts, s, inside('encoder.layer.{i}.', LAYER), { width }),
  ]
}

/** The gate has no biases, and what follows it has one. */
function withoutBiases({ blocks, dFf }: ModelSpec): Constant[] {
  return blocks.flatMap((i) =>
    ['gate', 'up'].map((part) => ({ name: `layers.${i}.mlp.${part}.bias`, size: dFf, value: 0 })),
  )
}
