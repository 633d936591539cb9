// Random positions, drawn anew for each sequence of a batch.

import type { Random } from '../lib/boundary/pcg32.js'
import type { Batch } from './batch.js'
import type { DrawnPositions } from './encodings.js'
import { IGNORED, isDigit, type Task } from './tasks/task.js'
import type { BatchPositions } from './trainer.js'

export function drawPositions(
  { draw }: DrawnPositions,
  range: number,
  { inputIds, targets }: Batch,
  task: Task,
  random: Random,
): BatchPositions {
  const [count, longest] = targets.shape
  const data = new Float32Array(count * longest)
  const digits = task.vocabulary.map(isDigit)
  for (let i = 0; i < count; i++) {
    const [start, end] = [i * longest, (i + 1) * longest]
    const row = data.subarray(start, end)
    const ids = inputIds.data.subarray(start, start + lengthOfRow(targets.data.subarray(start, end)))
    const drawn = draws[draw]({ ids, digits, range }, random)
    row.fill(drawn.at(-1) ?? 0) // the padding, which no counted token sees
    row.set(drawn)
  }
  return { data, shape: [count, longest] }
}

/** One sequence without its padding. */
interface Row {
  readonly ids: Int32Array
  /** By token id: is it a digit? */
  readonly digits: readonly boolean[]
  /** The end of the positions. */
  readonly range: number
}

const draws = { whole: distinct, real: reals, offset: consecutive, digits: ofDigits }

/** The length of a sequence in a padded row: it ends with a token of its answer. */
function lengthOfRow(targets: Int32Array): number {
  let length = targets.length
  while (length > 0 && targets[length - 1] === IGNORED) length--
  return length
}

/** Distinct sorted numbers by Knuth's algorithm S: each is taken with the probability that fills the places left from the numbers left. */
function distinct({ ids, range }: Row, random: Random): number[] {
  const drawn: number[] = []
  for (let v = 0; drawn.length < ids.length; v++) {
    if (random.below(range - v) < ids.length - drawn.length) drawn.push(v)
  }
  return drawn
}

function consecutive({ ids, range }: Row, random: Random): number[] {
  const first = random.below(range - ids.length + 1)
  return Array.from(ids, (_, i) => first + i)
}

function reals({ ids, range }: Row, random: Random): number[] {
  return Array.from(ids, () => random.uniform() * range).sort((a, b) => a - b)
}

/** Each run of digits is numbered from the same random number, from 1 on; other tokens are at 0. */
function ofDigits({ ids, digits, range }: Row, random: Random): number[] {
  let index = 0
  const indices = Array.from(ids, (id) => {
    index = digits[id] ? index + 1 : 0
    return index
  })
  const first = random.below(range - indices.reduce((most, one) => Math.max(most, one), 0))
  return indices.map((one) => (one > 0 ? first + one : 0))
}
