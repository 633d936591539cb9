// The control of an encoding of the reader's own: the box of its formula, or a line where the page has set a position.

import { html, type TemplateResult } from 'lit'
import type { Language } from '../../../content/bilingual.js'
import type { FormulaKind } from '../../../formula/names.js'
import { defineAll } from '../element/define-element.js'
import { type FormulaBox, FormulaBoxElement } from './formula-box-element.js'
import { formulaWords } from './messages.js'
import { errorOf, FIRST, kindOf, type OwnEncoding } from './own-encoding.js'
import type { FormulaState } from './own-fields.js'

export interface OwnControl {
  state: FormulaState
  language: Language
  /** Where a change costs more than a picture, a formula counts when it is done: with Enter, or when the box is left. */
  commits?: 'typed' | 'done'
  /** What a formula may be here; both when absent. */
  kinds?: readonly FormulaKind[]
  onChange: (changes: FormulaState) => void
}

const KINDS: readonly FormulaKind[] = ['bias', 'frequencies']

export function ownControl(own: OwnEncoding, control: OwnControl): TemplateResult {
  const { state, language, commits = 'typed', kinds = KINDS, onChange } = control
  if (!own.formula) return html`<p class="help">${formulaWords[language].given}</p>`
  defineAll({ 'wf-formula-box': FormulaBoxElement })
  const kind = own.refused?.kind ?? kindOf(state)
  const box: FormulaBox = {
    kind,
    language,
    commits,
    kinds,
    first: FIRST,
    text: own.refused?.text ?? (state[kind].trim() || FIRST[kind]),
    error: own.refused?.error,
    known: own.known?.(language),
    check: (text, kind) => errorOf(text, kind, own.sizes),
    onChange: (kind, text) => onChange({ bias: '', frequencies: '', [kind]: text }),
  }
  return html`<wf-formula-box .box=${box}></wf-formula-box>`
}
