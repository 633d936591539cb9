// softmax over the last axis of [rows, columns].

import { ExpectedRows } from '../expected-rows.js'
import { normal } from '../random.js'
import { sampledRows } from './sampled-rows.js'

export function softmax({ rows, columns }) {
  const x = normal(1, rows, columns)
  const of = { rowCount: rows, width: columns, rows: sampledRows(rows, 64) }
  return {
    x,
    shape: [rows, columns],
    ownTolerance: 4e-6,
    expected: [new ExpectedRows(of, (row) => softmaxRow(x, row))],
  }
}

function softmaxRow({ data, shape: [, columns] }, row) {
  const scores = Float64Array.from(data.subarray(row * columns, (row + 1) * columns))
  const largest = Math.max(...scores)
  const powers = scores.map((score) => Math.exp(score - largest))
  const total = powers.reduce((a, b) => a + b)
  return powers.map((power) => power / total)
}
