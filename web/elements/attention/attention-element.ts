// <wf-attention>: a text as a tiny trained model reads it, and as one with another encoding reads it beside.

import { choice, integer, number, optional } from '../figure/fields.js'
import { passage } from '../trained/passage-field.js'
import { TrainedFigureElement } from '../trained/trained-figure-element.js'
import { TRAINED, type TrainedName } from '../trained/trained-names.js'

/** Read where there is nothing else to read. */
export const EXAMPLE = 'O Romeo, Romeo! wherefore art thou Romeo?'

export const attentionFields = {
  text: passage(EXAMPLE),
  model: choice('rope', TRAINED),
  /** A second model, side by side. */
  compare: choice('none', ['none', ...TRAINED]),
  /** Counted from 0. */
  layer: integer(0, 0, 63),
  head: integer(0, 0, 63),
  /** After which token the next one is asked for; absent = the last. */
  token: optional(integer(0, 0, 4095)),
  temperature: number(0.8, 0, 2),
  topK: integer(0, 0, 65),
  topP: number(1, 0.05, 1),
  seed: integer(1, 0, 1000),
}

export class AttentionElement extends TrainedFigureElement<typeof attentionFields> {
  static override readonly fields = attentionFields

  declare text: string
  declare model: TrainedName
  declare compare: 'none' | TrainedName
  declare layer: number
  declare head: number
  declare token: number | undefined
  declare temperature: number
  declare topK: number
  declare topP: number
  declare seed: number

  protected override async body() {
    const { attentionFigure } = await import('./attention-figure.js')
    const { model, compare } = this.now
    return attentionFigure(compare === 'none' || compare === model ? 1 : 2)
  }
}
