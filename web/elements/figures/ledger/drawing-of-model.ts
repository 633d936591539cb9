// The drawing of <wf-ledger> for a model that the page has loaded.

import type { EncodingEntry } from 'whereformer'
import type { AnyLibrary } from '../../parts/engine/library.js'
import { textFor } from '../../parts/example/sentence.js'
import { beyond } from '../../parts/figure/beyond.js'
import { unused } from '../../parts/figure/unused.js'
import type { OwnModel } from '../../parts/trained/own-model.js'
import { gapOf, type LedgerDrawing, seen } from './ledger-drawing.js'
import { drawModelLedger } from './model-ledger.js'
import type { LedgerState } from './terms.js'

export async function drawLedgerOfModel(
  library: AnyLibrary,
  own: OwnModel,
  state: LedgerState,
): Promise<LedgerDrawing> {
  const { encodings: entries } = library
  const { head, terms, scores, weights, ...where } = await drawModelLedger(library, own, state)
  const { layers, heads } = where
  const entry = entries.find(({ type }) => type === 'none') ?? (entries[0] as EncodingEntry)
  return {
    entry,
    entries,
    position: { type: 'none' },
    tokens: scores.columns,
    head,
    refusals: [
      ...(where.stack ? [] : unused(['stack'], '–')),
      ...beyond(state, { layer: layers, head: heads, query: scores.rows, key: scores.columns }),
    ],
    text: textFor([entry]),
    alwaysCausal: true,
    weights,
    gap: gapOf(terms, scores),
    terms: seen(terms),
    scores: { ...scores, data: scores.data.map((score) => (Number.isFinite(score) ? score : Number.NaN)) },
    model: { title: own.title, ...where },
  }
}
