// Which cards are shown; no document needed.

import type { EncodingEntry } from 'whereformer'
import type { ModelCard } from '../../../lib/families/cards.js'
import type { StateOf } from '../../parts/figure/fields.js'
import type { Refusal } from '../../parts/figure/figure-state.js'
import { unused } from '../../parts/figure/unused.js'
import type { TrainedName } from '../../parts/trained/trained-names.js'
import type { modelsFields } from './models-fields.js'

export type ModelsState = StateOf<typeof modelsFields>

export interface ModelsDrawing {
  cards: readonly ModelCard[]
  /** Index of the first shown card of a model that tutorials do not compare. */
  beyondFrom: number
  /** Filter options: encodings of the cards, with the number of cards. */
  filters: readonly { type: string; count: number }[]
  entries: readonly EncodingEntry[]
  open: ModelCard | undefined
  refusals: readonly Refusal<typeof modelsFields>[]
}

/** So many of the cards are compared by tutorials; the others follow. @public read by tools/generate/model-cards.mjs */
export const COMPARED = 16

export function drawModels(
  all: readonly ModelCard[],
  entries: readonly EncodingEntry[],
  state: ModelsState,
): ModelsDrawing {
  const { model, encoding, fixed } = state
  const filters = filtersOf(all)
  const isFilter = !fixed && filters.some(({ type }) => type === encoding)
  const asked = all.find(({ id }) => id === model)
  const matching = isFilter ? all.filter(({ position }) => position.types.includes(encoding)) : all
  const open = matching.includes(asked as ModelCard) ? asked : fixed ? all[0] : undefined
  const cards = fixed && open ? [open] : matching
  const beyondFrom = cards.findIndex((card) => all.indexOf(card) >= COMPARED)
  return {
    cards,
    filters,
    entries,
    open,
    beyondFrom: beyondFrom < 0 ? cards.length : beyondFrom,
    refusals: [
      ...(model && !asked
        ? [{ name: 'model' as const, wanted: all.map(({ id }) => id).join(' | '), used: open?.id ?? '' }]
        : []),
      ...(fixed ? unused(['encoding'], 'fixed=false') : []),
      ...(!fixed && encoding && !filters.some(({ type }) => type === encoding)
        ? [{ name: 'encoding' as const, wanted: filters.map(({ type }) => type).join(' | '), used: '' }]
        : []),
    ],
  }
}

function filtersOf(all: readonly ModelCard[]): { type: string; count: number }[] {
  const types = all.flatMap(({ position }) => position.types)
  return [...new Set(types)].map((type) => ({ type, count: types.filter((other) => other === type).length }))
}

/** Models of which a small one is trained and comes with the page: the same layers, by the same code. */
const TRAINED_CARDS: Readonly<Record<string, TrainedName>> = {
  gpt2: 'learned',
  llama: 'rope',
  bloom: 'alibi',
}

export function trainedNameOf({ id }: ModelCard): TrainedName | undefined {
  return Object.hasOwn(TRAINED_CARDS, id) ? TRAINED_CARDS[id] : undefined
}
