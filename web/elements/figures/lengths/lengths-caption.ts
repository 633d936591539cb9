// Sentences about the result of an experiment.

import type { Experiment, Measure } from './experiment.js'
import {
  type Apart,
  bestAt,
  type Curve,
  curvesOf,
  farthestApart,
  HANGS,
  HOLDS,
  LEARNED,
  longest,
} from './findings.js'
import type { LengthsWords } from './messages.js'

export interface Found {
  readonly experiment: Experiment
  /** The chosen ones. */
  readonly encodings: readonly string[]
  readonly measure: Measure
  readonly labelOf: (encoding: string) => string
}

export function captionOf({ experiment, encodings, measure, labelOf }: Found, words: LengthsWords): string[] {
  const { testLengths } = experiment
  const drawn = curvesOf(experiment, encodings, measure)
  const curves = drawn.filter(({ learned }) => learned)
  const unlearned = drawn.filter(({ learned }) => !learned)
  if (drawn.length === 0) return [words.noneOfThese]
  const names = (list: readonly string[]) => words.list(list.map(labelOf))
  const held = longest(curves, testLengths)
  const missing = encodings.filter((name) => !drawn.some(({ encoding }) => encoding === name))
  return [
    ...(curves.length > 0
      ? [
          held
            ? words.longest(names(held.encodings), held.encodings.length, words.share(HOLDS), held.length)
            : words.holdsNowhere(words.share(HOLDS)),
          bestSentence(curves, testLengths, held ? testLengths.length - 1 : 0, names, words),
          spreadSentence(farthestApart(curves, testLengths), labelOf, words),
        ]
      : []),
    ...(unlearned.length > 0
      ? [words.unlearned(names(unlearned.map(({ encoding }) => encoding)), words.share(LEARNED))]
      : []),
    ...(missing.length > 0 ? [words.missing(names(missing))] : []),
  ]
}

function bestSentence(
  curves: readonly Curve[],
  testLengths: readonly number[],
  i: number,
  names: (list: readonly string[]) => string,
  words: LengthsWords,
): string {
  const length = testLengths[i] as number
  const { encodings = [], mean = 0 } = bestAt(curves, i) ?? {}
  if (mean === 0) return words.allWrong(length)
  return words.best(length, names(encodings), words.share(mean))
}

function spreadSentence(
  apart: Apart | undefined,
  labelOf: (encoding: string) => string,
  words: LengthsWords,
): string {
  if (!apart) return words.oneSeed
  const { encoding, length, low, high } = apart
  if (low === high) return words.seedsAgree
  const say = high - low >= HANGS ? words.hangs : words.apart
  return say(labelOf(encoding), length, words.share(low), words.share(high))
}
