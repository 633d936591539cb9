// What a choice of encodings does to a formula: it goes with the encoding that shows it, so that nothing is left to refuse.

import { type FormulaState, OWN } from './own-fields.js'

export const formulaAmong = (encodings: readonly string[]): Partial<FormulaState> =>
  encodings.includes(OWN) ? {} : { bias: '', frequencies: '' }
