// The settings of <wf-properties>: its attributes, and the parts of its state.

import { choice, flag, integer, multipleOf, name, text } from '../../parts/figure/fields.js'
import { formulaFields } from '../../parts/formula/own-fields.js'

/** Columns of the table. */
export const COLUMNS = ['encoding', 'unique', 'relative', 'falls', 'range', 'pairs'] as const
export type Column = (typeof COLUMNS)[number]

export const propertiesFields = {
  /** Types of the catalogue, and custom, with blanks between them; empty = all of the catalogue. A formula adds a row in any case. */
  encodings: text('', 400),
  ...formulaFields,
  sort: choice('encoding', COLUMNS),
  descending: flag(false),
  /** The encoding whose counter-examples are shown. */
  open: name(''),
  heads: integer(4, 1, 16),
  /** Two axes share the channels of a head, and each needs pairs. */
  dim: multipleOf(4, integer(32, 8, 128)),
  length: integer(128, 8, 512),
  trainLength: integer(64, 4, 512),
  seed: integer(0, 0, 2 ** 24),
}
