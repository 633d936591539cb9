// A model of a training: its trainer, and the batch on which it is measured.

import { type Batch, drawBatch } from '../../../lab/batch.js'
import { drawPositions } from '../../../lab/drawn-positions.js'
import { type LabEncoding, presets } from '../../../lab/encodings.js'
import type { Task } from '../../../lab/tasks/task.js'
import type { TrainerBatch } from '../../../lab/trainer.js'
import { Pcg32 } from '../../../lib/boundary/pcg32.js'
import { OWN } from '../../parts/formula/own-fields.js'
import type { OwnFigure } from '../../parts/formula/own-figure.js'
import type { ExampleSizes } from '../../parts/positions/schema-positions.js'
import type { LiveTrainer, TrainerSource } from './live-trainer.js'
import { MODEL, optimizerOf, setupOf } from './setups.js'
import { type EncodingChoice, HEADS, type TaskChoice } from './train-fields.js'

export interface Wanted {
  readonly task: TaskChoice
  readonly encodings: readonly EncodingChoice[]
  readonly seed: number
  readonly learningRate: number
  /** The encoding that is not of the lab. */
  readonly own?: OwnFigure | undefined
}

/** A step that was refused: the loss or a gradient was no number. The weights are those before it. */
export interface Halt {
  readonly name: EncodingChoice
  readonly step: number
  readonly message: string
}

/** Streams of random numbers, with the numbers that the runs of the lab use. */
export const STREAMS = { sequences: 1, positions: 2, validation: 3, validationPositions: 4 }
/** Sequences on which a model is measured. */
export const MEASURED = 64
export interface Learner {
  readonly name: EncodingChoice
  readonly encoding: LabEncoding
  readonly trainer: LiveTrainer
  /** Random numbers for positions that are drawn for each batch. */
  readonly random: Pcg32
  readonly validation: TrainerBatch
}

export function validationOf(name: TaskChoice): Batch {
  const { task, length } = setupOf(name)
  return drawBatch(task, [length], MEASURED, new Pcg32(0, STREAMS.validation))
}

export async function learnerOf(
  library: TrainerSource,
  { task: taskName, seed, learningRate, own }: Wanted,
  name: EncodingChoice,
): Promise<Learner> {
  const { task, length } = setupOf(taskName)
  const encoding = encodingOf(name, own)
  const trainer = await library.trainer({
    model: {
      ...MODEL,
      vocab: task.vocabulary.length,
      position: encoding.position,
      length: rangeOf(task, length),
    },
    optimizer: optimizerOf(learningRate),
    seed,
  })
  const random = new Pcg32(seed, STREAMS.positions)
  const learner = { name, encoding, trainer, random }
  const drawn = new Pcg32(0, STREAMS.validationPositions)
  return { ...learner, validation: placed(learner, validationOf(taskName), length, task, drawn) }
}

function encodingOf(name: EncodingChoice, own: OwnFigure | undefined): LabEncoding {
  if (name === OWN && own) return { name, position: { ...own.position } }
  return presets.find((preset) => preset.name === name) as LabEncoding
}

/** Sizes for which tables of positions are made. */
export function tableSizes(name: TaskChoice): ExampleSizes {
  const { task, length } = setupOf(name)
  const { heads, dModel } = MODEL
  return { tokens: rangeOf(task, length), heads: heads ?? HEADS, dim: (dModel ?? 0) / (heads ?? HEADS) }
}

/** Drawn positions are below it. */
const rangeOf = (task: Task, length: number): number => 2 * task.tokens(length)

/** With positions of its own, where they are drawn. */
export function placed(
  { encoding }: Pick<Learner, 'encoding'>,
  batch: Batch,
  length: number,
  task: Task,
  random: Pcg32,
): TrainerBatch {
  const drawn = encoding.positions
  if (!drawn) return batch
  return { ...batch, positions: drawPositions(drawn, rangeOf(task, length), batch, task, random) }
}

/** Trains a model for one step. @returns why the trainer refused it */
export async function refused({ name, trainer }: Learner, batch: TrainerBatch): Promise<Halt | undefined> {
  try {
    await trainer.step(batch)
    return undefined
  } catch (cause) {
    // of the trainer: "step 7: loss: got nan, wanted a finite number; the step was not applied"
    const [, step] = /^step (\d+): /.exec(cause instanceof Error ? cause.message : '') ?? []
    if (step === undefined) throw cause
    return { name, step: Number(step), message: (cause as Error).message }
  }
}
