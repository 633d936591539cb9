import { en, type Messages } from './en.js'
import { zh } from './zh.js'

export type { Messages }

export type Language = 'en' | 'zh'

export const messagesOf: Record<Language, Messages> = { en, zh }

/** What the <html> element says. */
export const htmlLanguage: Record<Language, string> = { en: 'en', zh: 'zh-Hans' }

/** zh for any kind of Chinese, else en. */
export function languageOf(tag: string | null | undefined): Language | undefined {
  if (!tag) return undefined
  return tag.toLowerCase().startsWith('zh') ? 'zh' : 'en'
}
