// The layers of BART and its relatives, as their classes name them.

import type { ConfigFields } from '../config-fields.js'
import type { LayerPositions, ModelSpec, StackSpec, TensorRule } from '../family.js'
import type { FamilyParts } from '../family-parts.js'
import { inside, namedLayers } from './named-layers.js'

const ENCODER = {
  query: 'self_attn.q_proj',
  key: 'self_attn.k_proj',
  value: 'self_attn.v_proj',
  output: 'self_attn.out_proj',
  norm1: 'self_attn_layer_norm',
  'mlp.up': 'fc1',
  'mlp.down': 'fc2',
  norm2: 'final_layer_norm',
}

const DECODER = {
  ...ENCODER,
  'cross.query': 'encoder_attn.q_proj',
  'cross.key': 'encoder_attn.k_proj',
  'cross.value': 'encoder_attn.v_proj',
  'cross.output': 'encoder_attn.out_proj',
  'cross.norm': 'encoder_attn_layer_norm',
}

/** The rules of one stack. */
export function side(
  parts: FamilyParts,
  name: 'encoder' | 'decoder',
  stack: StackSpec,
  { dModel, embeddingNorm }: ModelSpec,
): TensorRule[] {
  const home = name === 'encoder' ? 'encoder.' : ''
  const names = inside(`${name}.layers.{i}.`, name === 'encoder' ? ENCODER : DECODER)
  return [
    ...(embeddingNorm ? parts.norm(`${name}.layernorm_embedding`, `${home}embeddingNorm`, dModel) : []),
    ...namedLayers(parts, stack, names, { width: dModel, home }),
    ...(stack.finalNorm ? parts.norm(`${name}.layer_norm`, `${home}finalNorm`, dModel) : []),
  ]
}

/** The positions of both stacks, which the config of a decoder tells as is_decoder. */
export function positionsOfBoth(parts: FamilyParts, config: ConfigFields, s: ModelSpec): LayerPositions {
  const of = (isDecoder: boolean, { layers }: StackSpec) => {
    const told = config.with({ is_decoder: isDecoder })
    return Array.from({ length: layers }, (_, layer) => parts.positionOf(told, layer))
  }
  return { encoder: s.encoder ? of(false, s.encoder) : [], decoder: of(true, s) }
}
