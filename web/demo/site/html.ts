// Small pieces of HTML as text.

import type { Language, Tables } from '../../elements/element/language.js'
import { mathOf } from './math.js'

export function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

/** Prose of our own tables: $TeX$, <c>content</c>, <o>position</o>; links that begin with a letter lead from the root of the site. */
export function prose(text: Tables<string>, language: Language, root: string): string {
  return text[language]
    .replace(/\$([^$]+)\$/g, (_, tex: string) => mathOf(tex))
    .replaceAll('<c>', '<span class="content">')
    .replaceAll('<o>', '<span class="position">')
    .replace(/<\/[co]>/g, '</span>')
    .replace(/href="(?!https?:|#)/g, `href="${root}`)
}

/** `code` between backticks, for texts of the library. */
export function withCode(text: string): string {
  return escaped(text).replace(/`([^`]+)`/g, '<code>$1</code>')
}
