// The settings of <wf-shuffle>: its attributes, and the parts of its state.

import { flag, integer, type StateOf } from '../../parts/figure/fields.js'
import { passage } from '../../parts/trained/passage-field.js'

/** The default text. */
export const EXAMPLE = 'the dog bites the man'

/** Other orders to choose from. */
export const ORDERS = 1000

export const shuffleFields = {
  text: passage(EXAMPLE),
  /** The order of the characters, one per number; 0 = as in the text. */
  order: integer(1, 0, ORDERS),
  /** Each character sees itself and those before it; without, every one sees every other. */
  causal: flag(false),
  /** Of the outputs and of the map, counted from 0. */
  layer: integer(1, 0, 63),
  /** Of the map, counted from 0. */
  head: integer(0, 0, 63),
}

export type ShuffleState = StateOf<typeof shuffleFields>
