// The maps and the numbers of <wf-slide>, in words.

import { short } from '../../../content/format.js'
import type { Reading as CellReading } from '../../parts/matrix/heat-map-element.js'
import type { MatrixContent } from '../../parts/matrix/matrix-view-element.js'
import { signOf } from '../../parts/trained/passage.js'
import type { SlideWords } from './messages.js'
import type { SlideDrawing, SlideSide } from './slide-drawing.js'

export function mapContent(
  { prepared: { characters }, position }: SlideDrawing,
  { name, layer, head, map, before, beforeAtStart }: SlideSide,
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
    ),
    rowTitle: words.query,
    columnTitle: words.key,
    rowNames: signs,
    columnNames: signs,
    describe: ({ row, column, value, hidden }: CellReading) =>
      hidden
        ? words.hiddenCell(sign(row), sign(column))
        : words.cell(sign(row), sign(column), value.toFixed(2)),
  }
}

/** Rounding keeps its power of ten, a change has two places. */
export function changeText(value: number): string {
  return value >= 0.005 ? value.toFixed(2) : short(value)
}

export function lossText({ loss, lossAtStart }: SlideSide, words: SlideWords): string {
  if (!Number.isFinite(loss)) return short(loss)
  return words.from(lossAtStart.toFixed(2), loss.toFixed(2))
}
