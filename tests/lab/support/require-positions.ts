// What a trainer refuses of its positions, from source and without a core.

import { LivePositions } from '../../../web/lib/train/live-positions.js'
import { type TrainerModel, trainerPlan } from '../../../web/lib/train/trainer-options.js'

export async function requirePositions(model: TrainerModel): Promise<void> {
  const { recipe, tables } = trainerPlan({ model })
  new LivePositions(recipe, tables)
}
