// <wf-quiz>: ten of the mistakes; of two formulas the reader says which is right, and the library refutes the other.

import { FigureElement } from '../../parts/figure/figure-element.js'
import { quizFields } from './quiz-fields.js'

export class QuizElement extends FigureElement<typeof quizFields> {
  static override readonly fields = quizFields

  declare round: number
  declare answers: string
  declare at: number

  protected override async body() {
    return (await import('./quiz-figure.js')).quizFigure
  }
}
