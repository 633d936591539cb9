// A text in the two languages of the page and of the figures.

export type Language = 'en' | 'zh'

/** A sentence, a table of words or anything else per language; the compiler checks that neither lacks a key of the other. */
export type Bilingual<Text = string> = Readonly<Record<Language, Text>>

export const say = (en: string, zh: string): Bilingual => ({ en, zh })
