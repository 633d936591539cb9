// Model cards, for people and for programs.

import { beyondCards } from './cards-beyond.js'
import { encoderDecoderCards } from './cards-encoder-decoder.js'
import { encoderCards } from './cards-encoders.js'
import { gptCards } from './cards-gpt.js'
import { llamaCards } from './cards-llama.js'
import type { ModelCard } from './model-card.js'

export type { CardFacts, CardStatement, ModelCard, Words } from './model-card.js'

/** The sixteen models that tutorials compare, by year and name; then six more, in the same order. */
export const modelCards: readonly ModelCard[] = [
  ...byYear([...gptCards, ...llamaCards, ...encoderDecoderCards, ...encoderCards]),
  ...byYear(beyondCards),
]

function byYear(cards: readonly ModelCard[]): ModelCard[] {
  return [...cards].sort(
    (a, b) => a.year - b.year || (a.title < b.title ? -1 : 1), // localeCompare would load a collator: 8 ms of every first page
  )
}
