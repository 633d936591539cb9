// The losses that come with the figure, so that it opens without its models: loss-record.json, which tools/generate/loss-record.mjs writes.

import type { TrainedName } from '../../parts/trained/trained-models.js'
import json from './loss-record.json' with { type: 'json' }
import type { Scaling } from './scalings.js'

export interface RecordedCurve {
  model: TrainedName
  scaling: Scaling
  /** Characters before each prediction that are read at most; null = all of the window. */
  kept: number | null
  /** One per length: mean and two standard errors; null where there is nothing to compute. */
  losses: readonly (number | null)[]
  spreads: readonly (number | null)[]
}

/** Predictions of one part of each window, once from the whole window and once from the last `kept` characters. */
export interface RecordedCut {
  model: TrainedName
  kept: number
  whole: number
  cut: number
  /** Mean of whole − cut, prediction by prediction, and two standard errors. */
  difference: number
  spread: number
}

export interface LossRecord {
  /** Predicted at each length. */
  characters: number
  /** Entries of the vocabulary. */
  vocab: number
  factor: number
  lengths: readonly number[]
  curves: readonly RecordedCurve[]
  /** Positions counted from 1, both included. */
  late: { from: number; to: number; predictions: number; cuts: readonly RecordedCut[] }
  /** Mean share of the attention of ALiBi's queries `from` … `to` that goes to keys at least `distance` back, [layers][heads]. */
  beyond: { from: number; to: number; distance: number; shares: readonly (readonly number[])[] }
}

export const lossRecord = json as LossRecord
