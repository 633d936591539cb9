// Runs over workers: each worker takes the next run when it is free. A worker that dies is replaced, once per run.

import { messageOf, WhereformerError } from '../lib/boundary/errors.js'
import { type WireError, wireError } from '../lib/worker/protocol.js'
import type { LabReport, RunNote } from './lab-report.js'
import type { FromWorker, LabWorker } from './messages.js'
import { keyOf, type RunPlan } from './plan.js'
import type { Finished } from './results.js'
import type { RunReport } from './run-report.js'
import { CarefulStorage, type LabStorage } from './storage.js'

interface ScheduleParts {
  runs: readonly RunPlan[]
  workers: number
  storage: LabStorage | undefined
  start: () => LabWorker | Promise<LabWorker>
  emit: (report: LabReport) => void
}

/** The longest time that a stop takes, in milliseconds. */
const STOP_MS = 80
/** How long a stopped worker in a long step has to hand its state over, in milliseconds; then it is ended. */
const LAST_WORDS_MS = 2000
const MOST_DEATHS = 2

interface Job {
  readonly plan: RunPlan
  readonly key: string
  readonly reports: RunReport[]
  state: Uint8Array | undefined
  deaths: number
  error?: WireError
}

type Outcome =
  | { readonly kind: 'done' | 'stopped' }
  | { readonly kind: 'failed'; readonly error: WireError }
  | { readonly kind: 'died'; readonly reason: string }

export class Schedule {
  readonly #parts: ScheduleParts
  readonly #storage: CarefulStorage
  readonly #jobs: readonly Job[]
  readonly #waiting: Job[]
  readonly #stops = new Set<() => void>()
  #stopped = false
  #ended: Promise<void> | undefined

