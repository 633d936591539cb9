// A trainer in the worker.

import { disposedOf, disposeKey, disposeWithOwner, itsOwn, skipKey } from '../boundary/handle.js'
import type { ModelPosition } from '../model/layer-positions.js'
import type { TrainerBatch } from '../train/batch.js'
import type { TrainerFiles } from '../train/save.js'
import type { Evaluation, StepReport } from '../train/trainer.js'
import type { WorkerHost } from './host.js'
import type { ModelFunctions, TrainerFunctions, WireTrainer } from './protocol.js'
import { sendable } from './tensors.js'
import { type ModelLease, WorkerModel } from './worker-model.js'

const LOST = 'the trainer was lost when the worker stopped: make it again, or resume it from files of save()'

/** What was learned ends with the worker: a trainer is not made again. */
class TrainerLease {
  readonly #host: WorkerHost
  readonly #generation: number
  readonly #id: number

  constructor(host: WorkerHost, generation: number, id: number) {
    this.#host = host
    this.#generation = generation
    this.#id = id
  }

  /** Of the trainer and of its model. */
  requireId(): number {
    this.#host.requireGeneration(this.#generation, LOST)
    return this.#id
  }

  async ofModel<K extends keyof ModelFunctions>(
    name: K,
    ...args: Parameters<ModelFunctions[K]>
  ): Promise<ReturnType<ModelFunctions[K]>> {
    const id = this.requireId()
    return this.#host.request((thread) => thread.invokeModel(id, name, sendable(args)))
  }

  async train<K extends keyof TrainerFunctions>(
    name: K,
    ...args: Parameters<TrainerFunctions[K]>
  ): Promise<ReturnType<TrainerFunctions[K]>> {
    const id = this.requireId()
    return this.#host.request((thread) => thread.invokeTrainer(id, name, sendable(args)))
  }

  async position(): Promise<ModelPosition> {
    const id = this.requireId()
    const { position } = await this.#host.request((thread) => thread.trainerPosition(id))
    return position
  }

  dispose(): void {
    this.train('dispose').catch(() => {})
  }
}

/** Keeps the trainer from being collected while its model is in use. */
class LiveLease implements ModelLease {
  readonly #lease: TrainerLease
  readonly trainer: WorkerTrainer

  constructor(lease: TrainerLease, trainer: WorkerTrainer) {
    this.#lease = lease
    this.trainer = trainer
  }

  async id(): Promise<number> {
    return this.#lease.requireId()
  }

  invoke: ModelLease['invoke'] = (name, ...args) => this.#lease.ofModel(name, ...args)

  dispose(): void {
    this.invoke('dispose').catch(() => {})
  }
}

export class WorkerTrainer {
  /** The weights of the last step, live; it lives as long as the trainer. Its `position` is that of the start: see position(). */
  readonly model: WorkerModel
  readonly #lease: TrainerLease
  #steps: number

  /** @internal Trainers come from wf.trainer() and wf.resumeTrainer(). */
  constructor(host: WorkerHost, generation: number, trainer: WireTrainer) {
    this.#lease = new TrainerLease(host, generation, trainer.id)
    this.#steps = trainer.steps
    this.model = new WorkerModel(host, new LiveLease(this.#lease, this), trainer)
    disposeWithOwner(this, this.#lease)
  }

  /** @internal */
  get [skipKey](): boolean {
    return true
  }

  /** Steps done, as far as they have been reported here. */
  get steps(): number {
    return itsOwn('trainer', () => this.#steps)
  }

  /** Calls that are not awaited are done in their order. */
  async step(batch: TrainerBatch): Promise<StepReport> {
    const report = await WorkerTrainer.#leaseOf(this).train('step', batch)
    this.#steps = report.step
    return report
  }

  evaluate(batch: TrainerBatch): Promise<Evaluation> {
    return WorkerTrainer.#leaseOf(this).train('evaluate', batch)
  }

  /** What the model has learned of its positions by now. */
  position(): Promise<ModelPosition> {
    return WorkerTrainer.#leaseOf(this).position()
  }

  save(): Promise<TrainerFiles> {
    return WorkerTrainer.#leaseOf(this).train('save')
  }

  async dispose(): Promise<void> {
    const lease = WorkerTrainer.#leaseOf(this)
    disposedOf(this)
    lease.dispose()
  }

  static #leaseOf(trainer: WorkerTrainer): TrainerLease {
    return itsOwn('trainer', () => trainer.#lease)
  }

  [disposeKey](): void {
    void this.dispose()
  }
}
