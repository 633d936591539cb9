// The settings of a figure that draws an encoding of the reader's own: formulas as text, which links and attributes carry.

import { text } from '../figure/fields.js'

/** The name of an encoding that is not in the catalogue: that of a formula, or of a position that the page has set. */
export const OWN = 'custom'

/** Characters of a link or an attribute that are read; a formula may have fewer, and its reader says so. */
const MOST = 400

/** Both empty: the first formula of own-encoding.ts. */
export const formulaFields = {
  /** A formula of d = key − query, i, j, h, H and n, which is added to the scores. */
  bias: text('', MOST),
  /** A formula of k, D and n, the frequencies of a rotation: in place of a bias. */
  frequencies: text('', MOST),
}

/** The formulas of a state. */
export interface FormulaState {
  readonly bias: string
  readonly frequencies: string
}
