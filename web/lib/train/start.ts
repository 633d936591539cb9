// Makes a trainer in an instance of the core for training.

import { matmul } from '../attention/kernels.js'
import type { Core } from '../boundary/core.js'
import { Handle } from '../boundary/handle.js'
import { LivePositions } from './live-positions.js'
import { trainCall } from './train-core.js'
import { Trainer } from './trainer.js'
import type { TrainerPlan } from './trainer-options.js'
import type { TrainerParts, TrainerTensor } from './trainer-parts.js'

/** Writes the state of an earlier trainer into a new one; returns the steps that it had done. */
export type Restore = (trainer: Handle, tensors: readonly TrainerTensor[]) => number

export function startTrainer(core: Core, plan: TrainerPlan, restore: Restore = () => 0): Trainer {
  const { tables, ...kept } = plan
  const { recipe, training, seed } = kept
  const positions = new LivePositions(recipe, tables, (a, b) => matmul(core, a, b))
  const model = new Handle(core, core.call((raw) => raw.createModel(recipe.spec)).handle, 'model')
  const handles = [model]
  try {
    const request = { ...positions.lowered, ...training, seed }
    const made = trainCall(model, (raw, address) => raw.createTrainer({ model: address, ...request }))
    const trainer = new Handle(core, made.handle, 'trainer')
    handles.unshift(trainer)
    const tensors = tensorsOf(trainer)
    const steps = restore(trainer, tensors)
    // a new trainer, too: its positions then have the float32 numbers that a checkpoint keeps
    trainCall(trainer, (raw, address) => raw.resumeTrainer({ trainer: address, steps }))
    const parts: TrainerParts = { core, model, trainer, plan: kept, positions, tensors, steps }
    return new Trainer(parts)
  } catch (cause) {
    for (const handle of handles) handle.dispose()
    throw cause
  }
}

function tensorsOf(trainer: Handle): TrainerTensor[] {
  const tensorAt = (index: number) =>
    trainCall(trainer, (raw, address) => raw.trainerTensor({ trainer: address, index }))
  const { count } = tensorAt(0)
  return Array.from({ length: count }, (_, index) => {
    const { name, rows, columns } = tensorAt(index)
    return { index, name, rows, columns }
  })
}
