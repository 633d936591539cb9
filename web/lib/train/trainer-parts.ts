// What a trainer consists of.

import type { Core } from '../boundary/core.js'
import type { Handle } from '../boundary/handle.js'
import type { LivePositions } from './live-positions.js'
import type { TrainerPlan } from './trainer-options.js'

/** A tensor of the trainer, as the core lists it. */
export interface TrainerTensor {
  index: number
  name: string
  rows: number
  columns: number
}

export interface TrainerParts {
  core: Core
  model: Handle
  trainer: Handle
  plan: Omit<TrainerPlan, 'tables'>
  positions: LivePositions
  tensors: readonly TrainerTensor[]
  /** Steps done. */
  steps: number
}
