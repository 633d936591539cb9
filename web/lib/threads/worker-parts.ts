// What loadInWorker({ threads }) needs of a page.

import type { CoreSource, Files } from '../compiled-module.js'
import { type ParallelModule, parallelModule } from './load-parallel.js'
import { threadsWasmFiles } from './wasm-files.js'
import { cores, obstacle } from './web-platform.js'

export function moduleForWorker(
  core: CoreSource,
  files: Files,
  wanted: number | 'auto',
): Promise<ParallelModule> {
  return parallelModule(core, wanted, files, { wasm: threadsWasmFiles, obstacle, cores })
}
