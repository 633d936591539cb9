// Around every page: the header with the seven chapters, and the footer with all pages.

import { chapters } from '../../content/article/index.js'
import type { Language } from '../../content/bilingual.js'
import { pages } from '../../content/pages/index.js'
import { htmlLanguage } from '../../elements/parts/element/language.js'
import { citation } from './citation.js'
import { phrases } from './html.js'
import { imprint } from './imprint.js'
import { linkFrom, listNames, type Place, rootOf } from './places.js'
import { versionShown } from './version.js'
import { siteWords } from './words.js'

export function headerHtml(place: Place): string {
  return `<header class="site">
${brand(place)}
${chapterLine(place)}
<div class="preferences">${lists(place)}${languages(place)}${themes(place.language)}</div>
</header>`
}

function brand(place: Place): string {
  const current = place.page === 'article' ? ' aria-current="page"' : ''
  return `<a class="brand" href="${linkFrom(place, 'article', place.language)}"${current}>${mark}Whereformer</a>`
}

/** Two arrows and the arc between them, as in icon.svg. */
const mark =
  '<svg class="sign" viewBox="0 0 24 24" aria-hidden="true"><path d="M4 20 20 8M4 20 9 4"/><path class="arc" d="M9.4 9.6A10 10 0 0 1 14.5 12.4"/></svg>'

/** One segment per chapter; page/contents.ts marks the one that is read. */
function chapterLine(place: Place): string {
  const { language, page } = place
  const article = page === 'article' ? '' : linkFrom(place, 'article', language)
  const items = chapters.map(
    ({ id, short }) =>
      `<li><a href="${article}#${id}" aria-label="${short[language]}"><span>${short[language]}</span></a></li>`,
  )
  return `<nav class="chapters" id="contents" aria-label="${siteWords[language].contents}"><ol>${items.join('')}</ol></nav>`
}

function lists(place: Place): string {
  const words = siteWords[place.language]
  const links = listNames.map((page) => {
    const current = page === place.page ? ' aria-current="page"' : ''
    return `<a href="${linkFrom(place, page, place.language)}"${current}>${words[page]}</a>`
  })
  return `<nav class="lists" aria-label="${words.lists}">${links.join(' ')}</nav>`
}

// A plain link, which works without a script; a script adds the state of the figures.
function languages(place: Place): string {
  const [language, name] = place.language === 'en' ? (['zh', '中文'] as const) : (['en', 'English'] as const)
  const tag = htmlLanguage[language]
  return `<nav class="languages" aria-label="${siteWords[place.language].language}"><a href="${linkFrom(place, place.page, language)}" lang="${tag}" hreflang="${tag}">${name}</a></nav>`
}

function themes(language: Language): string {
  const { theme, themes } = siteWords[language]
  const options = Object.entries(themes).map(([value, name]) => `<option value="${value}">${name}</option>`)
  return `<label class="theme" hidden><select id="theme" aria-label="${theme}">${options.join('')}</select></label>`
}

export function footerHtml(place: Place): string {
  const { language } = place
  const words = siteWords[language]
  const link = (page: Place['page'], name: string) =>
    `<li><a href="${linkFrom(place, page, language)}">${name}</a></li>`
  const all = [
    link('article', words.article),
    ...pages.map(({ name, title }) => link(name, phrases(title[language], language))),
    ...listNames.map((page) => link(page, words[page])),
  ]
  const about = [
    ...imprint(citation, language, rootOf(place)),
    `<span class="version">${versionShown}</span>`,
  ]
  return `<footer class="site"><p>${words.about} ${words.footer} <a href="${linkFrom(place, 'gallery', language)}">${words.take}</a></p>
<nav aria-label="${words.pages}"><ul>${all.join('')}</ul></nav>
<ul>${about.map((item) => `<li>${item}</li>`).join('')}</ul></footer>`
}
