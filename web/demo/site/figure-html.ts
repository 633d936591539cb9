// A figure as HTML: the element with its fallback inside, its presets and its caption.

import { type Figure, figures } from '../../content/article/figures.js'
import type { FigureBlock } from '../../content/article/section.js'
import type { Language } from '../../content/bilingual.js'
import { type PresetFigure, presets } from '../../content/presets.js'
import { type FallbackInput, fallbackOf, titleOf } from './fallbacks.js'
import { escaped } from './html.js'
import { siteWords } from './words.js'

/** On the first screen, beside steps, or in the column of text. */
export type FigurePlace = 'hero' | 'stage' | 'wide'

export function figureHtml(
  { name, when }: FigureBlock,
  caption: string,
  input: FallbackInput,
  place: FigurePlace = 'wide',
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
