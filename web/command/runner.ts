// What a command that trains is given.

import type { LabOptions, LabReport, LabRunOptions } from '../lab/exports.js'
import type { TrainerModel } from '../lib/train/trainer-options.js'
import type { Made } from './run-record.js'
import type { Terminal } from './terminal.js'

export interface Console {
  out: Terminal
  err: Terminal
}

/** `run` of the lab, or what stands for it in tests. */
export type Runner = (options: LabOptions, runOptions: LabRunOptions) => AsyncIterable<LabReport>

/** The functions of the package itself that a command calls. */
export interface Library {
  build(): Promise<Pick<Made, 'version' | 'variant' | 'buildSha'>>
  /** Rejects where a trainer would refuse the model. */
  requireTrainable(model: TrainerModel): Promise<void>
}
