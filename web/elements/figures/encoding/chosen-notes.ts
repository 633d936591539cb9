// Notes on an encoding with chosen parameters; loaded on demand.

import type { PositionEncoding, RopePosition, SinusoidalPosition } from 'whereformer'
import type { Bilingual } from '../../../content/bilingual.js'
import { short } from '../../../content/format.js'
import { keyedNotes, type Notes } from '../../parts/positions/keyed-notes.js'
import type { EncodingPicture } from './encoding-picture.js'

type Type = PositionEncoding['type']
type Noted = {
  readonly [T in Type]?: (
    position: Extract<PositionEncoding, { type: T }>,
    picture: EncodingPicture,
  ) => Notes | undefined
}

const noted: Noted = {
  rope: ropeNotes,
  sinusoidal: sinusoidNotes,
  alibi: (position, { matrix }) => keyedNotes(position, matrix.data[1] ?? 0), // query 0, key 1
}

/** Replaces the usual note; undefined if the usual one still holds. */
export function notesOf(position: PositionEncoding, picture: EncodingPicture): Notes | undefined {
  return noted[position.type]?.(position as never, picture)
}

function sinusoidNotes({ layout }: SinusoidalPosition): Notes | undefined {
  if (layout !== 'concatenated') return undefined
  return {
    en: [
      'Row p is added to the embedding of the token at position p. All sines come before all cosines; in each half, wavelengths grow from left to right.',
    ],
    zh: ['第 p 行加到位置 p 的词元嵌入上。正弦全在前，余弦全在后；每一半里，越往右波长越长。'],
  }
}

const layouts: Bilingual<Readonly<Record<'half' | 'interleaved', string>>> = {
  en: {
    half: 'The cosines fill the left half of the rotated channels, the sines the right half; in each half the fast pairs come first.',
    interleaved: 'The cosine and sine of a pair are neighbours; fast pairs are on the left.',
  },
  zh: {
    half: '旋转的通道中，左半是余弦，右半是正弦；每一半里，快的对在前。',
    interleaved: '每一对的余弦和正弦相邻，快的对在左边。',
  },
}

function ropeNotes(
  { layout = 'half', rotaryDim = 0, rotaryStart = 0 }: RopePosition,
  { waves, tables }: EncodingPicture,
): Notes {
  const factor = waves?.factor ?? 1
  const chosen = <Note>(holds: boolean, note: Note) => (holds ? [note] : [])
  const part = rotaryDim > 0 || rotaryStart > 0
  const examples = tables === 'examples'
  return {
    en: [
      'A vector whose every pair is (1, 0), rotated by its position: you see the cosine and the sine of each pair’s angle.',
      layouts.en[layout],
      ...chosen(part, 'Channels that are not rotated stay as they are; here they are 0.'),
      ...chosen(factor !== 1, `This scaling also multiplies cosines and sines by ${short(factor)}.`),
      ...chosen(examples, 'Its factors are found by a search on a model; fixed examples are used here.'),
    ],
    zh: [
      '每一对通道都是 (1, 0) 的向量，按位置旋转：图中是每对转角的余弦和正弦。',
      layouts.zh[layout],
      ...chosen(part, '不旋转的通道保持原样，在这里是 0。'),
      ...chosen(factor !== 1, `这种缩放还把余弦和正弦乘以 ${short(factor)}。`),
      ...chosen(examples, '它的系数要在模型上搜索得到，这里用固定的示例。'),
    ],
  }
}
