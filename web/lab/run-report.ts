// What a run reports.

import type { Chance } from './tasks/task.js'

/** Every so many steps. Validation is on sequences of training lengths that are not trained on; accuracy and exact match are of it, too. */
export interface StepReport {
  readonly kind: 'step'
  /** Steps done. */
  readonly step: number
  /** Mean of the training losses since the last report. */
  readonly loss: number
  readonly gradientNorm: number
  readonly learningRate: number
  readonly validationLoss: number
  readonly accuracy: number
  readonly exactMatch: number
}

export interface TestReport {
  readonly kind: 'test'
  readonly step: number
  readonly lengths: readonly LengthScore[]
  /** Where the plan has some. */
  readonly remedies?: readonly RemedyResult[]
}

/** How the trained weights read under another position. */
export interface RemedyResult {
  readonly name: string
  readonly lengths: readonly LengthScore[]
}

export interface LengthScore {
  readonly length: number
  readonly loss: number
  /** Standard error of the loss over the test sequences; absent where there is one batch of them. */
  readonly lossError?: number
  /** Of the answers' tokens, each predicted with the right tokens before it. */
  readonly accuracy: number
  /** Share of the sequences whose answer is right in every token: also what greedy decoding reaches. */
  readonly exactMatch: number
  /** How many sequences were tested. */
  readonly sequences: number
  readonly chance: Chance
}

export type RunReport = StepReport | TestReport
