// A side page as HTML: one column of text, wide figures, notes in the margin.

import type { Section } from '../../content/article/section.js'
import { pages } from '../../content/pages/index.js'
import type { PageName } from '../../content/pages/page.js'
import type { Measured } from './measured.js'
import type { Content } from './page-shell.js'
import { type Place, rootOf } from './places.js'
import { asideHtml } from './questions.js'
import { glossaryHtml } from './terms.js'
import { pagesHtml, Writer } from './writer.js'

export const sidePage =
  (name: PageName) =>
  (place: Place, measured: Measured): Content => {
    const { language } = place
    const page = pages.find((one) => one.name === name)
    if (!page) throw new Error(`there is no page ${name}`)
    const writer = new Writer(place, measured)
    const sections = page.sections.map((section) => sectionHtml(section, writer))
    const plain = page.lead[language].replace(/<[^>]*>/g, '')
    return {
      title: `Whereformer: ${page.title[language]}`,
      description: plain,
      main: `<article class="side">
<h1 id="${name}">${writer.phrased(page.title)}</h1>
<p class="lead">${writer.said(page.lead)}</p>
${sections.join('\n')}
</article>
${pagesHtml(language, rootOf(place))}
${glossaryHtml(language, writer.terms.used)}`,
    }
  }

function sectionHtml({ id, title, blocks }: Section, writer: Writer): string {
  writer.terms.startSection()
  return `<section aria-labelledby="${id}">
${writer.title(id, title)}
${writer.blocks(blocks)}
${asideHtml(id, writer.input)}
</section>`
}
