// The reports of one run.

import type { Chance } from './tasks/task.js'

/** The report on some steps. Loss, accuracy and exact match of validation are on sequences of training lengths that are not trained on. */
export interface StepReport {
  readonly kind: 'step'
  /** The number of steps done. */
  readonly step: number
  /** The mean of the training losses since the last report. */
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
  /** The results of remedies, where the plan has some. */
  readonly remedies?: readonly RemedyResult[]
}

/** The results of the trained weights under another position. */
export interface RemedyResult {
  readonly name: string
  readonly lengths: readonly LengthScore[]
}

export interface LengthScore {
  readonly length: number
  readonly loss: number
  /** The standard error of the loss over the test sequences; absent where there is one batch of them. */
  readonly lossError?: number
  /** The share of the answers' tokens that are right, each predicted with the right tokens before it. */
  readonly accuracy: number
  /** The share of the sequences whose answer is right in every token, which is also that of greedy decoding. */
  readonly exactMatch: number
  /** The number of sequences that were tested. */
  readonly sequences: number
  readonly chance: Chance
}

export type RunReport = StepReport | TestReport
