// The models as a static table, from their cards.

import type { Bilingual, Language } from '../../content/bilingual.js'
import { type ModelCard, modelCards } from '../../lib/families/cards.js'

const heads: Bilingual<readonly string[]> = {
  en: ['model', 'year', 'position'],
  zh: ['模型', '年份', '位置'],
}

/** Head first. */
export function modelRows(language: Language): string[][] {
  const row = ({ title, titleZh, year, position }: ModelCard) => [
    language === 'zh' ? titleZh : title,
    String(year),
    position.summary[language],
  ]
  return [[...heads[language]], ...modelCards.map(row)]
}
