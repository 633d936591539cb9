// UMT5: mT5 whose layers have tables of distances of their own, and whose output is scaled before a head that may be stored.

import type { Family } from '../family.js'
import type { FamilyParts } from '../family-parts.js'

export const umt5 = ({ positionOf, t5 }: FamilyParts): Family => ({
  ...t5,
  name: 'umt5',
  modelTypes: ['umt5'],
  spec: (config) => {
    const plain = t5.spec(config.with({ model_type: 'mt5' }))
    return plain.head === 'none' ? plain : { ...plain, headScale: plain.dModel ** -0.5 }
  },
  positions: (config, s) => {
    const of = (isDecoder: boolean, layers: number) => {
      const stack = config.with({ is_decoder: isDecoder })
      return Array.from({ length: layers }, (_, layer) => positionOf(stack, layer))
    }
    if (!s.encoder) return { decoder: of(false, s.layers) }
    return { encoder: of(false, s.encoder.layers), decoder: of(true, s.layers) }
  },
})
