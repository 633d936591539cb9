// The settings of <wf-question>: its attributes, and the parts of its state.

import { integer, name, optional } from '../../parts/figure/fields.js'

export const questionFields = {
  question: name('shuffled'),
  /** The answer that was chosen, counted from 1; open = none, unless this machine remembers one. */
  answer: optional(integer(1, 1, 4)),
  /** The id of the figure on the page that shows the same; empty = the first of its kind. */
  figure: name(''),
}
