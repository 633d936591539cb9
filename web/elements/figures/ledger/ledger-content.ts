// The ledger in words: a score written out, the map of all scores.

import { short } from '../../../content/format.js'
import { largest } from '../../parts/matrix/largest.js'
import type { Cell, Matrix } from '../../parts/matrix/matrix.js'
import { valueAt } from '../../parts/matrix/matrix.js'
import type { MatrixContent } from '../../parts/matrix/matrix-view-element.js'
import { type LedgerDrawing, partsAt } from './ledger-drawing.js'
import type { LedgerWords } from './messages.js'

/** Two decimals, without negative zero. */
export function amount(value: number): string {
  const text = value.toFixed(2)
  return text === '-0.00' ? '0.00' : text.replace('-', '−')
}

/** Small weights are not rounded to 0. */
export function weight(value: number): string {
  return value !== 0 && value < 0.005 ? short(value) : amount(value)
}

export interface Named {
  drawing: LedgerDrawing
  /** The tokens of rows and columns, as they are written. */
  queries: readonly string[]
  keys: readonly string[]
  words: LedgerWords
}

export function cellName(
  { queries, keys, words }: Named,
  { row, column }: Cell,
): [query: string, key: string] {
  return [words.named(row, queries[row] ?? ''), words.named(column, keys[column] ?? '')]
}

/** "query 9 ‘the’, key 3 ‘the’: content · content 0.31, bias −0.12; score 0.19" */
export function sentenceOf(named: Named, cell: Cell): string {
  const { drawing, words } = named
  const [query, key] = cellName(named, cell)
  const parts = partsAt(drawing, cell)
  const score = valueAt(drawing.scores, cell)
  if (Number.isNaN(score)) return words.hiddenCell(query, key)
  const sum = parts.map(({ term, value }) => `${words.terms[term]} ${amount(value)}`).join(words.and)
  return `${words.cell(query, key)}${words.colon}${sum}; ${words.score} ${amount(score)}`
}

export function scoresContent(named: Named, title: string, selectedRow: number): MatrixContent {
  const { drawing, queries, keys, words } = named
  const { scores, head } = drawing
  const seen = scores.data.filter((score) => !Number.isNaN(score))
  const end = largest(seen) || 1
  return {
    matrix: scores,
    colors: 'signed',
    range: { low: -end, high: end },
    causal: false,
    label: words.label(title, head + 1),
    summary: words.summary(scores.rows, amount(least(seen)), amount(-least(seen.map((score) => -score)))),
    rowTitle: words.query,
    columnTitle: words.key,
    rowNames: queries,
    columnNames: keys,
    describe: (cell) => sentenceOf(named, cell),
    scaleLabel: words.scoreLabel,
    ...(seen.length < scores.data.length ? { maskedLabel: words.hidden } : {}),
    selectedRow,
  }
}

const least = (values: Float32Array): number =>
  values.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY)

/** Each cell of the head, a line: its terms, its score, its weight. */
export function ledgerCsv(
  { drawing, queries, keys, words }: Named,
  csvLine: (cells: readonly (string | number)[]) => string,
): string {
  const { terms, scores, weights } = drawing
  const titles = terms.map(({ term }) => words.terms[term])
  const lines = [
    csvLine([words.query, '', words.key.replace(/\s*→$/, ''), '', ...titles, words.score, 'softmax']),
  ]
  const at = (matrix: Matrix, i: number) => matrix.data[i] ?? ''
  for (let i = 0; i < scores.data.length; i++) {
    const [row, column] = [Math.floor(i / scores.columns), i % scores.columns]
    if (Number.isNaN(scores.data[i])) continue
    const values = terms.map(({ matrix }) => at(matrix, i))
    lines.push(
      csvLine([
        row,
        queries[row] ?? '',
        column,
        keys[column] ?? '',
        ...values,
        at(scores, i),
        at(weights, i),
      ]),
    )
  }
  return `${lines.join('\n')}\n`
}
