// The settings of <wf-surgery>: its attributes, and the parts of its state.

import { LONGEST_SENTENCE } from '../../parts/example/limits.js'
import { choice, flag, integer, name, type StateOf, settings } from '../../parts/figure/fields.js'
import { passage } from '../../parts/trained/passage-field.js'
import { OPERATIONS, SOURCES } from './operation-names.js'

export const surgeryFields = {
  operation: choice('shift', OPERATIONS),
  encoding: name('rope'),
  /** A second encoding, below the first one; empty = none. */
  compare: name(''),
  /** Seeded random vectors, or a trained model. */
  source: choice('random', SOURCES),
  /** By how many positions; how many pads. */
  amount: integer(8, 0, 100_000),
  /** The token in front of which the gap is, or with which the second document begins. */
  at: integer(6, 1, LONGEST_SENTENCE - 1),
  /** How many tokens, of the random ones. */
  tokens: integer(12, 2, LONGEST_SENTENCE),
  /** Causal attention; trained models always are. */
  causal: flag(false),
  /** Pads, or the first document, count as positions. */
  counted: flag(true),
  /** Pads, or the other document, are hidden. */
  masked: flag(true),
  head: integer(0, 0, 63),
  layer: integer(0, 0, 63),
  seed: integer(1, 0, 1000),
  text: passage('O Romeo, Romeo!'),
  parameters: settings(),
}

export type SurgeryState = StateOf<typeof surgeryFields>
