// The settings of <wf-slide>: its attributes, and the parts of its state.

import { integer } from '../../parts/figure/fields.js'
import { passage } from '../../parts/trained/passage-field.js'

/** The default text. */
export const EXAMPLE = 'To be, or not to be, that is'

/** Rows of the learned table, and how many of them training reads. */
export const ROWS = 128
export const TRAINED_ROWS = 64

export const slideFields = {
  text: passage(EXAMPLE),
  /** Position of the first character, at most so far that the last one is still in the table. By default the line ends beyond what was trained. */
  position: integer(40, 0, ROWS - 1),
}
