// The findings of a row, as a cell and as sentences.

import type { Properties } from 'whereformer'
import { short } from '../../../content/format.js'
import type { Measured } from './columns.js'
import type { PropertiesWords } from './messages.js'
import type { Row } from './properties-drawing.js'

const cells: Readonly<Record<Measured, (found: Properties, words: PropertiesWords) => string>> = {
  unique: ({ uniqueness: { smallest } }, words) =>
    smallest > 0 ? words.unique(short(smallest)) : words.notUnique,
  relative: ({ relativity }, words) =>
    relativity.smallest ? words.notRelative(short(relativity.largestChange)) : words.relative,
  falls: ({ decay: { firstRise } }, words) => (firstRise ? words.rises(firstRise.to) : words.falls),
  range: ({ extrapolation: { leavesAt } }, words) =>
    leavesAt === undefined ? words.stays : words.leaves(leavesAt),
  pairs: ({ extrapolation: { unseenPairs, pairs } }, words) => (pairs ? words.pairs(unseenPairs, pairs) : ''),
}

export function cellText(column: Measured, { found, refused }: Row, words: PropertiesWords): string {
  if (found) return cells[column](found, words)
  return refused === undefined ? words.waiting : words.refused
}

/** Sentences about each property, with the smallest counter-example where there is one. */
export function sentencesOf(found: Properties, words: PropertiesWords): string[] {
  const { examples } = words
  const { uniqueness, relativity, decay, extrapolation, length } = found
  const { smallest: moved } = relativity
  const { leavesAt, excess = Number.NaN, unseenPairs, pairs, endsAt, trainLength } = extrapolation
  // spread: two positions
  const two = examples[uniqueness.of](...uniqueness.pair)
  const rise = decay.firstRise
  return [
    uniqueness.smallest > 0 ? examples.least(two, short(uniqueness.smallest)) : examples.alike(two),
    ...(moved
      ? [
          examples.moved(moved.query, moved.key, moved.shift, short(moved.change)),
          examples.largest(
            relativity.query,
            relativity.key,
            relativity.shift,
            short(relativity.largestChange),
          ),
        ]
      : [examples.relative(length)]),
    rise ? examples.rises(rise.from, rise.to, short(rise.by)) : examples.falls,
    ...(decay.bound ? [boundSentence(decay.bound, words)] : []),
    leavesAt === undefined ? examples.stays(trainLength) : examples.leaves(leavesAt, short(excess)),
    ...(pairs ? [examples.pairs(unseenPairs, pairs, trainLength)] : []),
    ...(endsAt === undefined ? [] : [examples.ends(endsAt)]),
  ]
}

/** RoFormer's bound on rotated scores, and whether it falls all the way. */
export function boundSentence(bound: Float32Array, { examples }: PropertiesWords): string {
  const rise = bound.findIndex((value, i) => value > (bound[i - 1] ?? Number.POSITIVE_INFINITY) + 1e-4)
  return rise < 0 ? examples.boundFalls : examples.boundRises(rise - 1, rise)
}
