// The query of the last token meets the keys of all tokens: what every encoding is asked for.

import type { Position, Tensor } from 'whereformer'
import type { AnyLibrary } from '../../../parts/engine/library.js'
import type { TrainedModel, TrainedName } from '../../../parts/trained/trained-models.js'
import type { SmallName } from '../../../parts/trained/trained-names.js'
import type { Scaling } from '../cache-fields.js'
import type { Numbering } from '../cache-plan.js'

export type CacheModel = TrainedModel<TrainedName | SmallName>

export interface Meeting extends Numbering {
  library: AnyLibrary
  model: CacheModel['model']
  /** Context length of its training. */
  context: number
  /** Of the tokens. */
  ids: readonly number[]
  /** The first letters, whose keys are dropped. */
  evicted: number
  layer: number
  head: number
  scaling: Scaling
}

/** The scores of the last token with each token, before the softmax. */
export type Scores = (meeting: Meeting) => Promise<Float32Array>

/** The encoding of every layer of a model that has one stack. */
export const encodingOf = ({ position }: CacheModel['model']) =>
  position as Exclude<Position, readonly unknown[]>

/** The last row of a head; scores are [heads, tokens, tokens] per layer. */
export function lastRow(scores: readonly Tensor[] | undefined, layer: number, head: number): Float32Array {
  const tensor = scores?.[layer]
  const [, rows = 0, columns = 0] = tensor?.shape ?? []
  const at = (head * rows + rows - 1) * columns
  return tensor?.data.slice(at, at + columns) ?? new Float32Array()
}
