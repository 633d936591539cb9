// One point of a curve of a trained model.

import type { TrainedModel } from '../../parts/trained/trained-models.js'
import type { TrainedPlan } from './curve-plans.js'
import { type Loss, lossAt } from './losses.js'
import { baseOf, ropeScaledBy } from './scalings.js'

export interface PointRequest {
  factor: number
  ids: readonly number[]
  length: number
  signal: AbortSignal
}

const NOTHING: Loss = { mean: Number.NaN, spread: Number.NaN }

/** Nothing where the text ends, or the table; undefined when stopped. */
export async function trainedLoss(
  trained: TrainedModel,
  { model, scaling, kept }: TrainedPlan,
  { factor, ids, length, signal }: PointRequest,
): Promise<Loss | undefined> {
  const isBeyondTable = model === 'learned' && kept === undefined && length > trained.context
  if (isBeyondTable || length >= ids.length) return NOTHING
  const base = baseOf(trained.model.position)
  const rope = base === undefined ? {} : { base }
  const position = scaling === 'none' ? undefined : ropeScaledBy(scaling, factor, rope)
  return lossAt({ trained, position, ids, length, kept, signal })
}
