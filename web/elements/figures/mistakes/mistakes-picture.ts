// Data that the picture of a mistake and its files share.

import type { EncodingEntry } from 'whereformer'
import { short } from '../../../content/format.js'
import type { At } from '../../parts/figure/figure-body.js'
import { distance } from './collection/index.js'
import type { MistakesWords } from './messages.js'
import type { MistakesDrawing } from './mistakes-drawing.js'
import type { mistakesFields } from './mistakes-fields.js'

export type Here = At<typeof mistakesFields, MistakesWords>

export interface MistakesPicture extends MistakesDrawing {
  /** MathML of what is often written, and of what is right. */
  formulas: readonly [string, string]
  /** The encodings that it is about. */
  entries: readonly EncodingEntry[]
}

/** Sentence about the input that is shown. */
export function verdict({ words, language }: Here, drawing: MistakesDrawing): string {
  const { trials, shown, found, sentence, mistake } = drawing
  if (shown === found) return [sentence[language], words.smallest(found + 1)].join(words.gap)
  const trial = trials[shown]
  const most = trial ? distance(trial) : Number.NaN
  if (most < mistake.margin) return most < 1e-5 ? words.same : words.apartBy(short(most))
  return Number.isFinite(most) ? words.apartBy(short(most)) : words.notComparable
}
