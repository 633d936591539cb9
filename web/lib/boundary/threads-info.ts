// How many threads an instance is asked for, and how many it has.

import { integerOf } from './checks.js'
import { refuse, show } from './errors.js'

/** The threads of an instance. */
export interface ThreadsInfo {
  /** Those that compute, the calling one among them. */
  count: number
  /** What load() was asked for; 1 without the option. */
  wanted: number | 'auto'
  /** Why there are fewer. */
  reason?: string
}

export interface TeamRequest {
  wanted: number | 'auto'
  /** How many threads to have. */
  count: number
  /** Why they are fewer than wanted. */
  reason?: string | undefined
}

const MOST_THREADS = 64

/** Of entries that need no .wasm file. */
export const INLINE =
  'the core of this entry, which needs no .wasm file, has no threads: those of "whereformer" and "whereformer/worker" have'

export function threadsOf(value: unknown, argument: string): number | 'auto' {
  if (value === undefined) return 1
  if (value === 'auto') return value
  if (typeof value === 'number') return integerOf(value, argument, 1, MOST_THREADS)
  throw refuse('ERR_TYPE', argument, show(value), `'auto' or an integer from 1 to ${MOST_THREADS}`)
}

/** Of an instance without helpers. */
export function oneThread(wanted: number | 'auto' = 1, reason?: string): () => ThreadsInfo {
  return () => ({ count: 1, wanted, ...(reason === undefined ? {} : { reason }) })
}
