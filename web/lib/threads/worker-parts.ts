// What loadInWorker({ threads }) needs besides a core and a script.

import { blobOf, type ScriptAddresses } from '../boundary/worker-script.js'
import type { CoreSource, Files } from '../load.js'
import { type ParallelModule, parallelModule } from './load-parallel.js'
import { threadsWasmFiles, trainThreadsWasmFiles } from './wasm-files.js'
import { cores, obstacle } from './web-platform.js'

export function moduleForWorker(
  core: CoreSource,
  files: Files,
  wanted: number | 'auto',
): Promise<ParallelModule> {
  return parallelModule(core, wanted, files, { wasm: threadsWasmFiles, obstacle, cores })
}

/** Of a worker whose core has threads. */
export async function trainModuleForWorker(core: CoreSource, files: Files, wanted: number | 'auto') {
  const threads = { wasm: trainThreadsWasmFiles, obstacle, cores }
  return (await parallelModule(core, wanted, files, threads)).module
}

/** A separate module, so that the script is downloaded with the first such worker. */
export const parallelScript: ScriptAddresses = [
  blobOf(() => import('worker-thread-parallel-source')),
  () => new URL('worker-thread-parallel.js', import.meta.url),
]
