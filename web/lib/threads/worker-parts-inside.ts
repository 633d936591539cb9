// The same where everything is in one file, which holds the core without threads.

import type { ScriptAddresses } from '../boundary/worker-script.js'
import { type CoreSource, compiledModule, type Files } from '../load.js'
import type { ParallelModule } from './load-parallel.js'
import { INLINE } from './threads-info.js'

export async function moduleForWorker(
  [core]: CoreSource,
  files: Files,
  wanted: number | 'auto',
): Promise<ParallelModule> {
  const module = await compiledModule(core, files)
  return { module, shared: false, wanted, count: 1, reason: INLINE }
}

export const trainModuleForWorker = ([core, ...named]: CoreSource, files: Files) =>
  // spread: names of arguments
  compiledModule(core, files, ...named)

export const parallelScript: ScriptAddresses = []
