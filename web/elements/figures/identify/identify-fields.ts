// The settings of <wf-identify>: its attributes, and the parts of its state. Arrays of the reader are never part of it.

import { choice } from '../../parts/figure/fields.js'
import { formulaFields, OWN } from '../../parts/formula/own-fields.js'

export const EXAMPLES = ['none', 'neighbours', 'offset', 'yarn', 'mistake', 'alibi', 'nothing', OWN] as const
export type Example = (typeof EXAMPLES)[number]

export const identifyFields = {
  /** Arrays to try; none = those of the reader; custom = those of a formula. */
  example: choice('neighbours', EXAMPLES),
  ...formulaFields,
}
