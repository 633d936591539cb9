// The settings of <wf-lengths>: its attributes, and the parts of its state.

import { choice, integer, text } from '../../parts/figure/fields.js'
import { formulaFields } from '../../parts/formula/own-fields.js'
import { MEASURES } from './experiment.js'

/** Tasks of the lab that need no text. */
export const TASKS = [
  'lookBack',
  'firstToken',
  'latestSymbol',
  'sinceMark',
  'majority',
  'induction',
  'uniqueCopy',
  'uniqueSort',
  'copy',
  'reverse',
  'reversedAddition',
  'hintedAddition',
  'associativeRecall',
  'parity',
  'sort',
  'repeatKth',
  'modularAddition',
  'dyck',
  'whichFirst',
]

export const lengthsFields = {
  task: choice('lookBack', TASKS),
  /** Names of the lab, and custom, with blanks between them. */
  encodings: text('learned sinusoidal t5 alibi rope', 200),
  ...formulaFields,
  measure: choice('accuracy', MEASURES),
  // of the reader's own runs
  trainLength: integer(8, 1, 64),
  /** Numbers with blanks between them. */
  testLengths: text('8 12 16 24', 80),
  seeds: integer(2, 1, 5),
  steps: integer(400, 10, 5000),
}

/** The names of `encodings`. */
export const namesIn = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/).filter(Boolean))
