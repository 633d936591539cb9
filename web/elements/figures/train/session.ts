// A training: a task, one or two encodings, a seed. Both models learn from the same sequences, in turns.

import { type Batch, drawBatch } from '../../../lab/batch.js'
import type { Task } from '../../../lab/tasks/task.js'
import { Pcg32 } from '../../../lib/boundary/pcg32.js'
import type { OwnFigure } from '../../parts/formula/own-figure.js'
import type { Matrix } from '../../parts/matrix/matrix.js'
import { type Answer, answersOf } from './answers.js'
import { type Curve, History } from './history.js'
import { biasByDistance, type Lesson, lessonOf } from './learned-bias.js'
import {
  type Halt,
  type Learner,
  learnerOf,
  MEASURED,
  placed,
  refused,
  STREAMS,
  validationOf,
  type Wanted,
} from './learner.js'
import type { Evaluation, Files, TrainerSource } from './live-trainer.js'
import { BATCH, setupOf } from './setups.js'
import type { EncodingChoice } from './train-fields.js'

interface Part {
  readonly layer: number
  readonly head: number
}

/** A model and what it has learned. */
export interface RunDrawing {
  readonly name: EncodingChoice
  readonly curve: Curve
  readonly answers: readonly Answer[]
  /** [queries, keys] of the first example. */
  readonly attention: Matrix
  readonly lesson: Lesson
  /** Learned bias by distance, a list per head; empty where the encoding has none. */
  readonly bias: readonly Float32Array[]
}

export interface TrainDrawing {
  readonly task: Task
  readonly length: number
  /** Steps done. */
  readonly step: number
  /** Steps at which the curves were measured. */
  readonly steps: readonly number[]
  /** Tokens of the first example. */
  readonly tokens: readonly string[]
  /** The sequences that were measured. */
  readonly measured: number
  readonly runs: readonly RunDrawing[]
  /** The encoding that is not of the lab, where one learns. */
  readonly own?: OwnFigure | undefined
  /** Why the training stopped. */
  readonly halt?: Halt
}

const EXAMPLES = 6

export class Session {
  readonly #task: Task
  readonly #length: number
  readonly #learners: readonly Learner[]
  readonly #own: OwnFigure | undefined
  readonly #sequences: Pcg32
  readonly #history = new History()
  readonly #validation: Batch
  #steps = 0
  #halt: Halt | undefined
  #turn: Promise<unknown> = Promise.resolve()
  #closed = false

  private constructor(wanted: Wanted, learners: readonly Learner[]) {
    const { task, length } = setupOf(wanted.task)
    this.#task = task
    this.#length = length
    this.#learners = learners
    this.#own = wanted.own
    this.#sequences = new Pcg32(wanted.seed, STREAMS.sequences)
    this.#validation = validationOf(wanted.task)
  }

  static async open(library: TrainerSource, wanted: Wanted): Promise<Session> {
    const learners: Learner[] = []
    try {
      for (const name of wanted.encodings) learners.push(await learnerOf(library, wanted, name))
    } catch (cause) {
      for (const { trainer } of learners) trainer.dispose()
      throw cause
    }
    return new Session(wanted, learners)
  }

  get steps(): number {
    return this.#steps
  }

  get halted(): boolean {
    return this.#halt !== undefined
  }

  /** Trains every model for one step. A refusal of the trainer is kept as `halt`; the next step tries the next sequences. */
  step(): Promise<void> {
    return this.#inTurn(async () => {
      const batch = drawBatch(this.#task, [this.#length], BATCH, this.#sequences)
      this.#halt = undefined
      for (const learner of this.#learners) {
        this.#halt = await refused(learner, placed(learner, batch, this.#length, this.#task, learner.random))
        if (this.#halt) return
      }
      this.#steps += 1
    })
  }

  /** Measures every model as it is now. */
  look(part: Part): Promise<TrainDrawing> {
    return this.#inTurn(async () => {
      const found: Evaluation[] = []
      for (const { trainer, validation } of this.#learners) found.push(await trainer.evaluate(validation))
      this.#history.add(this.#steps, found)
      const runs: RunDrawing[] = []
      for (const [i, learner] of this.#learners.entries()) {
        runs.push(await this.#drawn(i, learner, (found[i] as Evaluation).predictions, part))
      }
      const vocabulary = this.#task.vocabulary
      return {
        task: this.#task,
        length: this.#length,
        step: this.#steps,
        steps: this.#history.steps,
        tokens: this.#example().map((id) => vocabulary[id] ?? ''),
        measured: MEASURED,
        runs,
        own: this.#own,
        ...(this.#halt && { halt: this.#halt }),
      }
    })
  }

  /** The checkpoint of a model. */
  save(run: number): Promise<Files> {
    return this.#inTurn(async () => (this.#learners[run] as Learner).trainer.save())
  }

  /** Frees the models, after the step that is under way. */
  close(): void {
    this.#closed = true
    const free = () => this.#learners.forEach(({ trainer }) => void trainer.dispose())
    this.#turn.then(free, free)
  }

  async #drawn(
    i: number,
    { name, encoding, trainer }: Learner,
    predictions: Int32Array,
    part: Part,
  ): Promise<RunDrawing> {
    const inputIds = this.#example()
    const { attentions } = await trainer.model.forward({ inputIds }, { return: ['attentions'] })
    const n = inputIds.length
    const lesson = lessonOf(name, encoding)
    const at = part.head * n * n
    return {
      name,
      curve: this.#history.curveOf(i),
      answers: answersOf(this.#validation, predictions, this.#task.vocabulary, EXAMPLES),
      attention: {
        data: attentions?.[part.layer]?.data.slice(at, at + n * n) ?? new Float32Array(n * n),
        rows: n,
        columns: n,
      },
      lesson,
      bias:
        lesson === 'learned' || lesson === 'fixed'
          ? await biasByDistance(trainer, 2 * this.#task.tokens(this.#length))
          : [],
    }
  }

  #example(): number[] {
    const { data, shape } = this.#validation.inputIds
    return [...data.subarray(0, shape[1])]
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#turn.then(() => {
      if (this.#closed) throw new ClosedError()
      return work()
    })
    this.#turn = done.catch(() => {})
    return done
  }
}

/** Rejects calls of a session that has ended. */
class ClosedError extends Error {}
