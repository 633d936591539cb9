// The questions, in the order of the article.

import { sameDistance, tableEnd, tableSize } from './absolute.js'
import type { Question } from './question.js'
import { angles, keptLength, layouts, stretchedPairs, temperature } from './rotary.js'
import { commonest, lastBucketFrom, missingTerm, reversedAlibi, valueDoor } from './scores.js'
import { causalShuffled, shuffled, slid } from './surgery.js'
import { fixedDistance } from './training.js'

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
]
