// What loadInWorker({ threads }) needs of a page where everything is in one file, which holds the core without threads.

import { INLINE } from '../boundary/threads-info.js'
import { type CoreSource, compiledModule, type Files } from '../compiled-module.js'
import type { ParallelModule } from './load-parallel.js'

export async function moduleForWorker(
  source: CoreSource,
  files: Files,
  wanted: number | 'auto',
): Promise<ParallelModule> {
  const module = await compiledModule(source, files)
  return { module, shared: false, wanted, count: 1, reason: INLINE }
}
