// Results as a table: a row per encoding, a column per test length.

import type { LabResults, LengthResult, Spread } from '../lab/exports.js'

export function tableOf({ encodings, testLengths }: LabResults): string {
  const scores = (key: 'exactMatch' | 'accuracy') => [
    [key === 'exactMatch' ? 'exact match' : 'accuracy', ...testLengths.map(String), ''],
    ...encodings.map(({ name, lengths, failures }) => [
      name,
      ...testLengths.map((_, i) => shown(lengths[i], key)),
      failures.length > 0 ? `${failures.length} failed` : '',
    ]),
    [
      'chance',
      ...testLengths.map((_, i) =>
        chanceAt(
          encodings.map(({ lengths }) => lengths[i]),
          key,
        ),
      ),
      '',
    ],
  ]
  return `${aligned(scores('exactMatch'))}\n\n${aligned(scores('accuracy'))}\n`
}

function shown(result: LengthResult | undefined, key: 'exactMatch' | 'accuracy'): string {
  return result ? spreadText(result[key]) : '–'
}

/** A spread as text: the mean, and with more than one seed the range. */
function spreadText({ mean, min, max }: Spread): string {
  return min === max ? share(mean) : `${share(mean)} (${share(min)}–${share(max)})`
}

function chanceAt(results: readonly (LengthResult | undefined)[], key: 'exactMatch' | 'accuracy'): string {
  const found = results.find((result) => result !== undefined)
  return found ? share(found.chance[key]) : '–'
}

function share(value: number): string {
  return value > 0 && value < 0.0005 ? '<0.001' : value.toFixed(3)
}

/** Rows as aligned text, the first column to the left, the others to the right. */
export function aligned(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    rows.reduce((most, row) => Math.max(most, (row[column] ?? '').length), 0),
  )
  return rows
    .map((row) =>
      row.map((cell, column) =>
        column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
      ),
    )
    .map((row) => row.join('  ').trimEnd())
    .join('\n')
}
