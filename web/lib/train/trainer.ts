// A model that learns: steps of the optimiser in WebAssembly, and the model itself, live.

import { WhereformerError } from '../boundary/errors.js'
import { disposedOf, disposeKey, disposeWithOwner, itsOwn, skipKey } from '../boundary/handle.js'
import { ABSENT } from '../model/generate-plan.js'
import { Model } from '../model/model.js'
import { type BatchRequest, batchRequest, type TrainerBatch } from './batch.js'
import { type LearnedParameter, learnedParameter } from './live-positions.js'
import { saveTrainer, type TrainerFiles } from './save.js'
import { trainCall } from './train-core.js'
import type { TrainerParts, TrainerTensor } from './trainer-parts.js'

export interface StepReport {
  /** The number of the step, counted from 1. */
  step: number
  /** The mean cross-entropy over the counted targets, before the step. */
  loss: number
  /** The global norm of the gradients, before clipping. */
  gradientNorm: number
  learningRate: number
}

export interface Evaluation {
  loss: number
  /** The share of the counted targets that are the most probable token. */
  accuracy: number
  /** The share of the sequences in which all counted targets are the most probable token. */
  exactMatch: number
  /** The most probable token of each row, [batch · length]. */
  predictions: Int32Array
}

export class Trainer {
  readonly #parts: TrainerParts
  readonly #learned: readonly (readonly [TrainerTensor, LearnedParameter])[]
  #model: Model
  #steps: number
  /** The step whose positions JavaScript knows. */
  #shown: number
  #disposed = false

  /** @internal Trainers come from wf.trainer() and wf.resumeTrainer(). */
  constructor(parts: TrainerParts) {
    this.#parts = parts
    this.#steps = parts.steps
    this.#shown = parts.steps
    this.#learned = parts.tensors.flatMap((tensor) => {
      const parameter = learnedParameter(tensor.name)
      return parameter ? [[tensor, parameter] as const] : []
    })
    this.#model = this.#liveModel()
    disposeWithOwner(this, parts.trainer)
  }

  /** @internal */
  get [skipKey](): boolean {
    return true
  }

  /** The number of steps done, those before a resume included. */
  get steps(): number {
    return itsOwn('trainer', () => this.#steps)
  }

  /** The model with the weights of the last step; it lives as long as the trainer. */
  get model(): Model {
    Trainer.#aliveOf(this)
    this.#refresh()
    return this.#model
  }

  /**
   * Does one step of the optimiser. If it is refused — also when the loss or a gradient is not finite — the weights and the optimiser are
   * as before.
   */
  step(batch: TrainerBatch): StepReport {
    const parts = Trainer.#aliveOf(this)
    const request = requestOf(parts, batch)
    try {
      const raw = trainCall(parts.trainer, (core, trainer) => core.trainStep({ trainer, ...request }))
      this.#steps = raw.step
      const { step, loss, gradientNorm, learningRate } = raw
      return { step, loss, gradientNorm, learningRate }
    } catch (cause) {
      throw this.#explained(cause)
    }
  }

  /** Computes loss and predictions of a batch; nothing is learned. */
  evaluate(batch: TrainerBatch): Evaluation {
    const parts = Trainer.#aliveOf(this)
    const request = requestOf(parts, batch)
    const raw = trainCall(parts.trainer, (core, trainer) => core.trainEvaluate({ trainer, ...request }))
    const { loss, accuracy, exactMatch, predictions } = raw
    return { loss, accuracy, exactMatch, predictions: Int32Array.from(predictions) }
  }

  /**
   * Writes the files of a checkpoint: config.json and model.safetensors, which loadModel() and (models of the shape of GPT-2, LLaMA or
   * BLOOM) transformers open, and optimizer.safetensors, with which resumeTrainer() goes on to the same bits.
   */
  save(): TrainerFiles {
    return saveTrainer({ ...Trainer.#aliveOf(this), steps: this.#steps })
  }

  /** Frees the weights, the state of the optimiser and the model. */
  dispose(): void {
    const { trainer } = itsOwn('trainer', () => this.#parts)
    this.#disposed = true
    disposedOf(this)
    this.#model.dispose()
    trainer.dispose()
  }

  [disposeKey](): void {
    this.dispose()
  }

  static #aliveOf(trainer: Trainer): TrainerParts {
    const parts = itsOwn('trainer', () => trainer.#parts)
    if (trainer.#disposed)
      throw new WhereformerError('ERR_DISPOSED', 'the trainer was disposed of and cannot be used again')
    parts.trainer.requireAlive()
    return parts
  }

  #liveModel(): Model {
    const { core, model, plan, positions } = this.#parts
    const refresh = () => this.#refresh()
    const steps = () => this.#steps
    return new Model({
      core,
      handle: model,
      recipe: plan.recipe,
      get positions() {
        refresh()
        return positions.resolved
      },
      get lowered() {
        refresh()
        return positions.lowered
      },
      get version() {
        return steps()
      },
      tokenizer: undefined,
      defaults: { settings: ABSENT, eosIds: [] },
      ignored: { fields: [], tensors: [] },
    })
  }

  // Brings the tables of positions up to the last step, since surgery and batches with padding hand them back to the core.
  #refresh(): void {
    if (this.#shown === this.#steps) return
    const { trainer: handle, positions } = this.#parts
    for (const [{ index }, parameter] of this.#learned) {
      const { data } = trainCall(handle, (core, trainer) =>
        core.readTrainerTensor({ trainer, index, of: 'weight' }),
      )
      positions.set(parameter, data)
    }
    this.#shown = this.#steps
  }

  #explained(cause: unknown): unknown {
    if (!(cause instanceof WhereformerError) || !/^(?:loss|gradientNorm): /.test(cause.message)) return cause
    const message = `step ${this.#steps + 1}: ${cause.message}; the step was not applied`
    return new WhereformerError(cause.code, message, { cause })
  }
}

function requestOf({ plan, positions }: TrainerParts, batch: TrainerBatch): BatchRequest {
  return batchRequest(batch, plan.recipe.spec.vocab, positions.room)
}
