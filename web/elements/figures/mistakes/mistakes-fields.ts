// The settings of <wf-mistakes>: its attributes, and the parts of its state.

import { flag, integer, name, optional } from '../../parts/figure/fields.js'

export const mistakesFields = {
  mistake: name('rope-elementwise'),
  /** Which of its inputs is shown, counted from 1; open = the smallest one at which wrong and right part. */
  input: optional(integer(1, 1, 10_000)),
  /** Hides the list: one mistake, chosen by the author. */
  fixed: flag(false),
}
