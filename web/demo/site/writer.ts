// Blocks of a chapter or a section as HTML, complete without a script; figures become interactive where their elements are defined.

import type { Block, FigureBlock } from '../../content/article/section.js'
import type { Bilingual, Language } from '../../content/bilingual.js'
import { pages } from '../../content/pages/index.js'
import { builderHtml } from './builder.js'
import { type FallbackInput, fallbackOf } from './fallbacks.js'
import { type FigurePlace, figureHtml } from './figure-html.js'
import { formulaHtml } from './formula-html.js'
import { escaped, phrases, prose } from './html.js'
import type { Measured } from './measured.js'
import { type Place, pathOf, rootOf } from './places.js'
import { quizHtml } from './questions.js'
import { Terms } from './terms.js'
import { siteWords } from './words.js'

export class Writer {
  readonly input: FallbackInput
  readonly language: Language
  readonly terms: Terms
  readonly #root: string

  constructor(place: Place, measured: Measured) {
    this.#root = rootOf(place)
    this.language = place.language
    this.input = { language: place.language, root: this.#root, measured }
    this.terms = new Terms(place.language)
  }

  said(text: Bilingual): string {
    return prose(text, this.language, this.#root)
  }

  /** With the words of the glossary marked. */
  marked(text: Bilingual): string {
    const marked = this.terms.mark(text[this.language])
    return prose({ en: marked, zh: marked }, this.language, this.#root)
  }

  phrased(text: Bilingual): string {
    return phrases(this.said(text), this.language)
  }

  figure(block: FigureBlock, place?: FigurePlace): string {
    return figureHtml(block, this.said(block.caption), this.input, place)
  }

  /** The title of a chapter or a section, with a link to itself. */
  title(id: string, title: Bilingual): string {
    const { linkTo } = siteWords[this.language]
    const anchor = `<a class="anchor" href="#${id}" aria-label="${escaped(linkTo(title[this.language]))}">§</a>`
    return `<h2 id="${id}">${this.phrased(title)} ${anchor}</h2>`
  }

  blocks(blocks: readonly Block[]): string {
    return blocks.map((block) => this.#block(block)).join('\n')
  }

  #block(block: Block): string {
    switch (block.kind) {
      case 'paragraph':
        return `<p>${this.marked(block.text)}</p>`
      case 'heading':
        return `<h3 id="${block.id}">${this.phrased(block.text)}</h3>`
      case 'note':
        return `<p class="note">${this.marked(block.text)}</p>`
      case 'list': {
        const tag = block.ordered ? 'ol' : 'ul'
        return `<${tag}>${block.items.map((item) => `<li>${this.marked(item)}</li>`).join('')}</${tag}>`
      }
      case 'formula':
        return `<div class="formula"><div class="scroll">${formulaHtml(block.tex)}</div>
<p class="aloud"><span class="quiet">${siteWords[this.language].aloud}</span> ${this.said(block.aloud)}</p></div>`
      case 'code':
        return `<pre class="code"><code>${escaped(block.text)}</code></pre>`
      case 'figure':
        return this.figure(block)
      case 'terms':
        return `<div class="terms">${fallbackOf('terms', this.input)}</div>`
      case 'builder':
        return builderHtml(this.language, this.#root)
      case 'pages':
        return pagesHtml(this.language, this.#root)
      case 'quiz':
        return quizHtml(this.input)
    }
  }
}

/** The side pages. */
export function pagesHtml(language: Language, root: string): string {
  const { sidePages } = siteWords[language]
  const items = pages.map(
    ({ name, title }) => `<li><a href="${root}${pathOf(name, language)}">${title[language]}</a></li>`,
  )
  return `<nav class="sides" aria-label="${sidePages}"><p>${sidePages}</p><ul>${items.join('')}</ul></nav>`
}
