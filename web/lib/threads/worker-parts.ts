// What loadInWorker({ threads }) needs besides a core and a script.

import { blobOf, type ScriptAddresses } from '../boundary/worker-script.js'
import type { Platform } from '../load.js'
import type { CoreOptions } from '../load-options.js'
import { type ParallelModule, parallelModule } from './load-parallel.js'
import { threadsWasmFiles } from './wasm-files.js'
import { cores, obstacle } from './web-platform.js'

export function moduleForWorker(
  core: CoreOptions,
  files: Pick<Platform, 'wasm' | 'open'>,
  wanted: number | 'auto',
): Promise<ParallelModule> {
  return parallelModule(core, wanted, files, { wasm: threadsWasmFiles, obstacle, cores })
}

/** A separate module, so that the script is downloaded with the first such worker. */
export const parallelScript: ScriptAddresses = [
  blobOf(() => import('worker-thread-parallel-source')),
  () => new URL('worker-thread-parallel.js', import.meta.url),
]
