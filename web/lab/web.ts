// The entry of "whereformer/lab" for browsers.

import { refuse } from '../lib/boundary/errors.js'
import { IndexedDbStorage } from './indexed-db.js'
import { experiment, type LabPlatform, type LabRunOptions } from './lab.js'
import type { LabOptions } from './plan.js'
import type { LabStorage } from './storage.js'
import { startWorker } from './web-worker.js'

export * from './exports.js'

const platform: LabPlatform = {
  cores: () => globalThis.navigator?.hardwareConcurrency ?? 1,
  start: startWorker,
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
