// The messages between the lab and its workers.

import type { WireError } from '../lib/worker/protocol.js'
import type { RunPlan } from './plan.js'
import type { RunReport } from './run-report.js'

export type ToWorker =
  | { readonly kind: 'run'; readonly plan: RunPlan; readonly state?: Uint8Array }
  | { readonly kind: 'abort' }

/** A message of a worker; a run ends with 'done' or 'failed'. */
export type FromWorker =
  | { readonly kind: 'report'; readonly report: RunReport }
  | { readonly kind: 'state'; readonly state: Uint8Array }
  | { readonly kind: 'warning'; readonly message: string }
  | { readonly kind: 'done' }
  | { readonly kind: 'failed'; readonly error: WireError }

/** A thread that runs one plan at a time. */
export interface LabWorker {
  post(message: ToWorker): void
  /** Sets the listeners; called once, before the first post. */
  listen(onMessage: (message: FromWorker) => void, onDeath: (reason: string) => void): void
  terminate(): void
}
