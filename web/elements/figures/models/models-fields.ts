// The settings of <wf-models>: its attributes, and the parts of its state.

import { flag, name } from '../../parts/figure/fields.js'

export const modelsFields = {
  /** The card that is open; empty = none. */
  model: name('bert'),
  /** Only models with this encoding; empty = all. */
  encoding: name(''),
  /** Only the card that the author chose: no others, no filter. */
  fixed: flag(false),
}
