// c [rows, columns] = a [rows, inner] · b [inner, columns]

import { ExpectedRows } from '../expected-rows.js'
import { normal } from '../random.js'
import { sampledRows } from './sampled-rows.js'

export function matmul({ rows, inner, columns, flops }) {
  const a = normal(1, rows, inner)
  const b = normal(2, inner, columns)
  const of = { rowCount: rows, width: columns, rows: sampledRows(rows, 64) }
  return {
    a,
    b,
    shape: [rows, columns],
    flops,
    ownTolerance: 4e-6,
    expected: [new ExpectedRows(of, (row) => productRow(a, b, row))],
  }
}

/** The same with one row; engines may prepare b beforehand. */
export const gemv = matmul

function productRow(a, b, row) {
  const [inner, columns] = b.shape
  const sum = new Float64Array(columns)
  for (let t = 0; t < inner; t++) {
    const factor = a.data[row * inner + t]
    for (let c = 0; c < columns; c++) sum[c] += factor * b.data[t * columns + c]
  }
  return sum
}
