// The first figure before it computes, and without a script: the same maps and numbers, computed at build time, in the same places.

import type { Language } from '../../content/bilingual.js'
import { slideWords } from '../../elements/figures/slide/messages.js'
import { changeText, lossText, mapContent } from '../../elements/figures/slide/slide-content.js'
import type { SlideDrawing, SlideSide } from '../../elements/figures/slide/slide-drawing.js'
import { ROWS, TRAINED_ROWS } from '../../elements/figures/slide/slide-fields.js'
import { colorTable, type Hue } from '../../elements/parts/matrix/color-maps.js'
import { isHidden, type Matrix, valueAt } from '../../elements/parts/matrix/matrix.js'
import { hueOfModel } from '../../elements/parts/trained/trained-names.js'
import { escaped } from './html.js'

export const slideTitle = (language: Language): string =>
  `<span slot="title" class="look">${slideWords[language].look}</span>\n`

export function slideFallback(language: Language, drawing: SlideDrawing): string {
  const { prepared, sides, position } = drawing
  const words = slideWords[language]
  return `<div class="slide">
<p class="line"><span class="quiet">${words.line}</span> <code class="content">${escaped(prepared.characters.join(''))}</code></p>
<div class="sides">${sides.map((side) => mapHtml(drawing, side, language)).join('')}</div>
${rulerHtml(position, prepared.characters.length, language)}
</div>`
}

function mapHtml(drawing: SlideDrawing, side: SlideSide, language: Language): string {
  const words = slideWords[language]
  const { label, summary } = mapContent(drawing, side, words)
  return `<div><p class="name">${words.names[side.name]}</p>
<svg viewBox="0 0 ${side.map.columns} ${side.map.rows}" role="img" aria-label="${escaped(`${label}. ${summary}`)}" shape-rendering="crispEdges">${cells(side.map, hueOfModel(side.name))}</svg>
<dl><div><dt>${words.change}</dt><dd>${changeText(side.largestChange)}</dd></div><div><dt>${words.loss}</dt><dd>${lossText(side, words)}</dd></div></dl></div>`
}

/** Levels of the colour scale: the eye does not tell more apart here, and a path for each is short. */
const LEVELS = 32

/** One path for the cells of each level; masked cells stay free. */
function cells(map: Matrix, hue: Hue): string {
  const colors = colorTable('sequential', 'light', hue)
  const paths = Array.from({ length: LEVELS }, () => '')
  for (let row = 0; row < map.rows; row++)
    for (let column = 0; column < map.columns; column++) {
      const cell = { row, column }
      const level = Math.round(valueAt(map, cell) * (LEVELS - 1))
      if (!isHidden(cell, true)) paths[level] += `M${column} ${row}.5h1`
    }
  return paths
    .map(
      (path, level) =>
        path && `<path stroke="${hex(colors[Math.round((255 * level) / (LEVELS - 1))] ?? 0)}" d="${path}"/>`,
    )
    .join('')
}

/** A pixel, in the byte order of ImageData, as a colour of SVG. */
function hex(pixel: number): string {
  const bytes = [pixel & 255, (pixel >> 8) & 255, (pixel >> 16) & 255]
  return `#${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

function rulerHtml(position: number, length: number, language: Language): string {
  const words = slideWords[language]
  const now = words.at(position, position + length - 1)
  return `<svg class="ruler" viewBox="0 0 ${ROWS} 12" preserveAspectRatio="none" role="img" aria-label="${escaped(`${words.ruler(ROWS, TRAINED_ROWS)}${words.gap}${now}`)}"><rect class="block" x="${position}" y="2" width="${length}" height="8"/></svg>
<p class="ends" aria-hidden="true"><span>${words.trained(TRAINED_ROWS - 1)}</span><span>${words.untouched(TRAINED_ROWS, ROWS - 1)}</span></p>`
}
