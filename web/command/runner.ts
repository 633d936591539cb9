// What a command that trains is given.

import type { LabOptions, LabReport, LabRunOptions } from '../lab/exports.js'
import type { Made } from './run-record.js'
import type { Terminal } from './terminal.js'

export interface Console {
  out: Terminal
  err: Terminal
}

/** What stands for the lab in tests. */
export type Runner = (options: LabOptions, runOptions: LabRunOptions) => AsyncIterable<LabReport>

export type Build = Pick<Made, 'version' | 'variant' | 'buildSha'>
