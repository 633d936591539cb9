// What an experiment reports.

import type { WireError } from '../lib/worker/protocol.js'
import type { LabResults } from './results.js'
import type { RunReport } from './run-report.js'

/** Which run of the experiment it is about. */
export interface OfRun {
  readonly encoding: string
  readonly seed: number
}

/** Of one run, besides what the run itself reports. */
export type RunNote =
  | { readonly kind: 'start' | 'finish' }
  /** This run gave up; the others go on. */
  | { readonly kind: 'failure'; readonly error: WireError }
  /** Something that the run survives, like a worker that died and is replaced. */
  | { readonly kind: 'warning'; readonly message: string }

export type LabReport =
  | ((RunReport | RunNote) & OfRun)
  /** Of no run alone: storage that is full or forbidden. */
  | {
      readonly kind: 'warning'
      readonly message: string
      readonly encoding?: undefined
      readonly seed?: undefined
    }
  /** The last report. */
  | { readonly kind: 'results'; readonly results: LabResults }
