// The settings of <wf-ledger>: its attributes, and the parts of its state.

import { LONGEST_SENTENCE } from '../../parts/example/limits.js'
import { choice, flag, integer, name, settings } from '../../parts/figure/fields.js'
import { passage } from '../../parts/trained/passage-field.js'
import { STACKS } from '../../parts/trained/stacks.js'

/** The default text. */
export const LEDGER_EXAMPLE = 'O Romeo, Romeo!'

export const ledgerFields = {
  encoding: name('transformerXl'),
  tokens: integer(12, 2, LONGEST_SENTENCE),
  head: integer(0, 0, 63),
  /** The row whose terms are stacked, and the score that is written out. */
  query: integer(9, 0, LONGEST_SENTENCE - 1),
  key: integer(3, 0, LONGEST_SENTENCE - 1),
  /** Causal attention. */
  causal: flag(false),
  seed: integer(1, 0, 1000),
  parameters: settings(),
  /** Hides the choice of the encoding. */
  fixed: flag(false),
  /** Settings for a model that the page has loaded: its text, the stack whose attention is shown, and the layer. */
  text: passage(LEDGER_EXAMPLE),
  stack: choice('encoder', STACKS),
  layer: integer(0, 0, 1023),
}
