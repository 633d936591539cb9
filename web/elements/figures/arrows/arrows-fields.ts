// The settings of <wf-arrows>: its attributes, and the parts of its state.

import { choice, flag, integer, optional, text } from '../../parts/figure/fields.js'
import { passage } from '../../parts/trained/passage-field.js'

/** The default text. */
export const EXAMPLE = 'the dog bites the man'

/** Positions on the axis after its first one. */
export const SPAN = 40

/** The last position. */
export const FARTHEST = 100_000

/** Layers, heads or pairs of any model. */
export const MOST_PARTS = 64

/** Characters: a link holds both lists. */
const LONGEST_ARROWS = 400

/** On a phone they share one cell; elsewhere each has those before it above itself. */
export const VIEWS = ['plane', 'clocks', 'row'] as const
export type View = (typeof VIEWS)[number]

/** Where queries and keys come from. */
export const SOURCES = ['head', 'made'] as const
export type Source = (typeof SOURCES)[number]

export const arrowsFields = {
  text: passage(EXAMPLE),
  /** Words, counted from 0. The key's is not after the query's. */
  queryWord: integer(2, 0, 39),
  keyWord: integer(1, 0, 39),
  /** Their positions; absent = where they stand in the text. */
  queryAt: optional(integer(12, 0, FARTHEST)),
  keyAt: optional(integer(6, 0, FARTHEST)),
  /** Whether the arrows are turned by their positions. */
  turned: flag(true),
  /** Counted from 0. */
  pair: integer(1, 0, MOST_PARTS - 1),
  view: choice('plane', VIEWS),
  vectors: choice('head', SOURCES),
  /** Counted from 0. */
  layer: integer(1, 0, MOST_PARTS - 1),
  head: integer(0, 0, MOST_PARTS - 1),
  /** The distance at which vectors that are made up have their largest score. */
  peak: integer(5, 0, SPAN),
  /** What the reader made of the arrows: "1 2.5 30" is pair 1 with length 2.5 at 30°. */
  queryArrows: text('', LONGEST_ARROWS),
  keyArrows: text('', LONGEST_ARROWS),
}
