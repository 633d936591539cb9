// The picture of an encoding as a matrix or as curves, in words.

import type { Language } from '../../../content/bilingual.js'
import { short } from '../../../content/format.js'
import type { Line, LinesContent } from '../../parts/lines/line.js'
import type { Reading } from '../../parts/matrix/heat-map-element.js'
import { type Matrix, valueAt } from '../../parts/matrix/matrix.js'
import type { MatrixContent } from '../../parts/matrix/matrix-view-element.js'
import { titleOf } from '../../parts/positions/titles.js'
import { captionOf, wavesSentence } from './encoding-caption.js'
import type { EncodingDrawing } from './encoding-drawing.js'
import type { EncodingPicture } from './encoding-picture.js'
import type { EncodingWords } from './messages.js'

export function matrixOf(
  figure: EncodingDrawing,
  words: EncodingWords,
  language: Language,
): MatrixContent | undefined {
  const { drawn } = figure
  const title = titleOf(figure.entry, language)
  if (drawn.view === 'map') return mapContent(drawn.picture, title, words)
  return drawn.view === 'similarity' ? similarityContent(drawn, title, words) : undefined
}

function mapContent(picture: EncodingPicture, title: string, words: EncodingWords): MatrixContent {
  const { matrix, colors, range, causal, relative, hook, before } = picture
  return {
    matrix,
    colors,
    range,
    causal,
    label: words.label(title),
    ...(hook === 'mask' ? {} : { scaleLabel: before ? words.score : relative ? words.toScore : words.value }),
    summary: summaryOf(picture, words),
    rowTitle: relative ? words.query : words.position,
    columnTitle: relative ? words.key : words.dimension,
    describe: (cell) => sentenceOf(cell, picture, words),
    ...(hook === 'mask' ? { seenLabel: words.seen, maskedLabel: words.masked } : {}),
    ...(causal ? { maskedLabel: words.later } : {}),
  }
}

function summaryOf(
  { matrix: { rows, columns }, range, seen }: EncodingPicture,
  words: EncodingWords,
): string {
  if (seen !== undefined) return words.maskSummary(rows, columns, seen)
  return words.summary(rows, columns, short(range.low), short(range.high))
}

function sentenceOf(
  cell: Reading,
  { hook, relative, before }: EncodingPicture,
  words: EncodingWords,
): string {
  const { row, column, value } = cell
  if (cell.hidden) return words.hiddenCell(row, column)
  if (hook === 'mask') return words.biasCell(row, column, Number.isNaN(value) ? words.masked : words.seen)
  if (before) return words.scoreCell(row, column, short(valueAt(before, cell)), short(value))
  return relative ? words.biasCell(row, column, short(value)) : words.featureCell(row, column, short(value))
}

function similarityContent(
  { matrix, signed }: { matrix: Matrix; signed: boolean },
  title: string,
  words: EncodingWords,
): MatrixContent {
  const { rows } = matrix
  const next = Array.from({ length: rows - 1 }, (_, i) => valueAt(matrix, { row: i + 1, column: i }))
  const mean = next.reduce((a, b) => a + b, 0) / Math.max(1, next.length)
  return {
    matrix,
    colors: signed ? 'signed' : 'sequential',
    range: { low: signed ? -1 : 0, high: 1 },
    causal: false,
    label: words.similarityLabel(title),
    scaleLabel: words.cosine,
    summary: words.similaritySummary(rows, short(mean), short(valueAt(matrix, { row: 0, column: rows - 1 }))),
    rowTitle: words.position,
    columnTitle: words.otherPosition,
    describe: ({ row, column, value }) => words.pairCell(row, column, short(value)),
  }
}

export function curvesOf(
  figure: EncodingDrawing,
  words: EncodingWords,
  language: Language,
): LinesContent | undefined {
  const { drawn, length } = figure
  const title = titleOf(figure.entry, language)
  if (drawn.view === 'waves') return waveCurves(drawn.wavelengths, length, title, words)
  if (drawn.view !== 'decay') return undefined
  const { curve } = drawn.decay
  const lines: Line[] = [{ name: words.score, values: curve, tone: 'term-position' }]
  return {
    x: countUp(curve.length),
    lines,
    marks: [],
    xLog: false,
    yLog: false,
    xTitle: words.distance,
    yTitle: words.score,
    label: words.decayLabel(title),
    summary: captionOf(figure, words, language).join(words.gap),
    describe: ({ x, values: [score = Number.NaN] }) =>
      Number.isNaN(score) ? words.hiddenReading(x) : words.scoreReading(x, short(score)),
  }
}

function waveCurves(
  wavelengths: Float32Array,
  length: number,
  title: string,
  words: EncodingWords,
): LinesContent {
  return {
    x: countUp(wavelengths.length),
    xLog: false,
    yLog: true,
    lines: [{ name: words.wavelength, values: wavelengths, tone: 'term-position', points: true }],
    marks: [{ axis: 'y', at: length, name: words.lengthMark(length) }],
    xTitle: words.pair,
    yTitle: words.wavelength,
    label: words.wavesLabel(title),
    summary: wavesSentence(wavelengths, length, words),
    describe: ({ x, values }) => words.pairReading(x, short(values[0] ?? Number.NaN)),
  }
}

const countUp = (length: number): number[] => Array.from({ length }, (_, i) => i)
