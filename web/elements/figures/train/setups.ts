// Tasks and models to train: tasks short enough that a tiny model shows within seconds what it learns. All training texts of a task have
// one length, so that an encoding by distance can learn where to look.

import { associativeRecall } from '../../../lab/tasks/associative-recall.js'
import { copy } from '../../../lab/tasks/copy.js'
import { dyck } from '../../../lab/tasks/dyck.js'
import { modularAddition } from '../../../lab/tasks/modular-addition.js'
import { parity } from '../../../lab/tasks/parity.js'
import { repeatKth } from '../../../lab/tasks/repeat-kth.js'
import { reverse } from '../../../lab/tasks/reverse.js'
import { reversedAddition } from '../../../lab/tasks/reversed-addition.js'
import { sort } from '../../../lab/tasks/sort.js'
import type { Task } from '../../../lab/tasks/task.js'
import { whichFirst } from '../../../lab/tasks/which-first.js'
import type { ModelOptions, OptimizerOptions } from '../../../lab/trainer.js'
import { HEADS, LAYERS, type TaskChoice } from './train-fields.js'

interface Setup {
  readonly task: Task
  /** Length of every sequence, as the task counts it. */
  readonly length: number
}

/** The figure names its tasks one by one, so that the others of the lab are not loaded with it. */
const SETUPS: Readonly<Record<TaskChoice, readonly [task: () => Task, length: number]>> = {
  copy: [copy, 8],
  reverse: [reverse, 8],
  sort: [sort, 8],
  repeatKth: [repeatKth, 8],
  associativeRecall: [() => associativeRecall({ keys: 8 }), 5],
  modularAddition: [() => modularAddition({ modulus: 5 }), 3],
  reversedAddition: [reversedAddition, 3],
  parity: [parity, 8],
  dyck: [dyck, 8],
  whichFirst: [whichFirst, 8],
}

export function setupOf(name: TaskChoice): Setup {
  const [task, length] = SETUPS[name]
  return { task: task(), length }
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
