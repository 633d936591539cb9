// How a worker in a browser starts: the page compiles the core for training once, and sends it.

import type { WireError } from '../lib/worker/protocol.js'
import type { FromWorker } from './messages.js'

export interface Start {
  readonly kind: 'start'
  readonly module: WebAssembly.Module
}

export type FromScript =
  | FromWorker
  | { readonly kind: 'started' }
  | { readonly kind: 'notStarted'; readonly error: WireError }
