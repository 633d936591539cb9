// The reports of an experiment.

import type { WireError } from '../lib/worker/protocol.js'
import type { LabResults } from './results.js'
import type { RunReport } from './run-report.js'

/** The run of the experiment that a report is about. */
export interface OfRun {
  readonly encoding: string
  readonly seed: number
}

/** A note about one run, besides what the run itself reports. */
export type RunNote =
  | { readonly kind: 'start' | 'finish' }
  /** This run gave up; the others go on. */
  | { readonly kind: 'failure'; readonly error: WireError }
  /** Something that the run survives, like a worker that died and is replaced. */
  | { readonly kind: 'warning'; readonly message: string }

export type LabReport =
  | ((RunReport | RunNote) & OfRun)
  /** A warning about no run alone: storage that is full or forbidden. */
  | {
      readonly kind: 'warning'
      readonly message: string
      readonly encoding?: undefined
      readonly seed?: undefined
    }
  /** The results of all runs, the last report. */
  | { readonly kind: 'results'; readonly results: LabResults }
