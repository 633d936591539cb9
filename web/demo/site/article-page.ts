// The article as HTML, complete without a script; figures become interactive where their elements are defined.

import { type Figure, figures } from '../../content/article/figures.js'
import { hero, lead, overview, question, sections, title } from '../../content/article/index.js'
import type { Block, FigureBlock, Section, StageBlock } from '../../content/article/section.js'
import type { Bilingual, Language } from '../../content/bilingual.js'
import { type PresetFigure, presets } from '../../content/presets.js'
import { builderHtml } from './builder.js'
import { type FallbackInput, fallbackOf, titleOf } from './fallbacks.js'
import { escaped, phrases, prose } from './html.js'
import { mathOf } from './math.js'
import type { Measured } from './measured.js'
import { type Content, type Place, rootOf } from './page-shell.js'
import { questionsOf } from './questions.js'
import { glossaryHtml, Terms } from './terms.js'
import { siteWords } from './words.js'

export function articlePage(place: Place, measured: Measured): Content {
  const { language } = place
  const writer = new Writer({ language, root: rootOf(place), measured })
  const words = siteWords[language]
  return {
    title: `Whereformer: ${title[language]}`,
    description: words.description,
    main: `<article>
<div class="opening">
<div><h1>${phrases(title[language], language)}</h1>
<p class="lead">${prose(lead, language, rootOf(place))}</p>
<p class="question">${prose(question, language, rootOf(place))}</p>
<noscript><p class="quiet">${words.noScript}</p></noscript></div>
${writer.hero()}
</div>
<p>${prose(overview, language, rootOf(place))}</p>
${contents(language)}
${sections.map((section, index) => writer.section(section, index)).join('\n')}
</article>
${glossaryHtml(language)}`,
  }
}

function contents(language: Language): string {
  const items = sections.map(({ id, title }) => `<li><a href="#${id}">${title[language]}</a></li>`)
  const { contents, here, minutes } = siteWords[language]
  const list = `<ol>${items.join('')}</ol>`
  return `<nav class="contents" aria-labelledby="contents"><h2 id="contents">${contents}</h2>${list}<p class="quiet">${minutes}</p></nav>
<nav class="following" aria-label="${here}" hidden><details><summary>${contents}</summary>${list}</details></nav>`
}

class Writer {
  readonly #input: FallbackInput
  readonly #language: Language
  readonly #root: string
  readonly #terms: Terms

  constructor(input: FallbackInput) {
    this.#input = input
    this.#language = input.language
    this.#root = input.root
    this.#terms = new Terms(input.language)
  }

  hero(): string {
    return figureHtml(hero, this.#said(hero.caption), this.#input, 'hero')
  }

  section({ id, title, blocks }: Section, index: number): string {
    this.#terms.startSection()
    const words = siteWords[this.#language]
    const name = title[this.#language]
    const anchor = `<a class="anchor" href="#${id}" aria-label="${escaped(words.linkTo(name))}">§</a>`
    return `<section aria-labelledby="${id}">
<h2 id="${id}"><span class="number">${index + 1}</span> ${phrases(name, this.#language)} ${anchor}</h2>
${blocks.map((block) => this.#block(block)).join('\n')}
${questionsOf(id, this.#language, this.#input.measured)}
</section>`
  }

  #stage({ name, caption, steps }: StageBlock): string {
    const figure = figureHtml(
      { kind: 'figure', name, caption, when: '' },
      this.#said(caption),
      this.#input,
      'stage',
    )
    const items = steps.map(({ text, state }, index) => {
      const label = siteWords[this.#language].setStep(index + 1)
      return `<li class="step" data-state="${escaped(JSON.stringify(state))}"><button type="button" class="mark" aria-label="${label}">${index + 1}</button>
<div><p>${this.#marked(text)}</p></div></li>`
    })
    const { back } = siteWords[this.#language]
    return `<div class="staged">
${figure}
<ol class="steps">
${items.join('\n')}
</ol>
<button type="button" class="back" hidden>${back}</button>
</div>`
  }

  #said(text: Parameters<typeof prose>[0]): string {
    return prose(text, this.#language, this.#root)
  }

  /** With the words of the glossary marked. */
  #marked(text: Bilingual): string {
    const marked = this.#terms.mark(text[this.#language])
    return prose({ en: marked, zh: marked }, this.#language, this.#root)
  }

  #block(block: Block): string {
    switch (block.kind) {
      case 'paragraph':
        return `<p>${this.#marked(block.text)}</p>`
      case 'heading':
        return `<h3 id="${block.id}">${phrases(this.#said(block.text), this.#language)}</h3>`
      case 'note':
        return `<p class="note">${this.#marked(block.text)}</p>`
      case 'list': {
        const tag = block.ordered ? 'ol' : 'ul'
        return `<${tag}>${block.items.map((item) => `<li>${this.#marked(item)}</li>`).join('')}</${tag}>`
      }
      case 'formula':
        return `<div class="formula"><div class="scroll">${formulaHtml(block.tex)}</div>
<p class="aloud"><span class="quiet">${siteWords[this.#language].aloud}</span> ${this.#said(block.aloud)}</p></div>`
      case 'code':
        return `<pre class="code"><code>${escaped(block.text)}</code></pre>`
      case 'figure':
        return figureHtml(block, this.#said(block.caption), this.#input)
      case 'stage':
        return this.#stage(block)
      case 'terms':
        return `<div class="terms">${fallbackOf('terms', this.#input)}</div>`
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
function figureHtml(
  { name, when }: FigureBlock,
  caption: string,
  input: FallbackInput,
  place = 'wide',
): string {
  const { element, attributes, fallback }: Figure = figures[name]
  const list = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`)
  return `<div class="${place}"><${element} id="fig-${name}" class="live" fragment${list.join('')}>
${titleOf(fallback, input)}<div class="fallback">${fallbackOf(fallback, input)}</div>
${place === 'wide' ? presetsHtml(name as PresetFigure, input.language) : ''}
<p slot="caption"${when && ` data-when="${escaped(when)}"`}>${caption}</p>
</${element}></div>`
}

/** Set the state of the figure around them: page/presets.ts. */
function presetsHtml(figure: PresetFigure, language: Language): string {
  const { name, undo } = siteWords[language].presets
  const buttons = presets[figure].map(
    ({ label, look, state }) =>
      `<button type="button" aria-pressed="false" data-state="${escaped(JSON.stringify(state))}" data-look="${escaped(look[language])}">${escaped(label[language])}</button>`,
  )
  return `<div slot="presets" class="presets">
<div role="toolbar" aria-label="${name}"><span aria-hidden="true">${name}</span> ${buttons.join(' ')}</div>
<p><span role="status"></span> <button type="button" class="undo" hidden>${undo}</button></p>
</div>`
}
