// Tasks and models to train: tasks short enough that a tiny model shows within seconds what it learns. All training texts of a task have
// one length, so that an encoding by distance can learn where to look.

import type { Task, TaskSpec } from '../../../lab/tasks/task.js'
import { taskOf } from '../../../lab/tasks/tasks.js'
import type { ModelOptions, OptimizerOptions } from '../../../lab/trainer.js'
import { HEADS, LAYERS, type TaskChoice } from './train-fields.js'

interface Setup {
  readonly task: Task
  /** Length of every sequence, as the task counts it. */
  readonly length: number
}

const SPECS: Readonly<Record<TaskChoice, readonly [spec: TaskSpec, length: number]>> = {
  copy: [{ type: 'copy' }, 8],
  reverse: [{ type: 'reverse' }, 8],
  sort: [{ type: 'sort' }, 8],
  repeatKth: [{ type: 'repeatKth' }, 8],
  associativeRecall: [{ type: 'associativeRecall', keys: 8 }, 5],
  modularAddition: [{ type: 'modularAddition', modulus: 5 }, 3],
  reversedAddition: [{ type: 'reversedAddition' }, 3],
  parity: [{ type: 'parity' }, 8],
  dyck: [{ type: 'dyck' }, 8],
  whichFirst: [{ type: 'whichFirst' }, 8],
}

export function setupOf(name: TaskChoice): Setup {
  const [spec, length] = SPECS[name]
  return { task: taskOf(spec), length }
}

/** Sequences per step. */
export const BATCH = 32

export const MODEL: ModelOptions = {
  layers: LAYERS,
  heads: HEADS,
  dModel: 32,
  dFf: 128,
  norm: 'rms',
  activation: 'silu',
  gated: true,
}

/** After the warm-up the learning rate stays: nobody knows when the reader will stop. */
export const optimizerOf = (learningRate: number): OptimizerOptions & { steps: number } => ({
  learningRate,
  steps: 1,
  warmup: 20,
  schedule: 'constant',
  weightDecay: 0.1,
  betas: [0.9, 0.95],
  clip: 1,
})
