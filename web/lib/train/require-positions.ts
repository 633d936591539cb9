// Positions of a trainer, checked without a core.

import { LivePositions } from './live-positions.js'
import { type TrainerModel, trainerPlan } from './trainer-options.js'

/** Throws what making a trainer would throw; sizes of tables are the core's to check. */
export function requirePositions(model: TrainerModel): void {
  const { recipe, tables } = trainerPlan({ model })
  new LivePositions(recipe, tables)
}
