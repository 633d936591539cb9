// What a run goes on from.

import type { Pcg32State } from '../lib/train/pcg32.js'
import type { RunReport } from './run-report.js'
import type { TrainerFiles } from './trainer.js'

/** What the next report tells of the steps before it. */
export interface LastSteps {
  /** Of the steps since the last report. */
  readonly losses: readonly number[]
  readonly gradientNorm: number
  readonly learningRate: number
}

export interface RunState {
  /** Of the run that it belongs to (`keyOf`). */
  readonly key: string
  /** The build of the library that made it (`buildOf`). */
  readonly build: string
  /** Steps done. */
  readonly step: number
  readonly last: LastSteps
  /** Of the training sequences, and of their positions. */
  readonly random: { readonly sequences: Pcg32State; readonly positions: Pcg32State }
  /** All so far. */
  readonly reports: readonly RunReport[]
  /** Absent once the run is finished. */
  readonly files?: TrainerFiles
}