  constructor(parts: ScheduleParts) {
    this.#parts = parts
    this.#storage = new CarefulStorage(parts.storage, (message) => parts.emit({ kind: 'warning', message }))
    this.#jobs = parts.runs.map((plan) => ({
      plan,
      key: keyOf(plan),
      reports: [],
      state: undefined,
      deaths: 0,
    }))
    this.#waiting = [...this.#jobs]
  }

  /** Does all runs; resolves when every one has finished or failed, rejects if it is stopped before. */
  async toTheEnd(): Promise<readonly Finished[]> {
    const count = Math.min(this.#parts.workers, this.#jobs.length)
    this.#ended = Promise.all(Array.from({ length: count }, () => this.#work())).then(() => {})
    await this.#ended
    if (this.#stopped) throw new WhereformerError('ERR_ABORTED', 'the runs were stopped')
    await this.#storage.settled()
    return this.#jobs
  }

  /** Stops all workers. Their states go to storage; that of a worker in a long step when the step has ended. */
  async stop(): Promise<void> {
    this.#stopped = true
    for (const stop of this.#stops) stop()
    await this.#ended?.catch(() => {})
  }

  /** Runs one worker after another, until no run waits. */
  async #work(): Promise<void> {
    let worker: Listening | undefined
    for (let job = this.#next(); job; job = this.#next()) {
      await this.#recall(job)
      if (this.#stopped) break
      this.#emit(job, { kind: 'start' })
      const outcome = await this.#attempt(job, async () => {
        worker ??= await Listening.start(this.#parts.start)
        return worker
      })
      if (outcome.kind === 'died') worker?.terminate()
      if (outcome.kind === 'died' || outcome.kind === 'stopped') worker = undefined
      this.#settle(job, outcome)
    }
    worker?.terminate()
  }

  #next(): Job | undefined {
    return this.#stopped ? undefined : this.#waiting.shift()
  }

  /** Reads the stored state of a run; the worker checks it against the plan. */
  async #recall(job: Job): Promise<void> {
    job.state ??= await this.#storage.get(job.key)
  }

  async #attempt(job: Job, ready: () => Promise<Listening>): Promise<Outcome> {
    try {
      const worker = await ready()
      return await this.#perform(job, worker)
    } catch (cause) {
      return { kind: 'died', reason: messageOf(cause) }
    }
  }

  #perform(job: Job, worker: Listening): Promise<Outcome> {
    return new Promise((resolve) => {
      const stop = () => {
        worker.post({ kind: 'abort' })
        worker.terminateAfter(LAST_WORDS_MS)
        setTimeout(() => end({ kind: 'stopped' }), STOP_MS)
      }
      const end = (outcome: Outcome) => {
        this.#stops.delete(stop)
        resolve(outcome)
      }
      worker.hear(
        (message) => {
          const outcome = this.#receive(job, message)
          if (outcome && this.#stopped) worker.terminate()
          if (outcome) end(outcome)
        },
        (reason) => end({ kind: 'died', reason }),
      )
      this.#stops.add(stop)
      worker.post({ kind: 'run', plan: job.plan, ...(job.state ? { state: job.state } : {}) })
      if (this.#stopped) stop()
    })
  }

  #receive(job: Job, message: FromWorker): Outcome | undefined {
    if (message.kind === 'report') this.#report(job, message.report)
    else if (message.kind === 'state') {
      job.state = message.state
      this.#storage.set(job.key, message.state)
    } else if (message.kind === 'warning') this.#emit(job, message)
    else if (message.kind === 'done') return { kind: 'done' }
    else if (message.error.code === 'ERR_ABORTED') return { kind: 'stopped' }
    else if (message.error.code === 'ERR_CRASHED') return { kind: 'died', reason: message.error.message }
    else return { kind: 'failed', error: message.error }
    return undefined
  }

  /** Passes a report on. A run that goes on repeats its reports; those that came before are left out. */
  #report(job: Job, report: RunReport): void {
    const isKnown = job.reports.some(({ kind, step }) => kind === report.kind && step === report.step)
    if (isKnown) return
    job.reports.push(report)
    this.#emit(job, report)
  }

  #settle(job: Job, outcome: Outcome): void {
    if (outcome.kind === 'done') this.#emit(job, { kind: 'finish' })
    else if (outcome.kind === 'failed') this.#fail(job, outcome.error)
    else if (outcome.kind === 'died') this.#died(job, outcome.reason)
  }

  #died(job: Job, reason: string): void {
    job.deaths += 1
    if (job.deaths >= MOST_DEATHS) {
      const message = `the worker of this run stopped ${job.deaths} times (${reason})`
      this.#fail(job, wireError(new WhereformerError('ERR_CRASHED', message)))
      return
    }
    this.#emit(job, {
      kind: 'warning',
      message: `the worker stopped (${reason}); the run goes on in another`,
    })
    this.#waiting.unshift(job)
  }

  #fail(job: Job, error: WireError): void {
    job.error = error
    this.#emit(job, { kind: 'failure', error })
  }

  #emit({ plan }: Job, report: RunReport | RunNote): void {
    this.#parts.emit({ ...report, encoding: plan.encoding.name, seed: plan.seed })
  }
}

/** A worker whose listeners change from run to run. */
class Listening {
  readonly #worker: LabWorker
  #onMessage: (message: FromWorker) => void = () => {}
  #onDeath: (reason: string) => void = () => {}
  #death: string | undefined
  #last: ReturnType<typeof setTimeout> | undefined

  constructor(worker: LabWorker) {
    this.#worker = worker
    worker.listen(
      (message) => this.#onMessage(message),
      (reason) => {
        this.#death ??= reason
        this.#onDeath(reason)
      },
    )
  }

  static async start(start: ScheduleParts['start']): Promise<Listening> {
    return new Listening(await start())
  }

  hear(onMessage: (message: FromWorker) => void, onDeath: (reason: string) => void): void {
    this.#onMessage = onMessage
    this.#onDeath = onDeath
    if (this.#death !== undefined) onDeath(this.#death)
  }

  post(message: Parameters<LabWorker['post']>[0]): void {
    this.#worker.post(message)
  }

  terminateAfter(milliseconds: number): void {
    this.#last = setTimeout(() => this.terminate(), milliseconds)
  }

  terminate(): void {
    clearTimeout(this.#last)
    this.#onMessage = () => {}
    this.#onDeath = () => {}
    this.#worker.terminate()
  }
}
