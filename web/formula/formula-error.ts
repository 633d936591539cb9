// The error of a formula: a sentence, and below it the formula with a caret at the fault.

import { WhereformerError } from '../lib/boundary/errors.js'
import type { Fault } from './fault.js'
import { sentenceOf } from './fault-words.js'

/** A formula that is none, or a value of it that no encoding takes. */
export class FormulaError extends WhereformerError {
  readonly fault: Fault
  readonly text: string

  constructor(text: string, fault: Fault) {
    super('ERR_VALUE', [sentenceOf(fault, 'en'), ...markedLines(text, fault)].join('\n'))
    this.text = text
    this.fault = fault
  }
}

/** The text, and below it a caret at the fault; nothing for a fault of a value, which no character has. */
function markedLines(text: string, fault: Fault): string[] {
  return 'at' in fault ? [text.replaceAll(/\s/g, ' '), `${' '.repeat(fault.at)}^`] : []
}
