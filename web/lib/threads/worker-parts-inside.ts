// The same where everything is in one file, which holds the core without threads.

import type { ScriptAddresses } from '../boundary/worker-script.js'
import { compiledModule, INLINE, type Platform } from '../load.js'
import type { CoreOptions } from '../load-options.js'
import type { ParallelModule } from './load-parallel.js'

export async function moduleForWorker(
  core: CoreOptions,
  files: Pick<Platform, 'wasm' | 'open'>,
  wanted: number | 'auto',
): Promise<ParallelModule> {
  const module = await compiledModule(core, files)
  return { module, shared: false, wanted, count: 1, reason: INLINE }
}

export const parallelScript: ScriptAddresses = []
