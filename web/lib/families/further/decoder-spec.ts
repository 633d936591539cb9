// Specs of decoders whose configs say their sizes, under one set of names or another.

import type { ConfigFields } from '../config-fields.js'
import type { ModelSpec } from '../family.js'
import type { FamilyParts } from '../family-parts.js'

/** What the class of a config takes where a field is absent. */
export interface UsualSizes {
  vocab: number
  dModel: number
  /** 4 · dModel when absent. */
  dFf?: number
  layers: number
  heads: number
  /** As many as heads when absent. */
  keyHeads?: number
  /** dModel / heads when absent. */
  headDim?: number
  maxPositions: number
  tied: boolean
}

/** The names of sizes in a config; a class without a field has no name for it. */
export interface SizeKeys {
  dModel: string
  dFf?: string
  layers: string
  heads: string
  keyHeads?: string
  headDim?: string
  maxPositions: string
}

const HEADS = { heads: 'num_attention_heads', layers: 'num_hidden_layers' }

/** Those of classes in which each head has keys of its own. */
export const PLAIN_KEYS = {
  dModel: 'hidden_size',
  dFf: 'intermediate_size',
  ...HEADS,
  maxPositions: 'max_position_embeddings',
} as const satisfies SizeKeys

export const LLAMA_KEYS: SizeKeys = { ...PLAIN_KEYS, keyHeads: 'num_key_value_heads', headDim: 'head_dim' }

export const GPT2_KEYS: SizeKeys = {
  dModel: 'n_embd',
  dFf: 'n_inner',
  layers: 'n_layer',
  heads: 'n_head',
  maxPositions: 'n_positions',
}

/** What a family says beside the sizes. */
export type OwnSpec = Partial<ModelSpec> & Pick<ModelSpec, 'norm' | 'normEpsilon' | 'activation'>

interface Sizes {
  usual: UsualSizes
  keys: SizeKeys
}

export function decoderSpec(
  parts: FamilyParts,
  config: ConfigFields,
  { usual, keys }: Sizes,
  own: OwnSpec,
): ModelSpec {
  const dModel = config.count(keys.dModel, usual.dModel)
  const heads = config.count(keys.heads, usual.heads)
  return parts.modelSpec({
    vocab: config.count('vocab_size', usual.vocab),
    dModel,
    layers: config.count(keys.layers, usual.layers),
    heads,
    kvHeads: keys.keyHeads ? parts.keyHeads(config, keys.keyHeads, heads, usual.keyHeads) : heads,
    headDim: ownHeadDim(config, keys, usual) ?? parts.evenHeads(config, keys.dModel, dModel, heads),
    dFf: innerWidth(config, keys, usual) ?? 4 * dModel,
    maxPositions: config.count(keys.maxPositions, usual.maxPositions),
    ...parts.decoderHead(config, usual.tied),
    ...own,
  })
}

// null stands for the width of the model divided by the heads
function ownHeadDim(config: ConfigFields, { headDim }: SizeKeys, usual: UsualSizes): number | undefined {
  if (headDim === undefined) return undefined
  if (config.has(headDim)) return config.count(headDim)
  return config.names(headDim) ? undefined : usual.headDim
}

// null stands for 4 · dModel in classes that take it
function innerWidth(config: ConfigFields, { dFf }: SizeKeys, usual: UsualSizes): number | undefined {
  if (dFf === undefined) return undefined
  return usual.dFf !== undefined || config.has(dFf) ? config.count(dFf, usual.dFf) : undefined
}
