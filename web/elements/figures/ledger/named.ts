// The names of tokens and of what is shown, and the score that is written out.

import type { Language } from '../../../content/bilingual.js'
import { sentence } from '../../parts/example/sentence.js'
import type { At } from '../../parts/figure/figure-body.js'
import { titleOf } from '../../parts/positions/titles.js'
import { signOf } from '../../parts/trained/passage.js'
import type { Named } from './ledger-content.js'
import type { LedgerDrawing } from './ledger-drawing.js'
import type { ledgerFields } from './ledger-fields.js'
import type { LedgerWords } from './messages.js'

export type Here = At<typeof ledgerFields, LedgerWords>

export function named({ language, words }: Here, drawing: LedgerDrawing): Named {
  const { model } = drawing
  if (model) return { drawing, words, queries: model.queries.map(signOf), keys: model.keys.map(signOf) }
  const names = sentence(language, drawing.tokens, drawing.text)
  return { drawing, words, queries: names, keys: names }
}

export function nameOf({ entry, model }: LedgerDrawing, language: Language): string {
  return model?.title || titleOf(entry, language)
}

export function cellOf({ state }: Here, { scores }: LedgerDrawing) {
  return { row: Math.min(state.query, scores.rows - 1), column: Math.min(state.key, scores.columns - 1) }
}
