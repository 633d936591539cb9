import type { XlnetPosition } from 'whereformer'
import type { OwnExample } from './own.js'

/** A sentence is one segment. */
export const xlnet: OwnExample<XlnetPosition> = {
  trained: ({ segments: _, segmentTable: __, segmentBias: ___, ...position }) => position,
}
