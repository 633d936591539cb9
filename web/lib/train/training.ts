// What trains: the core of the library where that can, else a second instance of WebAssembly, which the first trainer brings (ADR 26).

import { fieldOf } from '../boundary/checks.js'
import type { Core } from '../boundary/core.js'
import type { OpenUrl } from '../checkpoint/source.js'
import type { CoreOptions } from '../load-options.js'
import { resumePlan, resumeTrainer } from './resume.js'
import type { TrainerFiles } from './save.js'
import { startTrainer } from './start.js'
import type { Trainer } from './trainer.js'
import { type TrainerOptions, trainerPlan } from './trainer-options.js'

export interface TrainingFrom {
  /** Starts the core for training, or returns that of the library. */
  start: (options: CoreOptions | undefined, argument: string) => Promise<Core>
  open: OpenUrl
}

export class Training {
  readonly #from: TrainingFrom
  #starting: Promise<Core> | undefined
  #core: Core | undefined

  constructor(from: TrainingFrom) {
    this.#from = from
  }

  async trainer(options: TrainerOptions): Promise<Trainer> {
    const plan = trainerPlan(options) // what is wrong with the options is said before anything is downloaded
    const core = fieldOf(options, 'core', 'options') as CoreOptions | undefined
    return startTrainer(await this.#start(core, 'options.core'), plan)
  }

  async resume(files: TrainerFiles, core: CoreOptions | undefined): Promise<Trainer> {
    const plan = await resumePlan(files, this.#from.open)
    return resumeTrainer(await this.#start(core, 'core'), plan)
  }

  /** The live handles of another core than the library's, which counts its own. */
  liveHandlesBeside(library: Core): number {
    if (!this.#core || this.#core === library) return 0
    return this.#core.call((raw) => raw.liveHandles({})).count
  }

  async ready(): Promise<void> {
    await this.#core?.ready()
  }

  async #start(options: CoreOptions | undefined, argument: string): Promise<Core> {
    this.#starting ??= this.#from.start(options, argument)
    try {
      this.#core = await this.#starting
      return this.#core
    } catch (cause) {
      this.#starting = undefined // another attempt may succeed
      throw cause
    }
  }
}
