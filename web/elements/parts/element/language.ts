// The two user interface languages.

export type Language = 'en' | 'zh'

/** One table of texts per language; the compiler checks that both have the same keys. */
export type Tables<Words> = Readonly<Record<Language, Words>>

/** Value of the HTML attribute `lang`. */
export const htmlLanguage: Readonly<Record<Language, string>> = { en: 'en', zh: 'zh-Hans' }

/** zh for any variety of Chinese, en for any other language; undefined without a tag. */
export function languageOf(tag: string | null | undefined): Language | undefined {
  if (!tag) return undefined
  return /^zh\b/i.test(tag) ? 'zh' : 'en'
}
