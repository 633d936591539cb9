// The settings of <wf-your-model>: its attributes, and the parts of its state. Files of the reader are never part of it.

import { choice } from '../../parts/figure/fields.js'
import { TRAINED } from '../../parts/trained/trained-names.js'

export const VIEWS = ['card', 'attention', 'ledger', 'surgery', 'lengths', 'patches'] as const
export type View = (typeof VIEWS)[number]

export const yourModelFields = {
  /** A model that comes with the page; none = the reader chooses files. */
  model: choice('none', ['none', ...TRAINED]),
  /** The figure or card that shows a loaded model. */
  view: choice('attention', VIEWS),
}
