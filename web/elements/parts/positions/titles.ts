// Titles of encodings: in sentences, and in menus.

import type { EncodingEntry } from 'whereformer'
import type { Language } from '../../../content/bilingual.js'
import { widthOf } from '../element/text-width.js'

export function titleOf(entry: EncodingEntry, language: Language): string {
  return language === 'zh' ? entry.titleZh : entry.title
}

/** The longest title that a menu has room for on a phone. */
const LONGEST_NAME = 32

/** In a menu, where a long title goes without its explanation: what follows a colon or stands in brackets. */
export function menuName(entry: EncodingEntry, language: Language): string {
  const title = titleOf(entry, language)
  return widthOf(title) > LONGEST_NAME ? title.replace(/ ?[(（:：].*/, '') : title
}
