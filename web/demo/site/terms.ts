// Marks the words of the glossary in prose: the first use in each section becomes a link to the list at the end.

import type { Language } from '../../content/bilingual.js'
import { glossary } from '../../content/glossary.js'
import { siteWords } from './words.js'

/** In which nothing is marked. */
const CLOSED = /^(?:a|code)$/

/** Tags, formulas, and the text between them. */
const PIECES = /<\/?(\w+)[^>]*>|\$[^$]*\$|[^<$]+/g

interface Form {
  id: string
  text: string
  elsewhere: readonly string[]
}

interface Found extends Form {
  at: number
}

export class Terms {
  readonly #forms: readonly Form[]
  readonly #words: Intl.Segmenter
  readonly #seen = new Set<string>()
  /** Ids of all words that were marked. */
  readonly used = new Set<string>()

  constructor(language: Language) {
    this.#words = new Intl.Segmenter(language, { granularity: 'word' })
    const forms = glossary.flatMap(({ id, forms, elsewhere }) =>
      forms[language].map((text) => ({ id, text, elsewhere: elsewhere[language] })),
    )
    this.#forms = forms.sort((a, b) => b.text.length - a.text.length)
  }

  /** From here on every word counts as new. */
  startSection(): void {
    this.#seen.clear()
  }

  /** @param prose with its shorthands, before they become HTML */
  mark(prose: string): string {
    let closed = 0
    return prose.replace(PIECES, (piece: string, tag: string | undefined) => {
      if (tag && CLOSED.test(tag)) closed += piece.startsWith('</') ? -1 : 1
      return tag || piece.startsWith('$') || closed > 0 ? piece : this.#markText(piece)
    })
  }

  #markText(text: string): string {
    const found = this.#firstIn(text)
    if (!found) return text
    this.#seen.add(found.id)
    this.used.add(found.id)
    const end = found.at + found.text.length
    const word = text.slice(found.at, end)
    const before = this.#markText(text.slice(0, found.at))
    return `${before}<a class="term" href="#term-${found.id}">${word}</a>${this.#markText(text.slice(end))}`
  }

  /** The longest word that has not been marked yet, where it stands first. */
  #firstIn(text: string): Found | undefined {
    const edges = new Set([...this.#words.segment(text)].map(({ index }) => index)).add(text.length)
    const lower = text.toLowerCase()
    for (const form of this.#forms) {
      if (this.#seen.has(form.id)) continue
      for (const at of placesOf(form.text.toLowerCase(), lower)) {
        const end = at + form.text.length
        if (edges.has(at) && edges.has(end) && !hyphened(text, at, end) && !otherSense(form, lower, at))
          return { ...form, at }
      }
    }
    return undefined
  }
}

function placesOf(word: string, text: string): number[] {
  const places: number[] = []
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) places.push(at)
  return places
}

/** Whether the word at this place is part of a phrase in which it means something else. */
function otherSense({ elsewhere }: Form, text: string, at: number): boolean {
  return elsewhere.some((phrase) =>
    placesOf(phrase, text).some((start) => start <= at && at < start + phrase.length),
  )
}

/** "query-key" is another word. */
function hyphened(text: string, start: number, end: number): boolean {
  return /[-‑]/.test(text[start - 1] ?? '') || /[-‑]/.test(text[end] ?? '')
}

/** @param used the words to list; all of them when absent */
export function glossaryHtml(language: Language, used?: ReadonlySet<string>): string {
  const entries = glossary
    .filter(({ id }) => used?.has(id) ?? true)
    .map(
      ({ id, name, meaning }) =>
        `<div><dt id="term-${id}">${name[language]}</dt><dd>${meaning[language]}</dd></div>`,
    )
  const { glossary: title, termKeys } = siteWords[language]
  return `<section class="glossary" aria-labelledby="glossary" data-keys="${termKeys}">
<h2 id="glossary">${title}</h2>
<dl>${entries.join('\n')}</dl>
</section>`
}
