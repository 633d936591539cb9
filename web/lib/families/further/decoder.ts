// A decoder as a row of a table: its sizes, the names of its tensors, and what its block has.

import type { ConfigFields } from '../config-fields.js'
import type { Family } from '../family.js'
import type { FamilyParts } from '../family-parts.js'
import { decoderSpec, LLAMA_KEYS, type OwnSpec, type SizeKeys, type UsualSizes } from './decoder-spec.js'
import { type DecoderNames, decoderTensors, LLAMA_NAMES, unweighted } from './decoder-tensors.js'

export interface Decoder extends Pick<Family, 'irrelevant' | 'fixed'> {
  usual: UsualSizes
  /** Those of LLaMA when absent. */
  keys?: SizeKeys
  /** Those of LLaMA when absent. */
  names?: DecoderNames
  /** The prefix that a head adds to the names of tensors; `model.` when absent. */
  prefix?: string
  /** Other names that stand for ours, by what they are without the prefix. */
  renamed?: Readonly<Record<string, string>>
  /** Other fields that positions ask for, as the class takes them where they are absent. */
  absent?: Readonly<Record<string, unknown>>
  /** The config that positions are read of, if it is not the one that was given. */
  told?(parts: FamilyParts, config: ConfigFields): ConfigFields
  own(parts: FamilyParts, config: ConfigFields): OwnSpec
  /** What the families of other kinds say of their positions and of factors. */
  more?(parts: FamilyParts): Pick<Family, 'positions' | 'positionIds' | 'factors'>
}

export const decoderFamily =
  (parts: FamilyParts) =>
  ([modelType, decoder]: [string, Decoder]): Family => {
    const { usual, keys = LLAMA_KEYS, names = LLAMA_NAMES, prefix = 'model.' } = decoder
    const base = parts.without(prefix)
    const renamed = new Map(Object.entries(decoder.renamed ?? {}))
    return {
      name: modelType,
      modelTypes: [modelType],
      rename: (name) => renamed.get(base(name)) ?? base(name),
      spec: (config) => decoderSpec(parts, config, { usual, keys }, decoder.own(parts, config)),
      tensors: (s) => decoderTensors(parts, s, names),
      ...(names.finalNorm ? {} : { constants: unweighted }),
      positions: (config, { layers }) => {
        const told = complete(decoder.told?.(parts, config) ?? config, decoder)
        return { decoder: Array.from({ length: layers }, (_, layer) => parts.positionOf(told, layer)) }
      },
      irrelevant: decoder.irrelevant ?? [],
      fixed: decoder.fixed ?? {},
      ...decoder.more?.(parts),
    }
  }

/** A config with all that positions ask for. A field that is null stays. */
function complete(config: ConfigFields, { usual, keys = LLAMA_KEYS, absent }: Decoder): ConfigFields {
  const sizes = (['dModel', 'heads', 'headDim', 'maxPositions'] as const).flatMap((size) => {
    const [key, value] = [keys[size], usual[size]]
    return key === undefined || value === undefined ? [] : [[key, value] as const]
  })
  const lacking = [...sizes, ...Object.entries(absent ?? {})].filter(([key]) => !config.names(key))
  return config.with(Object.fromEntries(lacking))
}
