// The two languages of everything that a person reads.

export type Language = 'en' | 'zh'

/** One table of words for each language; the compiler sees to it that both have the same keys. */
export type Tables<Words> = Readonly<Record<Language, Words>>

/** What the attribute `lang` of HTML says. */
export const htmlLanguage: Readonly<Record<Language, string>> = { en: 'en', zh: 'zh-Hans' }

/** zh for any kind of Chinese, en for any other language; undefined for none. */
export function languageOf(tag: string | null | undefined): Language | undefined {
  if (!tag) return undefined
  return /^zh\b/i.test(tag) ? 'zh' : 'en'
}
