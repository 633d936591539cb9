// Which curves a state shows.

import { TRAINED, type TrainedName } from '../../parts/trained/trained-models.js'
import type { CurvePlan, ExtrapolationState } from './loss-ledger.js'
import { type Scaling, TRAINED_ROPE } from './scalings.js'

export interface TrainedPlan extends CurvePlan {
  model: TrainedName
}

/** Beside each other on the weights of one model. */
const COMPARED: readonly Scaling[] = ['none', 'linear', 'ntk', 'yarn']

export function plansOf({ view, scaling, cut }: ExtrapolationState): TrainedPlan[] {
  if (view === 'scaled') {
    const scalings = [...new Set([...COMPARED, scaling])]
    return [
      ...scalings.map((one): TrainedPlan => ({ model: 'rope', scaling: one })),
      ...(cut ? [cutOf('rope')] : []),
    ]
  }
  return [
    ...TRAINED.map((model): TrainedPlan => ({ model, scaling: 'none' })),
    ...(scaling === 'none' ? [] : [{ model: 'rope', scaling } as const]),
    ...(cut ? TRAINED.map(cutOf) : []),
  ]
}

const cutOf = (model: TrainedName): TrainedPlan => ({ model, scaling: 'none', kept: TRAINED_ROPE.context })
