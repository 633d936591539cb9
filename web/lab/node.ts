// The entry of "whereformer/lab" for Node.

import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { refuse } from '../lib/boundary/errors.js'
import { FolderStorage } from './folder.js'
import { experiment, type LabPlatform, type LabRunOptions } from './lab.js'
import type { FromWorker, LabWorker, ToWorker } from './messages.js'
import type { LabOptions } from './plan.js'
import type { LabStorage } from './storage.js'

export * from './exports.js'

const platform: LabPlatform = {
  cores: availableParallelism,
  start: () => new ThreadWorker(new Worker(new URL('lab-worker-node.mjs', import.meta.url))),
}

export function run(options: LabOptions, runOptions?: LabRunOptions) {
  return experiment(platform, options, runOptions)
}

export function folderStorage(path: string): LabStorage {
  return new FolderStorage(path)
}

export function browserStorage(): never {
  throw refuse('ERR_UNSUPPORTED', 'browserStorage', 'Node', 'a browser; folderStorage(path) is for Node')
}

class ThreadWorker implements LabWorker {
  readonly #worker: Worker

  constructor(worker: Worker) {
    this.#worker = worker
  }

  post(message: ToWorker): void {
    this.#worker.postMessage(message)
  }

  listen(onMessage: (message: FromWorker) => void, onDeath: (reason: string) => void): void {
    this.#worker.on('message', onMessage)
    this.#worker.on('messageerror', () => onDeath('a message could not be read'))
    this.#worker.on('error', (cause) => onDeath(cause.message))
    this.#worker.on('exit', (code) => onDeath(`exit code ${code}`))
  }

  terminate(): void {
    void this.#worker.terminate()
  }
}
