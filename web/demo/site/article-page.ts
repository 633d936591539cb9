// The article as HTML, complete without a script; figures become interactive where their elements are defined.

import type { Language } from '../../elements/element/language.js'
import { type Figure, figures } from '../article/figures.js'
import { lead, sections, title } from '../article/index.js'
import type { Block, Section } from '../article/section.js'
import { type FallbackInput, fallbackOf } from './fallbacks.js'
import { escaped, prose } from './html.js'
import { mathOf } from './math.js'
import type { Measured } from './measured.js'
import { type Content, type Place, rootOf } from './page-shell.js'
import { siteWords } from './words.js'

export function articlePage(place: Place, measured: Measured): Content {
  const { language } = place
  const writer = new Writer({ language, root: rootOf(place), measured })
  const words = siteWords[language]
  return {
    title: `Whereformer: ${title[language]}`,
    description: words.description,
    main: `<article>
<h1>${title[language]}</h1>
<p class="lead">${prose(lead, language, rootOf(place))}</p>
<noscript><p class="note">${words.noScript}</p></noscript>
${contents(language)}
${sections.map((section, index) => writer.section(section, index)).join('\n')}
</article>`,
  }
}

function contents(language: Language): string {
  const items = sections.map(({ id, title }) => `<li><a href="#${id}">${title[language]}</a></li>`)
  const { contents, minutes } = siteWords[language]
  return `<nav class="contents" aria-labelledby="contents"><h2 id="contents">${contents}</h2><ol>${items.join('')}</ol><p class="quiet">${minutes}</p></nav>`
}

type FigureBlock = Extract<Block, { kind: 'figure' }>

class Writer {
  readonly #input: FallbackInput
  readonly #language: Language
  readonly #root: string

  constructor(input: FallbackInput) {
    this.#input = input
    this.#language = input.language
    this.#root = input.root
  }

  section({ id, title, blocks }: Section, index: number): string {
    const words = siteWords[this.#language]
    const name = title[this.#language]
    const anchor = `<a class="anchor" href="#${id}" aria-label="${escaped(words.linkTo(name))}">§</a>`
    return `<section aria-labelledby="${id}">
<h2 id="${id}"><span class="number">${index + 1}</span> ${name} ${anchor}</h2>
${blocks.map((block) => this.#block(block)).join('\n')}
</section>`
  }

  #said(text: Parameters<typeof prose>[0]): string {
    return prose(text, this.#language, this.#root)
  }

  #block(block: Block): string {
    switch (block.kind) {
      case 'paragraph':
        return `<p>${this.#said(block.text)}</p>`
      case 'heading':
        return `<h3 id="${block.id}">${this.#said(block.text)}</h3>`
      case 'note':
        return `<p class="note">${this.#said(block.text)}</p>`
      case 'list': {
        const tag = block.ordered ? 'ol' : 'ul'
        return `<${tag}>${block.items.map((item) => `<li>${this.#said(item)}</li>`).join('')}</${tag}>`
      }
      case 'formula':
        return `<div class="formula"><div class="scroll">${formulaHtml(block.tex)}</div>
<p class="aloud"><span class="quiet">${siteWords[this.#language].aloud}</span> ${this.#said(block.aloud)}</p></div>`
      case 'code':
        return `<pre class="code"><code>${escaped(block.text)}</code></pre>`
      case 'figure':
        return figureHtml(block, this.#said(block.caption), this.#input)
      case 'builder':
        return builderHtml(this.#language, this.#root)
    }
  }
}

/** A wide space stands between two formulas; where the page is narrow, the second one goes below. */
function formulaHtml(tex: string): string {
  return tex
    .split(/\\q?quad(?![a-z])/)
    .map((formula) => mathOf(formula, true))
    .join(' ')
}

/** The element with its fallback inside, and the caption of the article. */
function figureHtml({ name, when }: FigureBlock, caption: string, input: FallbackInput): string {
  const { element, attributes, fallback }: Figure = figures[name]
  const list = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`)
  return `<div class="wide"><${element} id="fig-${name}" class="live" fragment${list.join('')}>
<div class="fallback">${fallbackOf(fallback, input)}</div>
<p slot="caption"${when && ` data-when="${escaped(when)}"`}>${caption}</p>
</${element}></div>`
}

function builderHtml(language: Language, root: string): string {
  const words = siteWords[language].builder
  const kinds = Object.entries(words.kinds).map(([kind, name]) => `<option value="${kind}">${name}</option>`)
  return `<embed-builder class="wide" data-root="${root}" data-copied="${words.copied}" data-refused="${words.refused}">
<div class="controls" hidden>
<label>${words.figure} <select data-part="figure"></select></label>
<label>${words.kind} <select data-part="kind">${kinds.join('')}</select></label>
</div>
<pre class="code" tabindex="0" role="group" aria-label="${words.code}" hidden><code data-part="code"></code></pre>
<p class="quiet"><button type="button" data-part="copy" hidden>${siteWords[language].copy}</button> <span role="status" data-part="status"></span></p>
<noscript><p>${words.missing}</p></noscript>
</embed-builder>`
}
