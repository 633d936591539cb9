// Notes on ALiBi by the key's position; loaded on demand.

import type { AlibiPosition } from 'whereformer'
import type { Bilingual } from '../../../content/bilingual.js'
import { short } from '../../../content/format.js'

export type Notes = Bilingual<readonly string[]>

/** Replaces the usual note where the bias is counted by the key's position instead of the distance. */
export function keyedNotes({ keyed = 'distance' }: AlibiPosition, slope: number): Notes | undefined {
  if (keyed === 'distance') return undefined
  return {
    en: [
      `This number is added to the score of a query and a key: the position of the key times a slope, here ${short(slope)}. Within a row it differs from the bias by distance by a constant, which softmax cancels.`,
    ],
    zh: [
      `这个数加到查询与键的得分上：它等于键的位置乘以斜率，这里的斜率是 ${short(slope)}。同一行里，它与按距离计算的偏置处处只差同一个数，而 softmax 只看差值。`,
    ],
  }
}
