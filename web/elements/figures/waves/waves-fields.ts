// The settings of <wf-waves>: its attributes, and the parts of its state.

import { choice, flag, integer, number, optional } from '../../parts/figure/fields.js'

/** How a position is written: as its number, in binary digits, as pairs of waves, or beside a learned table. */
export const FORMS = ['count', 'binary', 'waves', 'table'] as const
export type Form = (typeof FORMS)[number]

/** No figure shows more positions. */
export const FARTHEST = 512

export const wavesFields = {
  form: choice('count', FORMS),
  /** Its code is written out. */
  position: integer(31, 0, FARTHEST - 1),
  /** Compared with the first by the dot product of their codes. */
  other: optional(integer(33, 0, FARTHEST - 1)),
  /** Binary digits, pairs of waves, and the channels of the table that are drawn. */
  channels: integer(6, 2, 9),
  /** How many are shown; more where the table has more rows. */
  positions: integer(64, 8, FARTHEST),
  /** Of the waves; 10,000 in the paper. With 2 ** channels each wave is twice as long as the next faster one. */
  base: number(64, 2, 10_000_000),
  /** Numbers are divided by how many positions are shown. */
  divided: flag(false),
}
