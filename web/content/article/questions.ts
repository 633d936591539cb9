// The questions at the end of each section, and the figure of the article that shows the same. Their words are in web/content/questions,
// their computations in web/elements/figures/question/collection.

import type { FigureName } from './figures.js'
import { sideQuestions } from './side-questions.js'

export interface Asked {
  /** Id of the question. */
  readonly question: string
  readonly figure: FigureName | undefined
}

const ask = (question: string, figure?: FigureName): Asked => ({ question, figure })

const askedAside = Object.values(sideQuestions).flatMap((asked) =>
  Object.entries(asked).map(([question, figure]) => ask(question, figure)),
)

/** By the id of the section. */
export const questions: Readonly<Record<string, readonly Asked[]>> = {
  blind: [ask('shuffled', 'shuffle'), ask('causal-shuffled', 'shuffle')],
  doors: [ask('value-door', 'doors')],
  absolute: [ask('same-distance', 'similarity'), ask('table-end', 'shift')],
  relative: [ask('table-size', 'diagonals')],
  rotary: [ask('slid', 'shift'), ask('angles', 'clocks'), ask('layouts', 'rope')],
  biases: [ask('last-bucket', 't5'), ask('reversed-alibi', 'alibi')],
  content: [ask('missing-term', 'ledger')],
  train: [ask('fixed-distance', 'train')],
  longer: [ask('stretched-pairs', 'scaling'), ask('temperature', 'scaling')],
  models: [ask('commonest', 'models')],
  mistakes: askedAside,
  use: [ask('kept-length')],
}

/** The section that ends with the quiz of the mistakes. */
export const QUIZ = 'mistakes'
