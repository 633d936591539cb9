// The caption of the picture of an encoding.

import type { EncodingEntry, PositionEncoding } from 'whereformer'
import type { Language } from '../../../content/bilingual.js'
import { short } from '../../../content/format.js'
import { hookOf } from '../../parts/positions/encoding-numbers.js'
import type { EncodingDrawing } from './encoding-drawing.js'
import type { EncodingPicture } from './encoding-picture.js'
import type { EncodingWords } from './messages.js'

export function captionOf(
  { entry, drawn, position, length, notes }: EncodingDrawing,
  words: EncodingWords,
  language: Language,
): readonly string[] {
  if (drawn.view === 'map') return notes?.[language] ?? mapSentences(entry, drawn.picture, position, words)
  if (drawn.view === 'similarity') return [words.similarity[hookOf(entry) === 'embed' ? 'embed' : 'rotate']]
  if (drawn.view === 'waves') return [wavesSentence(drawn.wavelengths, length, words)]
  const { rise } = drawn.decay
  return [words.decay.what, rise === undefined ? words.decay.falls : words.decay.rises(rise)]
}

export function wavesSentence(wavelengths: Float32Array, length: number, words: EncodingWords): string {
  // spread: one per pair of channels that is drawn
  const fast = Math.min(...wavelengths)
  // spread: one per pair of channels that is drawn
  const slow = Math.max(...wavelengths)
  const whole = wavelengths.filter((wave) => wave <= length).length
  return words.waves(wavelengths.length, short(fast), short(slow), whole)
}

function mapSentences(
  entry: EncodingEntry,
  picture: EncodingPicture,
  position: PositionEncoding,
  words: EncodingWords,
): string[] {
  const { hook, tables, slope = 0 } = picture
  const own = words.own[entry.type]
  if (own) return [typeof own === 'string' ? own : own(short(slope))]
  const isGridMask = 'kind' in position && position.kind === 'neighborhood'
  const tokens = isGridMask ? 'grid' : entry.tokens
  return [
    hook ? words.shown[hook] : words.none,
    ...(tokens ? [words.tokens[tokens]] : []),
    ...(tables === 'rows' ? [words.rows] : []),
    ...(tables === 'examples' ? [words.examples] : []),
  ]
}
