// Texts about the results of <wf-surgery>, and its maps.

import type { Language } from '../../../content/bilingual.js'
import { short } from '../../../content/format.js'
import type { Reading as CellReading } from '../../parts/matrix/heat-map-element.js'
import { largest } from '../../parts/matrix/largest.js'
import type { Matrix } from '../../parts/matrix/matrix.js'
import type { MatrixContent } from '../../parts/matrix/matrix-view-element.js'
import { titleOf } from '../../parts/positions/titles.js'
import { titleOf as titleOfModel } from '../../parts/trained/own-model.js'
import { signOf } from '../../parts/trained/passage.js'
import { trainedWords } from '../../parts/trained/trained-words.js'
import type { SurgeryWords } from './messages.js'
import { PAD } from './operations.js'
import type { Side, SurgeryDrawing } from './surgery-drawing.js'

/** Below this share a change is rounding. */
export const ROUNDING = 1e-5

// Lower bound of the colour scale of differences.
const SMALLEST_SCALE = 0.05

/** 45 %, 0.3 %, 1.2 × 10⁻⁷ */
export function share(value: number): string {
  if (value === 0 || !(value < 0.001)) return `${short(Number((100 * value).toPrecision(2)))}\u00a0%`
  return short(value)
}

export function nameOf({ entry, trained }: Side, language: Language): string {
  return trained ? titleOfModel(trained, trainedWords[language]) : titleOf(entry, language)
}

export function verdict(side: Side, names: readonly string[], words: SurgeryWords): string {
  if (!side.change) return words.refused
  const { outputs } = side.change
  const changed = outputs.filter((value) => !(value < ROUNDING)).length
  const most = largest(outputs)
  if (most === 0) return words.exactly
  if (changed === 0) return words.unchanged(share(most))
  return words.changed(changed, outputs.length, signOf(names[outputs.indexOf(most)] ?? ''), share(most))
}

export interface TitledMap {
  title: string
  content: MatrixContent
}

/** Before, after and what differs, of one encoding. */
export function mapsOf(
  drawing: SurgeryDrawing,
  side: Side,
  words: SurgeryWords,
  language: Language,
): TitledMap[] {
  const { names, plan } = drawing
  const text = names.map(signOf)
  const places = plan.after.tokens.map((token) => (token === PAD ? words.pad : (text[token] ?? '')))
  const end = largestDifference(drawing)
  const maps: [string, Matrix, readonly string[], number][] = [[words.mapBefore, side.before, text, 0]]
  if (side.change) {
    maps.push([words.mapAfter, side.change.after, places, 0])
    maps.push([words.mapDifference, side.change.difference, text, end])
  }
  return maps.map(([title, matrix, signs, signed]) => ({
    title,
    content: {
      matrix,
      colors: signed ? 'signed' : 'sequential',
      range: { low: signed ? -end : 0, high: signed ? end : 1 },
      causal: false,
      label: words.label(title, nameOf(side, language), drawing.head + 1),
      summary: words.summary(matrix.rows, short(largestSeen(matrix))),
      rowTitle: '',
      columnTitle: '',
      rowNames: signs,
      columnNames: signs,
      describe: (cell) => sentenceOf(cell, signs, words),
      maskedLabel: words.masked,
      scaleLabel: signed ? words.difference : words.weight,
    },
  }))
}

function sentenceOf(
  { row, column, value }: CellReading,
  signs: readonly string[],
  words: SurgeryWords,
): string {
  const [query, key] = [row, column].map((i) => `${i} ${words.quoted(signs[i] ?? '')}`) as [string, string]
  return Number.isNaN(value) ? words.hiddenCell(query, key) : words.cell(query, key, short(value))
}

/** All encodings share one scale, so that "no change" looks the same. */
export function largestDifference({ sides }: SurgeryDrawing): number {
  // spread: two sides
  return Math.max(SMALLEST_SCALE, ...sides.map(({ change }) => (change ? largestSeen(change.difference) : 0)))
}

/** Is a key hidden from a query in any map? */
export const hides = ({ sides }: SurgeryDrawing): boolean =>
  sides.some(({ before, change }) =>
    [before, change?.after, change?.difference].some((matrix) => matrix?.data.some(Number.isNaN)),
  )

/** Hidden cells have no value. */
function largestSeen({ data }: Matrix): number {
  return largest(data.filter((value) => !Number.isNaN(value)))
}
