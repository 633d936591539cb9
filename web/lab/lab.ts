// An experiment: encodings × seeds, each run in a worker of its own, as an async iterable of reports.

import { addressOf, fieldOf, integerOf, optionsOf, signalOf } from '../lib/boundary/checks.js'
import { aborted, refuse, show, throwIfAborted } from '../lib/boundary/errors.js'
import type { LabReport } from './lab-report.js'
import type { LabWorker } from './messages.js'
import { extentOf, keyOf, type LabOptions, planOf, type RunPlan } from './plan.js'
import { Queue } from './queue.js'
import { resultsOf } from './results.js'
import { Schedule } from './schedule.js'
import type { LabStorage } from './storage.js'

export interface LabRunOptions {
  signal?: AbortSignal
  /** The number of runs at once; default: the cores of the machine less one, at least one. */
  workers?: number
  /** Where states of runs are kept, so that runs of equal options go on where they were stopped. */
  storage?: LabStorage
  /**
   * The URL of dist/worker-thread.js on the page's own origin. Without it workers start from a blob: URL, or if the content security policy
   * forbids that, from the file beside this module. Not used in Node.
   */
  workerUrl?: string | URL
  /** Starts a worker; default: the one of the package. */
  start?: () => LabWorker | Promise<LabWorker>
}

/** What differs between browsers and Node. */
export interface LabPlatform {
  cores(): number
  start(workerUrl: string | URL | undefined): LabWorker | Promise<LabWorker>
}

const OPTIONS = ['signal', 'workers', 'storage', 'workerUrl', 'start'] as const

/** Starts an experiment. Bad options throw at once, before the first report is asked for. */
export function experiment(
  platform: LabPlatform,
  options: LabOptions,
  runOptions?: LabRunOptions,
): AsyncGenerator<LabReport, void, void> {
  const { task, runs } = planOf(options)
  for (const plan of runs) extentOf(plan, task)
  const given = optionsOf(runOptions, 'runOptions', OPTIONS)
  const workers = given.workers ?? Math.max(1, platform.cores() - 1)
  const workerUrl = addressOf(given.workerUrl, 'runOptions.workerUrl')
  return reportsOf(runs, {
    signal: signalOf(given.signal, 'runOptions.signal'),
    workers: integerOf(workers, 'runOptions.workers', 1, 1024),
    storage: storageOf(given.storage),
    start: (given.start as LabRunOptions['start']) ?? (() => platform.start(workerUrl)),
  })
}

/** Removes what is stored of these runs. */
export async function forget(options: LabOptions, storage: LabStorage): Promise<void> {
  for (const plan of planOf(options).runs) await storage.delete(keyOf(plan))
}

function storageOf(value: unknown): LabStorage | undefined {
  if (value === undefined) return undefined
  for (const method of ['get', 'set', 'delete']) {
    const found = fieldOf(value, method, 'runOptions.storage')
    if (typeof found !== 'function')
      throw refuse('ERR_TYPE', `runOptions.storage.${method}`, show(found), 'a function')
  }
  return value as LabStorage
}

interface Settings {
  signal: AbortSignal | undefined
  workers: number
  storage: LabStorage | undefined
  start: () => LabWorker | Promise<LabWorker>
}

async function* reportsOf(
  runs: readonly RunPlan[],
  settings: Settings,
): AsyncGenerator<LabReport, void, void> {
  const { signal } = settings
  throwIfAborted(signal)
  const reports = new Queue<LabReport>()
  const schedule = new Schedule({ ...settings, runs, emit: (report) => reports.push(report) })
  const stop = () => schedule.stop()
  signal?.addEventListener('abort', stop)
  schedule
    .toTheEnd()
    .then((finished) => {
      reports.push({ kind: 'results', results: resultsOf(finished) })
      reports.end()
    })
    .catch((cause) => reports.end(signal?.aborted ? aborted(signal) : cause))
  try {
    yield* reports
  } finally {
    // also when the caller leaves the loop
    signal?.removeEventListener('abort', stop)
    await schedule.stop()
  }
}
