// The settings of <wf-extrapolation>: its attributes, and the parts of its state.

import { choice, number, text } from '../../parts/figure/fields.js'
import { SCALINGS } from './scalings.js'

export const EXTRAPOLATION_VIEWS = ['loss', 'wavelengths'] as const
export type ExtrapolationView = (typeof EXTRAPOLATION_VIEWS)[number]

/** How many characters are read at every length; each is a multiple of every length. */
export const AMOUNTS = ['1536', '3072', '6144'] as const

export const extrapolationFields = {
  view: choice('loss', EXTRAPOLATION_VIEWS),
  scaling: choice('yarn', SCALINGS),
  factor: number(4, 1, 16),
  amount: choice('3072', AMOUNTS),
  /** Empty = the held-out text of the figure. */
  text: text('', 8192),
}
