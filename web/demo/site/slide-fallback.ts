// The first figure before it computes, and without a script: the same maps and numbers, computed at build time, in the same places.

import type { Language } from '../../content/bilingual.js'
import { type SlideWords, slideWords } from '../../elements/figures/slide/messages.js'
import {
  changeText,
  lossText,
  mapContent,
  shades,
  standing,
} from '../../elements/figures/slide/slide-content.js'
import type { SlideDrawing, SlideSide } from '../../elements/figures/slide/slide-drawing.js'
import { ROWS, TRAINED_ROWS } from '../../elements/figures/slide/slide-fields.js'
import { colorTable, type Hue } from '../../elements/parts/matrix/color-maps.js'
import { isHidden, type Matrix, valueAt } from '../../elements/parts/matrix/matrix.js'
import { hueOfModel } from '../../elements/parts/trained/trained-names.js'
import { escaped } from './html.js'

export const slideTitle = (language: Language): string =>
  `<span slot="title" class="look">${slideWords[language].maps}</span>\n`

export function slideFallback(language: Language, drawing: SlideDrawing): string {
  const words = slideWords[language]
  return `<div class="sides">${drawing.sides.map((side) => mapHtml(drawing, side, words)).join('')}</div>
${sliderHtml(drawing, words)}`
}

function mapHtml(drawing: SlideDrawing, side: SlideSide, words: SlideWords): string {
  const { label, summary } = mapContent(drawing, side, words)
  const [name, rest] = words.titles[side.name]
  const { rows, columns } = side.map
  const hue = hueOfModel(side.name)
  return `<div class="side"><svg viewBox="0 0 ${columns} ${rows}" role="img" aria-label="${escaped(`${label}. ${summary}`)}">${cells(shades(side.map), hue)}<g class="letters">${letters(drawing)}</g></svg>
<div class="tag"><p class="name ${hue}"><b>${name}</b> <span>${rest}</span></p>
<dl><div><dt>${words.change}</dt><dd>${changeText(side.largestChange)}</dd></div><div><dt>${words.loss}</dt><dd>${lossText(side, words)}</dd></div></dl></div></div>`
}

/** Levels of the colour scale: the eye does not tell more apart here, and a path for each is short. */
const LEVELS = 32

/** One path for the cells of each level, in both themes; masked cells stay free. */
function cells(map: Matrix, hue: Hue): string {
  const paths = Array.from({ length: LEVELS }, () => '')
  for (let row = 0; row < map.rows; row++)
    for (let column = 0; column < map.columns; column++) {
      const cell = { row, column }
      const level = Math.round(valueAt(map, cell) * (LEVELS - 1))
      if (!isHidden(cell, true)) paths[level] += `M${column} ${row}h1v1h-1z`
    }
  return paths.map((path, level) => path && `<path fill="${colorOf(hue, level)}" d="${path}"/>`).join('')
}

function colorOf(hue: Hue, level: number): string {
  const [light, dark] = (['light', 'dark'] as const).map((scheme) =>
    hex(colorTable('sequential', scheme, hue)[Math.round((255 * level) / (LEVELS - 1))] ?? 0),
  )
  return `light-dark(${light}, ${dark})`
}

/** A pixel, in the byte order of ImageData, as a colour of SVG. */
function hex(pixel: number): string {
  const bytes = [pixel & 255, (pixel >> 8) & 255, (pixel >> 16) & 255]
  return `#${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

const letters = ({ prepared: { characters } }: SlideDrawing): string =>
  characters
    .slice(0, -1)
    .map((letter, at) =>
      letter.trim() ? `<text x="${at + 1.5}" y="${at + 0.78}">${escaped(letter)}</text>` : '',
    )
    .join('')

function sliderHtml(drawing: SlideDrawing, words: SlideWords): string {
  const { at, text } = standing(drawing, words)
  const { position, farthest, prepared } = drawing
  const share = (rows: number, of: number) => `${(100 * rows) / of}%`
  return `<div class="slider"><svg class="play" viewBox="0 0 44 44" aria-hidden="true"><circle cx="22" cy="22" r="22"/><path d="M17.5 14v16l13-8z"/></svg>
<div class="along"><p class="what"><b>${words.move}</b> <span>${at}</span></p>
<div class="ruler" role="img" aria-label="${escaped(`${words.ruler(ROWS, TRAINED_ROWS)}${words.gap}${at}`)}"><span class="trained">${words.trained(TRAINED_ROWS - 1)}</span><span class="untouched">${words.untouched}</span>
<svg aria-hidden="true"><svg x="${share(position, ROWS)}" width="${share(prepared.characters.length, ROWS)}"><rect width="100%" height="100%"/><text x="4" y="16">${escaped(text)}</text></svg></svg></div>
<svg class="track" aria-hidden="true"><rect class="rest" y="12" width="100%" height="4" rx="2"/><rect y="12" width="${share(position, farthest)}" height="4" rx="2"/></svg></div></div>`
}
