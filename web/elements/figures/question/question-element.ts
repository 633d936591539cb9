// <wf-question>: a question to answer before seeing; then the library computes the answer.

import { FigureElement } from '../../parts/figure/figure-element.js'
import { questionFields } from './question-fields.js'

export class QuestionElement extends FigureElement<typeof questionFields> {
  static override readonly fields = questionFields

  declare question: string
  declare answer: number | undefined
  declare figure: string

  protected override async body() {
    return (await import('./question-figure.js')).questionFigure
  }
}
