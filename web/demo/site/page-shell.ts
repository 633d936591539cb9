// The shell of every page: head, navigation, language, theme, footer.

import { pages } from '../../content/pages/index.js'
import { htmlLanguage } from '../../elements/parts/element/language.js'
import { footerHtml, headerHtml } from './around.js'
import { figureCard, headOf, siteCard } from './head.js'
import { escaped } from './html.js'
import { linkFrom, type Place, rootOf } from './places.js'
import { siteWords } from './words.js'

/** Where a figure says more of a page than the picture of the article. */
const cards = {
  catalogue: figureCard('wf-encoding'),
  content: figureCard('wf-ledger'),
  generating: figureCard('wf-cache'),
  stretching: figureCard('wf-extrapolation'),
  models: figureCard('wf-models'),
  mistakes: figureCard('wf-mistakes'),
} as Partial<Record<Place['page'], typeof siteCard>>

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
<body class="${isTold(place) ? 'told' : place.page}">
<a class="skip" href="#main">${words.skip}</a>
${headerHtml(place)}
<main id="main">
${main}
</main>
${footerHtml(place)}
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

/** Whether it is prose with figures: the article or a side page. */
const isTold = ({ page }: Place) => page === 'article' || pages.some(({ name }) => name === page)
