// Random positions, drawn anew for each sequence of a batch.

import type { Random } from '../lib/train/pcg32.js'
import type { Ids } from './batch.js'
import type { DrawnPositions } from './encodings.js'
import { IGNORED } from './tasks/task.js'
import type { BatchPositions } from './trainer.js'

export function drawPositions(
  { draw }: DrawnPositions,
  range: number,
  targets: Ids,
  random: Random,
): BatchPositions {
  const [count, longest] = targets.shape
  const data = new Float32Array(count * longest)
  for (let i = 0; i < count; i++) {
    const row = data.subarray(i * longest, (i + 1) * longest)
    const length = lengthOfRow(targets.data.subarray(i * longest, (i + 1) * longest))
    const drawn = draws[draw](length, range, random)
    row.fill(drawn.at(-1) ?? 0) // the padding, which no counted token sees
    row.set(drawn)
  }
  return { data, shape: [count, longest] }
}

const draws = { whole: distinct, real: reals, offset: consecutive }

/** The length of a sequence in a padded row: it ends with a token of its answer. */
function lengthOfRow(targets: Int32Array): number {
  let length = targets.length
  while (length > 0 && targets[length - 1] === IGNORED) length--
  return length
}

/** Distinct sorted numbers by Knuth's algorithm S: each is taken with the probability that fills the places left from the numbers left. */
function distinct(count: number, range: number, random: Random): number[] {
  const drawn: number[] = []
  for (let v = 0; drawn.length < count; v++) {
    if (random.below(range - v) < count - drawn.length) drawn.push(v)
  }
  return drawn
}

function consecutive(count: number, range: number, random: Random): number[] {
  const first = random.below(range - count + 1)
  return Array.from({ length: count }, (_, i) => first + i)
}

function reals(count: number, range: number, random: Random): number[] {
  return Array.from({ length: count }, () => random.uniform() * range).sort((a, b) => a - b)
}
