// How many threads an instance is asked for, and how many it has.

import { integerOf } from './checks.js'
import { refuse, show } from './errors.js'

/** The threads of an instance. */
export interface ThreadsInfo {
  /** The number of threads that compute, the calling one among them. */
  count: number
  /** The number that load() was asked for; 1 without the option. */
  wanted: number | 'auto'
  /** Why there are fewer threads than wanted. */
  reason?: string
}

export interface TeamRequest {
  wanted: number | 'auto'
  /** The number of threads to start with, the calling one among them. */
  count: number
  /** Why there are fewer threads than wanted. */
  reason?: string | undefined
}

const MOST_THREADS = 64

/** The reason for one thread in entries that need no .wasm file. */
export const INLINE =
  'the core of this entry, which needs no .wasm file, has no threads: those of "whereformer" and "whereformer/worker" have'

export function threadsOf(value: unknown, argument: string): number | 'auto' {
  if (value === undefined) return 1
  if (value === 'auto') return value
  if (typeof value === 'number') return integerOf(value, argument, 1, MOST_THREADS)
  throw refuse('ERR_TYPE', argument, show(value), `'auto' or an integer from 1 to ${MOST_THREADS}`)
}

/** The threads of an instance without helpers. */
export function oneThread(wanted: number | 'auto' = 1, reason?: string): () => ThreadsInfo {
  return () => ({ count: 1, wanted, ...(reason === undefined ? {} : { reason }) })
}
