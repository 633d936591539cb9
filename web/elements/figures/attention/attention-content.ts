// The maps of <wf-attention>, in words.

import { short } from '../../../content/format.js'
import type { Reading as CellReading } from '../../parts/matrix/heat-map-element.js'
import { largest } from '../../parts/matrix/largest.js'
import type { MatrixContent } from '../../parts/matrix/matrix-view-element.js'
import { extremeOf, factsOf, strongestIn } from '../../parts/trained/map-facts.js'
import { titleOf } from '../../parts/trained/own-model.js'
import { signOf } from '../../parts/trained/passage.js'
import type { TrainedWords } from '../../parts/trained/trained-words.js'
import type { AttentionDrawing, Side } from './attention-drawing.js'
import type { AttentionWords } from './messages.js'

// Lower bound of the colour scale of differences.
const SMALLEST_SCALE = 0.05

/** Two places: 0.31 */
function weight(value: number): string {
  return value > 0 && value < 0.005 ? '< 0.01' : value.toFixed(2).replace('-', '−')
}

export function percent(value: number): string {
  return value > 0 && value < 0.001 ? '<\u00a00.1\u00a0%' : `${(value * 100).toFixed(1)}\u00a0%`
}

export function mapContent(
  drawing: AttentionDrawing,
  { map, trained }: Side,
  words: AttentionWords,
  trainedWords: TrainedWords,
): MatrixContent {
  const { layer, head, token } = drawing
  return {
    ...shared(drawing, words, weight),
    matrix: map,
    colors: 'sequential',
    range: { low: 0, high: 1 },
    label: words.label(layer + 1, head + 1, titleOf(trained, trainedWords)),
    summary: factsSentence(drawing, map, words),
    scaleLabel: words.weight,
    selectedRow: token,
  }
}

export function differenceContent(
  drawing: AttentionDrawing,
  words: AttentionWords,
): MatrixContent | undefined {
  const { difference, layer, head } = drawing
  if (!difference) return undefined
  const end = Math.max(SMALLEST_SCALE, largest(difference.data))
  return {
    ...shared(drawing, words, short),
    matrix: difference,
    colors: 'signed',
    range: { low: -end, high: end },
    label: words.differenceLabel(layer + 1, head + 1),
    summary: differenceSentence(drawing, words),
    scaleLabel: words.difference,
  }
}

function shared({ queries, keys, causal }: AttentionDrawing, words: AttentionWords, format: typeof weight) {
  const [rows, columns] = [queries.map(signOf), keys.map(signOf)]
  return {
    causal,
    rowTitle: words.query,
    columnTitle: words.key,
    rowNames: rows,
    columnNames: columns.every((sign) => Array.from(sign).length <= 1) ? columns : [], // numbers, where names would not fit
    ...(causal ? { maskedLabel: words.masked } : {}),
    describe: ({ row, column, value, hidden }: CellReading) =>
      hidden
        ? words.hiddenCell(row, rows[row] ?? '', column, columns[column] ?? '')
        : words.cell(row, rows[row] ?? '', column, columns[column] ?? '', format(value)),
  }
}

export function factsSentence(
  { queries, keys, stack, causal }: AttentionDrawing,
  map: Side['map'],
  words: AttentionWords,
): string {
  const { self, before, strongest: back } = factsOf(map)
  const isCross = stack === 'cross'
  const facts = isCross ? [] : [words.facts(weight(self), weight(before))]
  const strongest = causal ? back : strongestIn(map, ({ row, column }) => isCross || row !== column)
  if (!strongest) return facts.join(words.gap)
  const { row, column, value } = strongest
  const [query, key] = [signOf(queries[row] ?? ''), signOf(keys[column] ?? '')]
  const say = causal ? words.strongest : words.strongestOfAll
  return [...facts, say(row, query, column, key, weight(value))].join(words.gap)
}

export function differenceSentence({ difference, queries }: AttentionDrawing, words: AttentionWords): string {
  if (!difference) return ''
  const { row, column, value } = extremeOf(difference)
  const sign = (index: number) => signOf(queries[index] ?? '')
  return words.largest(row, sign(row), column, sign(column), short(Math.abs(value)))
}
