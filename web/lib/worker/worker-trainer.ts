// A trainer in the worker.

import { disposedOf, disposeKey, disposeWithOwner, itsOwn } from '../boundary/handle.js'
import type { ModelPosition } from '../model/layer-positions.js'
import type { TrainerBatch } from '../train/batch.js'
import type { StepReport, Trainer } from '../train/trainer.js'
import type { WorkerHost } from './host.js'
import type { ModelFunctions, TrainerFunctions, WireTrainer } from './protocol.js'
import { remote } from './remote.js'
import { sendable } from './tensors.js'
import { type ModelLease, WorkerModel } from './worker-model.js'

const LOST = 'the trainer was lost when the worker stopped: make it again, or resume it from files of save()'

/** The way to a trainer in the worker, which ends with it: what was learned cannot be made again. */
class TrainerLease {
  readonly #host: WorkerHost
  readonly #generation: number
  readonly #id: number

  constructor(host: WorkerHost, generation: number, id: number) {
    this.#host = host
    this.#generation = generation
    this.#id = id
  }

  /** The id of the trainer, which is its model's too. */
  requireId(): number {
    this.#host.requireGeneration(this.#generation, LOST)
    return this.#id
  }

  async ofModel<K extends keyof ModelFunctions>(
    name: K,
    args: readonly unknown[],
  ): Promise<ReturnType<ModelFunctions[K]>> {
    const id = this.requireId()
    return this.#host.request((thread) => thread.invokeModel(id, name, sendable(args)))
  }

  async train<K extends keyof TrainerFunctions>(
    name: K,
    args: readonly unknown[],
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
    this.train('dispose', []).catch(() => {})
  }
}

/** The way to a trainer's model; keeps the trainer from being collected while the model is in use. */
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

  invoke: ModelLease['invoke'] = (name, args) => this.#lease.ofModel(name, args)

  dispose(): void {
    this.invoke('dispose', []).catch(() => {})
  }
}

let leaseOf: (trainer: object) => TrainerLease

const PLAIN = ['evaluate', 'save'] as const
type Plain = Pick<Trainer, (typeof PLAIN)[number]>

export class WorkerTrainer extends remote<Plain>(PLAIN, (trainer, name, args) =>
  leaseOf(trainer).train(name, args),
) {
  /** The weights of the last step, live; it lives as long as the trainer. Its `position` is that of the start: see position(). */
  readonly model: WorkerModel
  readonly #lease: TrainerLease
  #steps: number

  /** @internal Trainers come from wf.trainer() and wf.resumeTrainer(). */
  constructor(host: WorkerHost, generation: number, trainer: WireTrainer) {
    super()
    this.#lease = new TrainerLease(host, generation, trainer.id)
    this.#steps = trainer.steps
    this.model = new WorkerModel(host, new LiveLease(this.#lease, this), trainer)
    disposeWithOwner(this, this.#lease)
  }

  /** The number of steps done, as far as they have been reported here. */
  get steps(): number {
    return itsOwn('trainer', () => this.#steps)
  }

  /** Does one step of the optimiser. Calls that are not awaited are done in their order. */
  async step(batch: TrainerBatch): Promise<StepReport> {
    const report = await leaseOf(this).train('step', [batch])
    this.#steps = report.step
    return report
  }

  /** The position of the model with what it has learned by now. */
  position(): Promise<ModelPosition> {
    return leaseOf(this).position()
  }

  async dispose(): Promise<void> {
    const lease = leaseOf(this)
    disposedOf(this)
    lease.dispose()
  }

  static {
    leaseOf = (trainer) => itsOwn('trainer', () => (trainer as WorkerTrainer).#lease)
  }

  [disposeKey](): void {
    void this.dispose()
  }
}
