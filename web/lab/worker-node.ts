// The worker's script in Node: a thread beside the library's entry.

import { parentPort } from 'node:worker_threads'
import type { ToWorker } from './messages.js'
import { serve } from './worker.js'

const take = serve(
  async () => (await import('whereformer')).load(),
  (message) => parentPort?.postMessage(message),
)

parentPort?.on('message', (message: ToWorker) => take(message))
