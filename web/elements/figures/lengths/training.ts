// The reader's own runs: trained in workers, kept in the browser. Leaving the page, or removing the figure, ends the workers.

import type { ReactiveController, ReactiveControllerHost } from 'lit'
import type {
  LabEncoding,
  LabReport,
  LabRunOptions,
  LabStorage,
  LengthScore,
  TaskName,
} from 'whereformer/lab'
import type { Lab } from '../../parts/engine/lab-platform.js'
import { elementSettings } from '../../parts/engine/settings.js'
import { type Experiment, type Setting, withRun } from './experiment.js'
import { decodeKept, encodeKept } from './kept.js'
import { Pace } from './pace.js'
import { TESTED } from './set-up.js'

const KEY = 'wf-lengths'
const REPORT_EVERY = 10

export interface Progress {
  readonly phase: 'running' | 'stopped' | 'done' | 'failed'
  readonly setting: Setting
  /** Runs. */
  readonly done: number
  readonly total: number
  /** Steps of all runs, 0 … 1. */
  readonly share: number
  /** Seconds. */
  readonly left: number | undefined
  /** Messages of runs that gave up, or of all of them. */
  readonly troubles: readonly string[]
}

type Host = ReactiveControllerHost & HTMLElement

export class Training implements ReactiveController {
  /** The newest first. */
  kept: readonly Experiment[] = []
  progress: Progress | undefined
  /** Finished runs are lost with the page. */
  forgetful = false

  readonly #host: Host
  #storage: LabStorage | undefined
  #reading: Promise<void> | undefined
  #writing: Promise<void> = Promise.resolve()
  #controller: AbortController | undefined

  constructor(host: Host) {
    this.#host = host
    host.addController(this)
  }

  /** Reads what earlier visits kept. */
  open(lab: Lab): Promise<void> {
    this.#reading ??= this.#open(lab)
    return this.#reading
  }

  async #open(lab: Lab): Promise<void> {
    this.#storage = lab.browserStorage()
    this.kept = await this.#read()
  }

  start(lab: Lab, setting: Setting, encodings: readonly (string | LabEncoding)[], seeds: number): void {
    if (this.#controller) return
    const controller = new AbortController()
    const { width, ...options } = setting
    const total = encodings.length * seeds
    const watch = new Watch(setting, total)
    this.progress = watch.progress
    try {
      const reports = lab.run(
        {
          ...options,
          task: options.task as TaskName,
          model: { dModel: width },
          encodings,
          seeds,
          testCount: TESTED,
          reportEvery: REPORT_EVERY,
        },
        { signal: controller.signal, ...this.#where() },
      )
      this.#controller = controller
      void this.#listen(reports, watch, controller)
    } catch (cause) {
      this.progress = watch.end('failed', messageOf(cause))
    }
    this.#host.requestUpdate()
  }

  /** Options of a run: the storage, and the script of the workers. */
  #where(): LabRunOptions {
    const { workerUrl } = elementSettings()
    return { ...(this.#storage && { storage: this.#storage }), ...(workerUrl && { workerUrl }) }
  }

  stop(): void {
    if (!this.#controller || !this.progress) return
    this.#controller.abort()
    this.#controller = undefined
    this.progress = { ...this.progress, phase: 'stopped', left: undefined }
    this.#host.requestUpdate()
  }

  /** Removes what is kept of a task: what is gone from the page is gone from the storage. */
  async forget(task: string): Promise<void> {
    this.stop()
    this.progress = undefined
    const change = (kept: readonly Experiment[]) => kept.filter((experiment) => experiment.task !== task)
    await this.#keep(change)
    this.kept = change(this.kept)
    this.#host.requestUpdate()
  }

  /** A move within the document stops nothing. */
  hostDisconnected(): void {
    queueMicrotask(() => {
      if (!this.#host.isConnected) this.stop()
    })
  }

  async #listen(reports: AsyncIterable<LabReport>, watch: Watch, controller: AbortController): Promise<void> {
    const isCurrent = () => this.#controller === controller
    try {
      for await (const report of reports) {
        const run = watch.hear(report)
        if (run) {
          const date = new Date().toISOString().slice(0, 10)
          this.#change((kept) => withRun(kept, watch.progress.setting, run, date))
        }
        if (isCurrent()) this.#show(watch.progress)
      }
      if (isCurrent()) this.#show(watch.end('done'))
    } catch (cause) {
      if (isCurrent()) this.#show(watch.end('failed', messageOf(cause)))
    } finally {
      if (isCurrent()) this.#controller = undefined
      this.#host.requestUpdate()
    }
  }

  #show(progress: Progress): void {
    this.progress = progress
    this.#host.requestUpdate()
  }

  /** Keeps a run: in this page at once, in the storage on top of what other pages kept meanwhile. */
  #change(change: (kept: readonly Experiment[]) => Experiment[]): void {
    this.kept = change(this.kept)
    this.#host.requestUpdate()
    void this.#keep(change)
  }

  #keep(change: (kept: readonly Experiment[]) => Experiment[]): Promise<void> {
    this.#writing = this.#writing.then(() => this.#write(change))
    return this.#writing
  }

  async #write(change: (kept: readonly Experiment[]) => Experiment[]): Promise<void> {
    try {
      const known = decodeKept(await this.#storage?.get(KEY))
      await this.#storage?.set(KEY, encodeKept(change(known)))
    } catch {
      this.#giveUp()
    }
  }

  async #read(): Promise<Experiment[]> {
    try {
      return decodeKept(await this.#storage?.get(KEY))
    } catch {
      this.#giveUp()
      return []
    }
  }

  #giveUp(): void {
    this.#storage = undefined
    this.forgetful = true
    this.#host.requestUpdate()
  }
}

