// Which rows of a large result are compared: the first, the last, and seeded ones between.

import { Random } from '../../../support/random.ts'

export function sampledRows(rows, count) {
  if (rows <= count) return Array.from({ length: rows }, (_, row) => row)
  const random = new Random(rows)
  const chosen = new Set([0, rows - 1])
  while (chosen.size < count) chosen.add(random.integer(0, rows - 1))
  return [...chosen].sort((a, b) => a - b)
}
