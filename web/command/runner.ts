// What a command that trains is given.

import type { LabOptions, LabReport, LabRunOptions } from '../lab/exports.js'
import type { TrainerModel } from '../lib/train/trainer-options.js'
import type { Made } from './run-record.js'
import type { Terminal } from './terminal.js'

export interface Console {
  out: Terminal
  err: Terminal
}

/** What stands for the lab in tests. */
export type Runner = (options: LabOptions, runOptions: LabRunOptions) => AsyncIterable<LabReport>

/** What a command asks the package itself. */
export interface Library {
  build(): Promise<Pick<Made, 'version' | 'variant' | 'buildSha'>>
  /** Rejects with what a trainer refuses. */
  requireTrainable(model: TrainerModel): Promise<void>
}