/** Sums up reports. */
class Watch {
  progress: Progress
  readonly #pace = new Pace()
  readonly #steps = new Map<string, number>()
  readonly #scores = new Map<string, readonly LengthScore[]>()

  constructor(setting: Setting, total: number) {
    this.progress = { phase: 'running', setting, done: 0, total, share: 0, left: undefined, troubles: [] }
  }

  /** @returns the run that has come to its end */
  hear(report: LabReport) {
    if (report.kind === 'results' || report.encoding === undefined) return undefined
    const { encoding, seed } = report
    const key = `${encoding} ${seed}`
    if (report.kind === 'step') this.#stepped(key, report.step)
    else if (report.kind === 'test') this.#scores.set(key, report.lengths)
    else if (report.kind === 'failure') this.#ended(`${encoding} ${seed}: ${report.error.message}`)
    else if (report.kind === 'finish') {
      this.#ended()
      const scores = this.#scores.get(key) ?? []
      return {
        encoding,
        seed,
        accuracy: scores.map(({ accuracy }) => accuracy),
        exactMatch: scores.map(({ exactMatch }) => exactMatch),
      }
    }
    return undefined
  }

  end(phase: 'done' | 'failed', trouble?: string): Progress {
    const troubles = trouble === undefined ? this.progress.troubles : [...this.progress.troubles, trouble]
    this.progress = { ...this.progress, phase, left: undefined, troubles }
    return this.progress
  }

  #stepped(key: string, step: number): void {
    this.#steps.set(key, step)
    const steps = [...this.#steps.values()].reduce((sum, one) => sum + one, 0)
    const total = this.progress.total * this.progress.setting.steps
    this.#pace.add(performance.now(), steps)
    this.progress = { ...this.progress, share: steps / total, left: this.#pace.left(total) }
  }

  #ended(trouble?: string): void {
    const { done, troubles } = this.progress
    this.progress = {
      ...this.progress,
      done: done + 1,
      troubles: trouble === undefined ? troubles : [...troubles, trouble],
    }
  }
}

const messageOf = (cause: unknown) => (cause instanceof Error ? cause.message : String(cause))

const trainings = new WeakMap<HTMLElement, Training>()

/** The training of a figure, which has one at most. */
export function trainingOf(element: HTMLElement): Training {
  const known = trainings.get(element) ?? new Training(element as Host)
  trainings.set(element, known)
  return known
}
