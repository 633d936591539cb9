// Specs of decoders whose configs have the usual names of sizes.

import type { ConfigFields } from '../config-fields.js'
import type { ModelSpec } from '../family.js'
import type { FamilyParts } from '../family-parts.js'

/** What the class of a config takes where a field is absent. */
export interface UsualSizes {
  vocab: number
  dModel: number
  dFf: number
  layers: number
  heads: number
  /** As many as heads when absent. */
  keyHeads?: number
  /** dModel / heads when absent. */
  headDim?: number
  maxPositions: number
  tied: boolean
}

type Fields = 'norm' | 'normEpsilon' | 'activation'

export type OwnSpec = Partial<ModelSpec> & Pick<ModelSpec, Fields>

/** Sizes and the head, and what a family says beside them. */
export function decoderSpec(
  parts: FamilyParts,
  config: ConfigFields,
  usual: UsualSizes,
  own: OwnSpec,
): ModelSpec {
  const dModel = config.count('hidden_size', usual.dModel)
  const heads = config.count('num_attention_heads', usual.heads)
  return parts.modelSpec({
    vocab: config.count('vocab_size', usual.vocab),
    dModel,
    layers: config.count('num_hidden_layers', usual.layers),
    heads,
    kvHeads: parts.keyHeads(config, 'num_key_value_heads', heads, usual.keyHeads),
    headDim: headDimOf(parts, config, dModel, heads, usual.headDim),
    dFf: config.count('intermediate_size', usual.dFf),
    maxPositions: config.count('max_position_embeddings', usual.maxPositions),
    ...parts.decoderHead(config, usual.tied),
    ...own,
  })
}

function headDimOf(
  parts: FamilyParts,
  config: ConfigFields,
  dModel: number,
  heads: number,
  usual: number | undefined,
): number {
  if (config.has('head_dim')) return config.count('head_dim')
  const given = config.names('head_dim') ? undefined : usual
  return given ?? parts.evenHeads(config, 'hidden_size', dModel, heads)
}
