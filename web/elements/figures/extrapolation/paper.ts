// Perplexities of Press, Smith and Lewis 2021 (ALiBi): WikiText-103, 247 million parameters, trained on 512 tokens, pieces that do not
// overlap. The lengths are those in and around the multiples of the training length that the figure measures.

import type { TrainedName } from '../../parts/trained/trained-models.js'

export const PAPER_LINK = 'https://arxiv.org/abs/2108.12409'
export const PAPER_TRAINED = 512

export interface PaperRow {
  /** Tokens. */
  length: number
  perplexity: Readonly<Partial<Record<TrainedName | 'sinusoidal', number>>>
}

export const paperRows: readonly PaperRow[] = [
  { length: 512, perplexity: { sinusoidal: 20.05, rope: 20.07, t5: 19.65, alibi: 19.73 } },
  { length: 712, perplexity: { sinusoidal: 24.86, rope: 19.79, t5: 19.1, alibi: 19.14 } },
  { length: 1012, perplexity: { sinusoidal: 43.54, rope: 21.37, t5: 18.79, alibi: 18.73 } },
  { length: 1512, perplexity: { sinusoidal: 76.23, rope: 25.99, t5: 18.91, alibi: 18.52 } },
  { length: 2512, perplexity: { sinusoidal: 132.41, rope: 31.58, t5: 20.41, alibi: 18.41 } },
  { length: 5512, perplexity: { sinusoidal: 240.44, rope: 43.14, t5: 29.54, alibi: 18.36 } },
]

/** The encodings in both the paper and this figure. */
export const COMPARED = ['rope', 't5', 'alibi'] as const satisfies readonly TrainedName[]
