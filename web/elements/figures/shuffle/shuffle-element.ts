// <wf-shuffle>: a text in another order, read by a model without a position encoding: each output moves with its character.

import { TrainedFigureElement } from '../../parts/trained/trained-figure-element.js'
import { shuffleFields } from './shuffle-fields.js'

export class ShuffleElement extends TrainedFigureElement<typeof shuffleFields> {
  static override readonly fields = shuffleFields

  declare text: string
  declare order: number
  declare causal: boolean
  declare layer: number
  declare head: number

  protected override async body() {
    return (await import('./shuffle-figure.js')).shuffleFigure
  }
}
