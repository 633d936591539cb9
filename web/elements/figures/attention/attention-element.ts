// <wf-attention>: a text as a tiny trained model reads it, and as one with another encoding reads it beside.

import type { Stack } from '../../parts/trained/stacks.js'
import { TrainedFigureElement } from '../../parts/trained/trained-figure-element.js'
import type { TrainedName } from '../../parts/trained/trained-names.js'
import { attentionFields } from './attention-fields.js'

export class AttentionElement extends TrainedFigureElement<typeof attentionFields> {
  static override readonly fields = attentionFields

  declare text: string
  declare model: TrainedName
  declare compare: 'none' | TrainedName
  declare stack: Stack
  declare layer: number
  declare head: number
  declare token: number | undefined
  declare temperature: number
  declare topK: number
  declare topP: number
  declare seed: number

  protected override async body() {
    const { attentionFigure, attentionOfPieces } = await import('./attention-figure.js')
    const { model, compare } = this.now
    if (this.own) return attentionOfPieces
    return attentionFigure(compare === 'none' || compare === model ? 1 : 2)
  }
}
