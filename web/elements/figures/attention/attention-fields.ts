// The settings of <wf-attention>: its attributes, and the parts of its state.

import { choice, integer, number, optional } from '../../parts/figure/fields.js'
import { formulaFields, OWN } from '../../parts/formula/own-fields.js'
import { passage } from '../../parts/trained/passage-field.js'
import { STACKS } from '../../parts/trained/stacks.js'
import { TRAINED } from '../../parts/trained/trained-names.js'

/** The default text. */
export const EXAMPLE = 'O Romeo, Romeo! wherefore art thou Romeo?'

export const attentionFields = {
  text: passage(EXAMPLE),
  model: choice('rope', TRAINED),
  /** A second model, side by side, or the weights of the first with the encoding of a formula. */
  compare: choice('none', ['none', ...TRAINED, OWN]),
  ...formulaFields,
  /** The stack whose attention is shown, where a loaded model has an encoder and a decoder. */
  stack: choice('encoder', STACKS),
  /** Counted from 0. */
  layer: integer(0, 0, 63),
  head: integer(0, 0, 63),
  /** Show what is predicted at this token: in a model that reads from left to right, what comes next; absent = the last. */
  token: optional(integer(0, 0, 4095)),
  temperature: number(0.8, 0, 2),
  topK: integer(0, 0, 65),
  topP: number(1, 0.05, 1),
  seed: integer(1, 0, 1000),
}
