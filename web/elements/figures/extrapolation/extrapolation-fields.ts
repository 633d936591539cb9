// The settings of <wf-extrapolation>: its attributes, and the parts of its state.

import { choice, flag, number, text } from '../../parts/figure/fields.js'
import { SCALINGS } from './scalings.js'

/** Losses of four models; of RoPE under several scalings; RoPE's pairs as dials, and their wavelengths. */
export const EXTRAPOLATION_VIEWS = ['loss', 'scaled', 'dials', 'wavelengths'] as const
export type ExtrapolationView = (typeof EXTRAPOLATION_VIEWS)[number]

/** How many characters are read at every length; each is a multiple of every length. */
export const AMOUNTS = ['1536', '3072', '6144'] as const

/** Beyond the training length. */
export const LONGER = ['96', '128', '192', '256', '384', '512'] as const

export const extrapolationFields = {
  view: choice('loss', EXTRAPOLATION_VIEWS),
  /** Also the same predictions when only the last characters are read, as many as the training length. */
  cut: flag(false),
  scaling: choice('none', SCALINGS),
  factor: number(4, 1, 16),
  /** Whose values stand in the table, and which the dials reach. */
  length: choice('512', LONGER),
  /** Computed here although it is recorded. */
  live: flag(false),
  amount: choice('3072', AMOUNTS),
  /** Empty = the held-out text of the figure. */
  text: text('', 8192),
}
