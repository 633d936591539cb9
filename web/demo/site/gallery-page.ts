// The gallery: every element of the package, small and alive, with its tag and its attributes.

import { type Figure, type FigureName, figures } from '../../content/article/figures.js'
import { quizzed } from '../../content/article/questions.js'
import type { Language } from '../../content/bilingual.js'
import { pageOf } from '../../content/pages/index.js'
import { figureTag, PUBLISHED, scriptTag } from '../../elements/parts/figure/embed-code.js'
import { modulesTag } from '../page/embed-codes.js'
import { fallbackOf } from './fallbacks.js'
import { galleryWords } from './gallery-words.js'
import { escaped, phrases, withCode } from './html.js'
import { inlineIntegrity } from './inline-integrity.js'
import { type ListedAttribute, type ListedElement, listedElements } from './manifest.js'
import type { Measured } from './measured.js'
import type { Content } from './page-shell.js'
import { type Place, pathOf, rootOf } from './places.js'
import { siteWords } from './words.js'

export function galleryPage(place: Place, measured: Measured): Content {
  const { language } = place
  const words = galleryWords[language]
  const all = listedElements()
  const script = scriptTag({ src: `${PUBLISHED}inline.js`, integrity: inlineIntegrity })
  return {
    title: `Whereformer: ${words.title}`,
    description: words.description(all.length),
    main: `<h1>${phrases(words.title, language)}</h1>
<p class="lead">${words.lead(all.length)}</p>
<h2 id="script">${words.script}</h2>
<pre class="code"><code>${escaped(script)}</code></pre>
<p>${words.beside}</p>
<p>${words.modules}</p>
<pre class="code"><code>${escaped(modulesTag)}</code></pre>
<p>${words.bundler}</p>
<pre class="code"><code>import 'whereformer/elements/register'</code></pre>
<div id="gallery" data-copied="${siteWords[language].builder.copied}" data-refused="${siteWords[language].builder.refused}">
${all.map((one) => cardHtml(one, place, measured)).join('\n')}
</div>
<h2 id="common">${words.common}</h2>
${attributesTable(all[0]?.common ?? [], words.common, language)}`,
  }
}

/** How the article shows an element first; the questions are listed apart. */
function shownAs(tag: string): readonly [name: FigureName | undefined, figure: Partial<Figure>] {
  const found = Object.entries<Figure>(figures).find(([, { element }]) => element === tag)
  if (found) return [found[0] as FigureName, found[1]]
  const [first] = quizzed
  return [undefined, tag === 'wf-question' && first ? { attributes: { question: first.question } } : {}]
}

function cardHtml({ tag, about, own }: ListedElement, place: Place, measured: Measured): string {
  const { language } = place
  const words = galleryWords[language]
  const [name, { attributes = {}, fallback }] = shownAs(tag)
  const { fixed: _, ...settings } = attributes // which hides the choice of the encoding
  const root = rootOf(place)
  const code = figureTag(tag, valuesOf(settings))
  const list = Object.entries(settings).map(([key, value]) => ` ${key}="${escaped(value)}"`)
  const alone = `${root}embed/${tag}/?${new URLSearchParams({ lang: language, ...settings })}`
  const links = [
    `<a href="${escaped(alone)}">${words.alone}</a>`,
    ...(name ? [`<a href="${root}${pathOf(pageOf(name), language)}#fig-${name}">${words.article}</a>`] : []),
  ]
  return `<section class="card" aria-labelledby="${tag}">
<h2 id="${tag}"><code>${tag}</code></h2>
<p>${escaped(words.about[tag] ?? aboutOf(tag, about, language))}</p>
<div class="small" inert><${tag} controls="none"${list.join('')}>${
    fallback ? `<div class="fallback">${fallbackOf(fallback, { language, root, measured })}</div>` : ''
  }</${tag}></div>
<pre class="code"><code>${escaped(code)}</code></pre>
<p class="quiet"><button type="button" data-part="copy" aria-label="${escaped(words.copy(tag))}" hidden>${siteWords[language].copy}</button> ${links.join(' · ')} <span role="status"></span></p>
<details><summary>${words.own}</summary>${attributesTable(own, `${tag}: ${words.own}`, language, tag)}</details>
</section>`
}

function aboutOf(tag: string, about: string, language: Language): string {
  if (language === 'zh' || !about) throw new Error(`site/gallery-words.ts does not describe ${tag}`)
  return about
}

/** An attribute without a value is a truth. */
const valuesOf = (settings: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(settings).map(([key, value]) => [key, value === '' ? true : value]))

function attributesTable(
  attributes: readonly ListedAttribute[],
  caption: string,
  language: Language,
  tag = '',
): string {
  const words = galleryWords[language]
  const isExplained = attributes.some(({ about }) => about)
  const columns = isExplained ? words.columns : words.columns.slice(0, 2)
  const rows = attributes.map(({ name, type, about }) => {
    const meaning = isExplained ? `<td>${withCode(meaningOf(tag, { name, about }, language))}</td>` : ''
    return `<tr><th scope="row"><code>${name}</code></th><td><code>${escaped(type)}</code></td>${meaning}</tr>`
  })
  return `<div class="scroll"><table><caption>${caption}</caption><thead><tr>${columns
    .map((name) => `<th scope="col">${name}</th>`)
    .join('')}</tr></thead><tbody>${rows.join('')}</tbody></table></div>`
}

/** What is the same in every element has one meaning. */
function meaningOf(
  tag: string,
  { name, about }: Pick<ListedAttribute, 'name' | 'about'>,
  language: Language,
) {
  if (!about || language === 'en') return about
  const { meanings } = galleryWords[language]
  const said = meanings[`${tag} ${name}`] ?? meanings[name]
  if (!said) throw new Error(`site/gallery-words.ts does not explain ${tag} ${name}`)
  return said
}
