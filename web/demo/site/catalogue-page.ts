// The catalogue: every encoding of the library, to filter by door and year; each opens its figure.

import type { Language } from '../../content/bilingual.js'
import { type EncodingEntry, type EncodingParameter, encodings } from '../../lib/position/catalogue.js'
import { type CatalogueWords, catalogueWords } from './catalogue-words.js'
import { rangeInChinese, sourceInChinese } from './catalogue-zh.js'
import { picture } from './fallbacks.js'
import { escaped, withCode } from './html.js'
import { mathOf } from './math.js'
import type { Content } from './page-shell.js'
import { type Place, rootOf } from './places.js'

export function cataloguePage(place: Place): Content {
  const words = catalogueWords[place.language]
  const sorted = [...encodings].sort((a, b) => a.year - b.year || a.title.localeCompare(b.title))
  return {
    title: `Whereformer: ${words.title}`,
    description: words.description(encodings.length),
    main: `<h1>${words.title}</h1>
<p class="lead">${words.lead(encodings.length)}</p>
${filters(words)}
<p class="quiet" role="status" id="count">${words.count(encodings.length, encodings.length)}</p>
<div id="entries" data-count="${escaped(words.count(Number.NaN, encodings.length))}">
${sorted.map((entry) => entryHtml(entry, words, place)).join('\n')}
</div>`,
  }
}

function filters(words: CatalogueWords): string {
  const doors = [...new Set(encodings.flatMap((entry) => entry.doors))]
  const options = doors.map((door) => `<option value="${door}">${words.doors[door] ?? door}</option>`)
  const years = encodings.map(({ year }) => year).sort((a, b) => a - b)
  const [first, last] = [years.at(0), years.at(-1)]
  return `<form class="filters controls" hidden>
<label>${words.door} <select name="door"><option value="">${words.allDoors}</option>${options.join('')}</select></label>
<label>${words.from} <input type="number" name="from" min="${first}" max="${last}" value="${first}" /></label>
<label>${words.search} <input type="search" name="search" maxlength="60" autocomplete="off" spellcheck="false" /></label>
</form>`
}

function entryHtml(entry: EncodingEntry, words: CatalogueWords, place: Place): string {
  const { language } = place
  const title = titleOf(entry, language)
  const named = entry.doors.map((door) => `<span class="door">${words.doors[door] ?? door}</span>`)
  const doors = named.join(' · ') || words.noDoor
  const also = language === 'zh' ? entry.title : entry.titleZh
  return `<details id="${entry.type}" data-doors="${entry.doors.join(' ')}" data-year="${entry.year}" data-words="${escaped(`${entry.type} ${entry.title} ${entry.titleZh}`.toLowerCase())}">
<summary><span class="title">${escaped(title)}</span> <span class="quiet">${entry.year}</span> <span class="position">${doors}</span></summary>
<div class="formula"><div class="scroll">${mathOf(entry.formula, true)}</div></div>
<p class="quiet">${source(entry, words, language)} · <span lang="${language === 'zh' ? 'en' : 'zh-Hans'}">${escaped(also)}</span> · <code>type: '${entry.type}'</code></p>
<p>${withCode(conventionsOf(entry, language))}</p>
<wf-encoding id="fig-${entry.type}" encoding="${entry.type}"><div class="fallback">${pictureOf(entry, place)}</div></wf-encoding>
${parameters(entry, words, language)}
<p class="quiet">${words.testedAgainst} ${saidIn(language, entry.testedAgainst)}</p>
</details>`
}

const titleOf = (entry: EncodingEntry, language: Language) =>
  language === 'zh' ? entry.titleZh : entry.title

const conventionsOf = (entry: EncodingEntry, language: Language) =>
  (language === 'zh' ? entry.conventionsZh : undefined) ?? entry.conventions

// `none` has no picture.
function pictureOf(entry: EncodingEntry, place: Place): string {
  return entry.type === 'none' ? '' : picture(entry.type, { language: place.language, root: rootOf(place) })
}

/** Names and titles are in English, what is between them is not. */
const saidIn = (language: Language, text: string): string =>
  escaped(language === 'zh' ? sourceInChinese(text) : text)

function source({ paper, link }: EncodingEntry, words: CatalogueWords, language: Language): string {
  const said = saidIn(language, paper)
  const name = link ? `<a href="${escaped(link)}">${said}</a>` : said
  return `${words.source} ${name}`
}

function parameters({ parameters }: EncodingEntry, words: CatalogueWords, language: Language): string {
  if (!parameters.length) return `<p class="quiet">${words.noParameters}</p>`
  const rows = parameters.map(
    (parameter) =>
      `<tr><th scope="row"><code>${parameter.name}</code></th><td>${withCode(rangeOf(parameter, language))}</td><td>${defaultOf(parameter, words)}</td><td>${withCode(language === 'zh' ? parameter.descriptionZh : parameter.description)}</td></tr>`,
  )
  const head = words.columns.map((name) => `<th scope="col">${name}</th>`)
  return `<div class="scroll"><table><caption>${words.parameters}</caption><thead><tr>${head.join('')}</tr></thead><tbody>${rows.join('')}</tbody></table></div>`
}

function rangeOf({ kind, choices, shape, range }: EncodingParameter, language: Language): string {
  if (choices) return choices.map((choice) => `\`${choice}\``).join(', ')
  if (shape) return `[${shape.join(', ')}]`
  return language === 'zh' ? rangeInChinese(range ?? kind) : (range ?? kind)
}

function defaultOf(parameter: EncodingParameter, words: CatalogueWords): string {
  if (parameter.required) return words.required
  return parameter.default === undefined ? '–' : `<code>${escaped(JSON.stringify(parameter.default))}</code>`
}
