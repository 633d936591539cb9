// <wf-arrows> before it computes, and without a script: its picture as it starts, computed at build time, in the colours of the page.

import type { Language } from '../../content/bilingual.js'
import { summaryOf } from '../../elements/figures/arrows/arrows-content.js'
import type { ArrowsDrawing } from '../../elements/figures/arrows/arrows-drawing.js'
import { arrowsScene } from '../../elements/figures/arrows/arrows-scene.js'
import { arrowsWords } from '../../elements/figures/arrows/messages.js'
import { colorTokens } from '../../elements/parts/element/tokens.js'
import type { SceneColors } from '../../elements/parts/export/scene.js'
import { sceneToSvg } from '../../elements/parts/export/scene-svg.js'
import { escaped } from './html.js'

const colors = Object.fromEntries(colorTokens.map((name) => [name, `var(--wf-${name})`])) as SceneColors

export function arrowsFallback(language: Language, drawing: ArrowsDrawing): string {
  const words = arrowsWords[language]
  const drawn = sceneToSvg(arrowsScene(drawing, words, colors)).replace(/ width="\d+" height="\d+"/, '')
  return `${drawn}<p class="quiet">${escaped(summaryOf(drawing, words))}</p>`
}
