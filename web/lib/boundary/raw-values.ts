// Types of values that the raw operations take and return.

import type { Failure } from './errors.js'

export interface Failing {
  failure?: Failure | undefined
}

/** A learned table, row-major. */
export interface RawTable {
  data: Float32Array
  rows: number
  columns: number
}

/** A position stack as the core reads it, one object per encoding: plain parameters and groups of them, lists of numbers, RawTables. */
export type RawPosition = Array<Record<string, unknown>>

export interface RawStack {
  position: RawPosition
}
