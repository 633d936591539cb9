// The settings of <wf-ledger>: its attributes, and the parts of its state.

import { LONGEST_SENTENCE } from '../../parts/example/limits.js'
import { choice, flag, integer, name, settings } from '../../parts/figure/fields.js'
import { passage } from '../../parts/trained/passage-field.js'
import { STACKS } from '../../parts/trained/stacks.js'

/** The default text. */
export const LEDGER_EXAMPLE = 'O Romeo, Romeo!'

export const SOURCES = ['head', 'random'] as const
export type Source = (typeof SOURCES)[number]

export const ledgerFields = {
  encoding: name('rope'),
  /** Queries and keys: those of a trained model with this encoding, where one is at hand, or random ones. */
  vectors: choice('head', SOURCES),
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
  /** Settings for a model: its text, the layer, and of one that the page has loaded the stack whose attention is shown. */
  text: passage(LEDGER_EXAMPLE),
  stack: choice('encoder', STACKS),
  layer: integer(0, 0, 1023),
}
