// How a worker in a browser starts: the page compiles both cores once and sends them.

import type { WireError } from '../lib/worker/protocol.js'
import type { FromWorker } from './messages.js'

export interface Modules {
  readonly kind: 'modules'
  readonly core: WebAssembly.Module
  readonly trainCore: WebAssembly.Module
}

export type FromScript =
  | FromWorker
  | { readonly kind: 'started' }
  | { readonly kind: 'notStarted'; readonly error: WireError }
