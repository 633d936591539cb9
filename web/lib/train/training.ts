// What trains: a second instance of WebAssembly, of the core for training, which the first trainer brings (ADR 26).

import createTrainCore from 'whereformer-core-train'
import { Core } from '../boundary/core.js'
import { fieldOf } from '../boundary/checks.js'
import type { OpenUrl } from '../checkpoint/source.js'
import { compiledModule, instantiate, type LoadOptions, type Variant, type WasmSources } from '../load.js'
import { resumePlan, resumeTrainer } from './resume.js'
import type { TrainerFiles } from './save.js'
import { startTrainer } from './start.js'
import type { Trainer } from './trainer.js'
import { type TrainerOptions, trainerPlan } from './trainer-options.js'

export interface TrainingFrom {
  wasm: WasmSources
  open: OpenUrl
  /** That of the plain core. */
  variant: Variant
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
    return startTrainer(await this.#start(fieldOf(options, 'core', 'options')), plan)
  }

  async resume(files: TrainerFiles, options: unknown): Promise<Trainer> {
    const plan = await resumePlan(files, this.#from.open)
    return resumeTrainer(await this.#start(options), plan)
  }

  liveHandles(): number {
    return this.#core?.call((raw) => raw.liveHandles({})).count ?? 0
  }

  async ready(): Promise<void> {
    await this.#core?.ready()
  }

  async #start(options: unknown): Promise<Core> {
    this.#starting ??= this.#load(options)
    try {
      return await this.#starting
    } catch (cause) {
      this.#starting = undefined // another attempt may succeed
      throw cause
    }
  }

  async #load(options: unknown): Promise<Core> {
    const given = { variant: this.#from.variant, ...(options as LoadOptions | undefined) }
    const module = await compiledModule(given, this.#from)
    this.#core = await Core.start(() => instantiate(createTrainCore, module))
    return this.#core
  }
}
