// The questions, in the order of the article; then those of the side pages.

import { sameDistance, tableEnd, tableSize } from './absolute.js'
import { newFrequencies, paddedNext, renumbered, rotatedAgain } from './cache.js'
import { firstRise, ownFactors, unfinished } from './frequencies.js'
import { recognised } from './mask.js'
import { decidingTest, flatCurve } from './measurements.js'
import type { Question } from './question.js'
import { angles, keptLength, layouts, stretchedPairs, temperature } from './rotary.js'
import { commonest, lastBucketFrom, missingTerm, reversedAlibi, valueDoor } from './scores.js'
import { causalShuffled, shuffled, slid } from './surgery.js'
import { deltaRow, sharedTable } from './tables.js'
import { fixedDistance } from './training.js'
import { farValue, movedValue } from './values.js'

export type { Question, Solution, Step } from './question.js'

export const questions: readonly Question[] = [
  shuffled,
  causalShuffled,
  valueDoor,
  sameDistance,
  tableEnd,
  tableSize,
  slid,
  angles,
  layouts,
  lastBucketFrom,
  reversedAlibi,
  missingTerm,
  fixedDistance,
  stretchedPairs,
  temperature,
  commonest,
  keptLength,
  recognised,
  movedValue,
  farValue,
  deltaRow,
  sharedTable,
  paddedNext,
  renumbered,
  rotatedAgain,
  newFrequencies,
  unfinished,
  ownFactors,
  firstRise,
  flatCurve,
  decidingTest,
]
