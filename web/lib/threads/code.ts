// The code for threads in browsers and workers, in one file that comes with the first core that has them.

import createThreadsCore from 'whereformer-core-threads'
import type { ScriptAddresses } from '../boundary/worker-script.js'
import type { Parallel } from '../load.js'
import { helperScript } from './helper-script.js'
import { loadParallel } from './load-parallel.js'
import { threadsWasmFiles } from './wasm-files.js'
import { cores, helpersAt, obstacle } from './web-platform.js'

// Addresses of the helper's script: its text inside this module, and where a content security policy forbids that, the file beside it.
const ownAddresses: ScriptAddresses = [helperScript, () => new URL('core-thread.js', import.meta.url)]

export function parallel(threadUrl: string | URL | undefined): Parallel {
  const addresses: ScriptAddresses = threadUrl === undefined ? ownAddresses : [() => threadUrl]
  return loadParallel({
    glue: createThreadsCore,
    wasm: threadsWasmFiles,
    obstacle,
    cores,
    open: helpersAt(addresses),
  })
}
