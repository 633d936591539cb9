// The worker's script in browsers: a module worker beside the library's entry.

import type { ToWorker } from './messages.js'
import { serve } from './worker.js'

const take = serve(
  async () => (await import('whereformer')).load(),
  (message) => postMessage(message),
)

addEventListener('message', (event: MessageEvent<ToWorker>) => take(event.data))
