// Small pieces of HTML as text.

import type { Bilingual, Language } from '../../content/bilingual.js'
import { unbroken } from '../../elements/parts/element/unbroken.js'
import { mathOf } from './math.js'

export function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

/** Bilingual of our own tables: $TeX$, <c>content</c>, <o>position</o>; links that begin with a letter lead from the root of the site. */
export function prose(text: Bilingual, language: Language, root: string): string {
  return together(text[language])
    .replace(/\$([^$]+)\$([，。；：、）]?)/g, (_, tex: string, sign: string) => whole(mathOf(tex), sign))
    .replaceAll('<c>', '<span class="content">')
    .replaceAll('<o>', '<span class="position">')
    .replace(/<\/[co]>/g, '</span>')
    .replace(/href="(?!https?:|#)/g, `href="${root}`)
}

/** Non-breaking spaces between a number and its unit and the like; formulas and tags are left alone. */
function together(text: string): string {
  const pieces = text.split(/(\$[^$]+\$|<[^>]+>)/)
  return pieces.map((piece, i) => (i % 2 ? piece : unbroken(piece))).join('')
}

/** No line begins with a sign that belongs to the formula before it. */
const whole = (math: string, sign: string): string =>
  sign ? `<span class="whole">${math}${sign}</span>` : math

const words = new Intl.Segmenter('zh', { granularity: 'word' })

/** A heading that breaks after its signs, or between words where it has none, also in Chinese: styles/text.css keeps the rest together. */
export function phrases(heading: string, language: Language): string {
  if (language !== 'zh') return heading
  const pieces = heading.split(/(<[^>]+>|&\w+;)/)
  return pieces.map((piece, i) => (i % 2 ? piece : betweenWords(piece))).join('')
}

function betweenWords(text: string): string {
  if (/[，：；]/.test(text)) return text.replace(/[，：；](?=.)/g, '$&<wbr />')
  const all = [...words.segment(text)]
  return all
    .map(({ segment, isWordLike }, i) =>
      isWordLike && all[i - 1]?.isWordLike ? `<wbr />${segment}` : segment,
    )
    .join('')
}

/** `code` between backticks, for texts of the library. */
export function withCode(text: string): string {
  return escaped(text).replace(/`([^`]+)`/g, '<code>$1</code>')
}
