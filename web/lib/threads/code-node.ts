// Threads in Node: threads of node:worker_threads.

import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import source from 'core-thread-node-source'
import createThreadsCore from 'whereformer-core-threads'
import type { Parallel } from '../load.js'
import type { HelperWork } from './helper.js'
import { loadParallel } from './load-parallel.js'
import { goneBeforeItsEnd, type Helper, type ThreadPlatform } from './platform.js'
import { threadsWasmFiles } from './wasm-files.js'

const script = new URL(`data:text/javascript,${encodeURIComponent(source)}`)

const platform: ThreadPlatform = {
  glue: createThreadsCore,
  wasm: threadsWasmFiles,
  obstacle: () => undefined,
  cores: availableParallelism,
  open: opened,
}

export const parallel: Parallel = loadParallel(platform)

/** Opens a helper, which does not keep the process alive. */
function opened(work: HelperWork, gone: () => void): Promise<Helper> {
  return new Promise((resolve, reject) => {
    const worker = goneBeforeItsEnd(new Worker(script, { workerData: work }), gone)
    worker.once('message', () => {
      worker.unref()
      resolve({ end: () => void worker.terminate() })
    })
    worker.on('error', reject)
    worker.on('exit', () => {
      gone()
      reject(new Error('a thread ended at once'))
    })
  })
}
