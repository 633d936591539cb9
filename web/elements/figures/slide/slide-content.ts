// The maps and the numbers of <wf-slide>, in words.

import { short } from '../../../content/format.js'
import type { Reading as CellReading } from '../../parts/matrix/heat-map-element.js'
import { type Matrix, valueAt } from '../../parts/matrix/matrix.js'
import type { MatrixContent } from '../../parts/matrix/matrix-view-element.js'
import { signOf } from '../../parts/trained/passage.js'
import type { SlideWords } from './messages.js'
import type { SlideDrawing, SlideSide } from './slide-drawing.js'
import { ROWS } from './slide-fields.js'

export function mapContent(
  { prepared: { characters }, position }: SlideDrawing,
  { name, layer, head, map, before, beforeAtStart, largestChange }: SlideSide,
  words: SlideWords,
): MatrixContent {
  const signs = characters.map(signOf)
  const sign = (index: number) => signs[index] ?? ''
  return {
    matrix: map,
    colors: 'sequential',
    range: { low: 0, high: 1 },
    causal: true,
    label: words.label(words.names[name], layer + 1, head + 1),
    summary: words.summary(
      position,
      position + characters.length - 1,
      before.toFixed(2),
      beforeAtStart.toFixed(2),
      short(largestChange),
    ),
    rowTitle: words.query,
    columnTitle: words.key,
    rowNames: signs,
    columnNames: signs,
    describe: ({ row, column, hidden }: CellReading) =>
      hidden
        ? words.hiddenCell(sign(row), sign(column))
        : words.cell(sign(row), sign(column), valueAt(map, { row, column }).toFixed(2)),
  }
}

/** Colours show the square root of each weight, so that small ones are seen. */
export function shades({ data, rows, columns }: Matrix): Matrix {
  return { data: data.map((weight) => Math.sqrt(Math.max(0, weight))), rows, columns }
}

/** Rounding is 0.00; its size is in the description of the map. */
export const changeText = (value: number): string => value.toFixed(2)

export function lossText({ loss, lossAtStart }: SlideSide, words: SlideWords): string {
  if (!Number.isFinite(loss)) return short(loss)
  return words.from(lossAtStart.toFixed(2), loss.toFixed(2))
}

/** The positions that the line has, in words and as parts of the ruler. */
export function standing({ position, prepared: { characters } }: SlideDrawing, words: SlideWords) {
  const count = characters.length
  const share = (rows: number) => `${(100 * rows) / ROWS}%`
  return {
    at: words.at(position, position + count - 1),
    text: characters.map((character) => (character === ' ' ? character : signOf(character))).join(''),
    left: share(position),
    width: share(count),
    /** Left and right insets of the longer part of some positions that the line leaves free. */
    besides: (from: number, to: number) => {
      const before = [from, Math.max(from, Math.min(to, position))] as const
      const after = [Math.min(to, Math.max(from, position + count)), to] as const
      const [start, end] = before[1] - before[0] >= after[1] - after[0] ? before : after
      return `${share(start)} ${share(ROWS - end)}`
    },
  }
}
