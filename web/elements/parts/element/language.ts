// The two languages in HTML.

import type { Bilingual, Language } from '../../../content/bilingual.js'

/** Value of the HTML attribute `lang`. */
export const htmlLanguage: Bilingual = { en: 'en', zh: 'zh-Hans' }

/** zh for any variety of Chinese, en for any other language; undefined without a tag. */
export function languageOf(tag: string | null | undefined): Language | undefined {
  if (!tag) return undefined
  return /^zh\b/i.test(tag) ? 'zh' : 'en'
}
