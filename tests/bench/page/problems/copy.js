// Numbers that cross the boundary and nothing else.

import { ExpectedRows } from '../expected-rows.js'
import { normal } from '../random.js'
import { sampledRows } from './sampled-rows.js'

export function copy({ rows, columns }) {
  const x = normal(1, rows, columns)
  const of = { rowCount: rows, width: columns, rows: sampledRows(rows, 64) }
  const row = (r) => Float64Array.from(x.data.subarray(r * columns, (r + 1) * columns))
  return { x, shape: [rows, columns], ownTolerance: 0, expected: [new ExpectedRows(of, row)] }
}
