// The same where everything is in one file, which holds the core without threads.

import { type CoreSource, compiledModule, type Files } from '../load.js'
import type { ParallelModule } from './load-parallel.js'
import { INLINE } from './threads-info.js'

export async function moduleForWorker(
  [core, ...named]: CoreSource,
  files: Files,
  wanted: number | 'auto',
): Promise<ParallelModule> {
  // spread: names of arguments
  const module = await compiledModule(core, files, ...named)
  return { module, shared: false, wanted, count: 1, reason: INLINE }
}
