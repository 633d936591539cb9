// The settings of <wf-encoding>: its attributes, and the parts of its state.

import { choice, flag, integer, multipleOf, name, settings } from '../../parts/figure/fields.js'
import { formulaFields } from '../../parts/formula/own-fields.js'

/** Positions of the longest map. */
export const LONGEST = 2048

/** Views of <wf-encoding>. */
export const VIEWS = ['map', 'similarity', 'waves', 'decay'] as const
export type View = (typeof VIEWS)[number]

export const encodingFields = {
  /** Of the catalogue, or custom. */
  encoding: name('sinusoidal'),
  view: choice('map', VIEWS),
  length: integer(64, 4, LONGEST),
  dim: multipleOf(2, integer(64, 4, 512)),
  head: integer(0, 0, 63),
  parameters: settings(),
  ...formulaFields,
  /** Hides the choice of the encoding. */
  fixed: flag(false),
}
