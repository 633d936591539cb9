// The entry for browsers.

import { refuse } from '../lib/boundary/errors.js'
import { IndexedDbStorage } from './indexed-db.js'
import { experiment, type LabPlatform, type LabRunOptions } from './lab.js'
import type { FromWorker, LabWorker, ToWorker } from './messages.js'
import type { LabOptions } from './plan.js'
import type { LabStorage } from './storage.js'

export * from './exports.js'

const platform: LabPlatform = {
  cores: () => globalThis.navigator?.hardwareConcurrency ?? 1,
  start: () =>
    new WebWorker(
      new Worker(new URL('lab-worker.mjs', import.meta.url), { type: 'module', name: 'whereformer-lab' }),
    ),
}

export function run(options: LabOptions, runOptions?: LabRunOptions) {
  return experiment(platform, options, runOptions)
}

export function browserStorage(name = 'whereformer-lab'): LabStorage {
  return new IndexedDbStorage(name)
}

export function folderStorage(): never {
  throw refuse('ERR_UNSUPPORTED', 'folderStorage', 'a browser', 'Node; browserStorage() is for browsers')
}

class WebWorker implements LabWorker {
  readonly #worker: Worker

  constructor(worker: Worker) {
    this.#worker = worker
  }

  post(message: ToWorker): void {
    this.#worker.postMessage(message)
  }

  listen(onMessage: (message: FromWorker) => void, onDeath: (reason: string) => void): void {
    this.#worker.onmessage = ({ data }) => onMessage(data)
    this.#worker.onerror = (event) => {
      event.preventDefault?.()
      onDeath(event.message || 'its script could not be loaded')
    }
    this.#worker.onmessageerror = () => onDeath('a message could not be read')
  }

  terminate(): void {
    this.#worker.terminate()
  }
}
