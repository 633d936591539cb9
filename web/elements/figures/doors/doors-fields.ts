// The settings of <wf-doors>: its attributes, and the parts of its state.

import { choice, flag, name } from '../../parts/figure/fields.js'
import { DOORS } from '../../parts/positions/door-names.js'

export const doorsFields = {
  encoding: name('rope'),
  /** The one that is explained; 'auto' is the first one that is lit. */
  door: choice('auto', ['auto', ...DOORS]),
  /** Hides the choice of the encoding. */
  fixed: flag(false),
}
