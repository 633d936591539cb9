// The shell of every page: head, navigation, language, theme, footer.

import type { Language } from '../../content/bilingual.js'
import { htmlLanguage } from '../../elements/parts/element/language.js'
import { citation } from './citation.js'
import { figureCard, headOf, siteCard } from './head.js'
import { escaped } from './html.js'
import { imprint } from './imprint.js'
import { versionShown } from './version.js'
import { siteWords } from './words.js'

/** In the order of the navigation. */
export const pageNames = ['article', 'catalogue', 'gallery', 'api'] as const

export type PageName = (typeof pageNames)[number]

/** A page in one language: '' or 'zh/', then its folder. */
export interface Place {
  page: PageName
  language: Language
  /** From the root of the site, with a slash at the end, or empty. */
  path: string
}

const folders: Readonly<Record<PageName, string>> = {
  article: '',
  catalogue: 'encodings/',
  gallery: 'figures/',
  api: 'api/',
}

export const pathOf = (page: PageName, language: Language): string =>
  `${language === 'zh' ? 'zh/' : ''}${folders[page]}`

/** Where a figure says more of a page than the picture of the article. */
const cards = { catalogue: figureCard('wf-encoding') } as Partial<Record<PageName, typeof siteCard>>

/** From a page to the root of the site: '' is not an address, './' is. */
export function rootOf({ path }: Place): string {
  return '../'.repeat(path.split('/').length - 1) || './'
}

export interface Content {
  title: string
  description: string
  main: string
}

export function shell(place: Place, { title, description, main }: Content): string {
  const { language } = place
  const words = siteWords[language]
  return `<!doctype html>
<html lang="${htmlLanguage[language]}" data-theme="auto">
<head>
<meta charset="utf-8" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<meta name="color-scheme" content="light dark" />
<title>${escaped(title)}</title>
${headOf({ title, description, path: place.path, toRoot: rootOf(place), card: cards[place.page] ?? siteCard })}
${alternates(place)}
<link rel="icon" href="/icon.svg" type="image/svg+xml" />
<link rel="stylesheet" href="/site.css" />
<script vite-ignore src="${rootOf(place)}theme.js"></script>
<script type="module" src="/page/start.ts"></script>
</head>
<body class="${place.page}">
<a class="skip" href="#main">${words.skip}</a>
<header class="site">
${navigation(place)}
<div class="preferences">${languages(place)}${themes(language)}</div>
</header>
<main id="main">
${main}
</main>
<footer class="site"><p>${words.about} ${words.footer} <a href="${linkFrom(place, 'gallery', language)}">${words.take}</a></p>
<ul>${[...imprint(citation, language, rootOf(place)), `<span class="version">${versionShown}</span>`].map((item) => `<li>${item}</li>`).join('')}</ul></footer>
</body>
</html>
`
}

function alternates(place: Place): string {
  const links = (['en', 'zh'] as const).map(
    (language) =>
      `<link vite-ignore rel="alternate" hreflang="${htmlLanguage[language]}" href="${linkFrom(place, place.page, language)}" />`,
  )
  return links.join('\n')
}

function linkFrom(place: Place, page: PageName, language: Language): string {
  return `${rootOf(place)}${pathOf(page, language)}`
}

function navigation(place: Place): string {
  const words = siteWords[place.language]
  const links = pageNames.map((page) => {
    const current = page === place.page ? ' aria-current="page"' : ''
    return `<a href="${linkFrom(place, page, place.language)}"${current}>${words[page]}</a>`
  })
  return `<span class="brand">${mark}Whereformer</span>
<nav aria-label="${words.sections}">${links.join(' ')}</nav>`
}

/** Two arrows and the arc between them, as in icon.svg. */
const mark =
  '<svg class="sign" viewBox="0 0 24 24" aria-hidden="true"><path d="M4 20 20 8M4 20 9 4"/><path class="arc" d="M9.4 9.6A10 10 0 0 1 14.5 12.4"/></svg>'

// A plain link, which works without a script; a script adds the state of the figures.
function languages(place: Place): string {
  const [language, name] = place.language === 'en' ? (['zh', '中文'] as const) : (['en', 'English'] as const)
  const tag = htmlLanguage[language]
  return `<nav class="languages" aria-label="${siteWords[place.language].language}"><a href="${linkFrom(place, place.page, language)}" lang="${tag}" hreflang="${tag}">${name}</a></nav>`
}

function themes(language: Language): string {
  const { theme, themes } = siteWords[language]
  const options = Object.entries(themes).map(([value, name]) => `<option value="${value}">${name}</option>`)
  return `<label class="theme" hidden><span>${theme}</span> <select id="theme">${options.join('')}</select></label>`
}
