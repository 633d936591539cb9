// Who publishes this, where, under which licence, and how to cite it: what CITATION.cff says. What it does not say yet is not on the page.

import type { Language } from '../../content/bilingual.js'
import { bibtex, type Citation } from './citation.js'
import { escaped } from './html.js'
import { siteWords } from './words.js'

/** @param root from the page to the root of the site, which has the licence and the citation @returns entries of the footer, as HTML */
export function imprint(citation: Citation, language: Language, root: string): string[] {
  const words = siteWords[language].imprint
  const { authors, license, 'repository-code': source } = citation
  return [
    ...(source ? [link(source, words.source), link('https://www.npmjs.com/package/whereformer', 'npm')] : []),
    `<a href="${root}LICENSE.txt" rel="license">${words.licence(escaped(license))}</a>`,
    ...authors.map(({ name, website }) => (website ? link(website, escaped(name)) : escaped(name))),
    `<details class="cite"><summary>${words.cite}</summary><pre class="code">${escaped(bibtex(citation))}</pre><p>${link(`${root}CITATION.cff`, 'CITATION.cff')}</p></details>`,
  ]
}

const link = (address: string, name: string): string => `<a href="${escaped(address)}">${name}</a>`
