// The types of "whereformer/lab"; web.ts and node.ts are its two implementations.

import type { LabRunOptions } from './lab.js'
import type { LabReport } from './lab-report.js'
import type { LabOptions } from './plan.js'
import type { LabStorage } from './storage.js'

export * from './exports.js'

/**
 * Trains every encoding with every seed, and reports on the way. Throws at once if the options are wrong. Leaving the loop, or the signal,
 * ends all workers; with the signal the iteration rejects with ERR_ABORTED.
 *
 * ```js
 * for await (const report of run({ task: 'copy', encodings: ['rope', 'none'], trainLength: 16, testLengths: [16, 32] })) …
 * ```
 */
export declare function run(
  options: LabOptions,
  runOptions?: LabRunOptions,
): AsyncGenerator<LabReport, void, void>

/** Storage that keeps runs in IndexedDB, in browsers. In Node it rejects. */
export declare function browserStorage(name?: string): LabStorage

/** Storage that keeps runs as files of a folder, in Node; the folder is made if it is missing. In browsers it rejects. */
export declare function folderStorage(path: string): LabStorage
