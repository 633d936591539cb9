// The state from which a run goes on.

import type { Pcg32State } from '../lib/boundary/pcg32.js'
import type { RunReport } from './run-report.js'
import type { TrainerFiles } from './trainer.js'

/** The steps since the last report, of which the next one tells. */
export interface LastSteps {
  /** The losses of the steps since the last report. */
  readonly losses: readonly number[]
  readonly gradientNorm: number
  readonly learningRate: number
}

export interface RunState {
  /** The key of the run that the state belongs to (`keyOf`). */
  readonly key: string
  /** The build of the library that made the state (`buildOf`). */
  readonly build: string
  /** The number of steps done. */
  readonly step: number
  readonly last: LastSteps
  /** The generators of the training sequences, and of their positions. */
  readonly random: { readonly sequences: Pcg32State; readonly positions: Pcg32State }
  /** All reports so far. */
  readonly reports: readonly RunReport[]
  /** The files of the trainer; absent once the run is finished. */
  readonly files?: TrainerFiles
}
