// The article as HTML: the first screen, then the chapters, each a figure that stays while its steps pass by.

import { chapters, hero, lead, onward, question, title } from '../../content/article/index.js'
import type { Chapter, Step } from '../../content/article/section.js'
import { askHtml } from './ask-html.js'
import { elsewhere } from './elsewhere.js'
import { escaped, phrases } from './html.js'
import type { Measured } from './measured.js'
import type { Content } from './page-shell.js'
import type { Place } from './places.js'
import { glossaryHtml } from './terms.js'
import { siteWords } from './words.js'
import { Writer } from './writer.js'

export function articlePage(place: Place, measured: Measured): Content {
  const { language } = place
  const writer = new Writer(place, measured)
  const words = siteWords[language]
  return {
    title: `Whereformer: ${title[language]}`,
    description: words.description,
    main: `<article data-elsewhere="${escaped(JSON.stringify(elsewhere(place, measured)))}">
<div class="opening">
<div><h1>${phrases(title[language], language)}</h1>
<p class="lead">${writer.said(lead)}</p>
<p class="question">${writer.said(question)}</p>
<p class="onward quiet">${writer.said(onward)}</p>
<noscript><p class="quiet">${words.noScript}</p></noscript></div>
${writer.figure(hero, 'hero')}
</div>
${chapters.map((chapter, index) => chapterHtml(chapter, index + 1, writer)).join('\n')}
</article>
${glossaryHtml(language)}`,
  }
}

function chapterHtml({ id, title, stage, blocks }: Chapter, number: number, writer: Writer): string {
  writer.terms.startSection()
  const words = siteWords[writer.language]
  const after = blocks.length > 0 ? `\n<div class="after">${writer.blocks(blocks)}</div>` : ''
  return `<section class="chapter" aria-labelledby="${id}">
<header class="intro"><p class="number">${words.chapter(number)}</p>
${writer.title(id, title)}</header>
${writer.figure({ kind: 'figure', when: '', ...stage }, 'stage')}
<ol class="steps">
<li class="legend">${writer.marked(stage.caption)}</li>
${stepsHtml(stage.steps, writer)}
</ol>
<button type="button" class="back" hidden>${words.back}</button>
</section>${after}`
}

/** Questions and leads have no number. */
function stepsHtml(steps: readonly Step[], writer: Writer): string {
  let number = 0
  return steps
    .map((step) => {
      if (step.kind === 'ask') return askHtml(step, writer)
      if (step.kind === 'lead') return `<li class="leads"><p>${writer.marked(step.text)}</p></li>`
      number += 1
      return `<li class="step" data-state="${escaped(JSON.stringify(step.state))}"><button type="button" class="mark" aria-label="${siteWords[writer.language].setStep(number)}">${number}</button>
<div><p>${writer.marked(step.text)}</p></div></li>`
    })
    .join('\n')
}
