// <wf-attention>: a text as a tiny trained model reads it, and as one with another encoding reads it beside.

import type { PropertyDeclarations } from 'lit'
import { OWN } from '../../parts/formula/own-fields.js'
import type { GivenPosition } from '../../parts/formula/own-position.js'
import type { Stack } from '../../parts/trained/stacks.js'
import { TrainedFigureElement } from '../../parts/trained/trained-figure-element.js'
import type { TrainedName } from '../../parts/trained/trained-names.js'
import { attentionFields } from './attention-fields.js'

export class AttentionElement extends TrainedFigureElement<typeof attentionFields> {
  static override readonly fields = attentionFields
  static override properties: PropertyDeclarations = { position: { attribute: false } }

  declare text: string
  declare model: TrainedName
  declare compare: 'none' | TrainedName | typeof OWN
  declare bias: string
  declare frequencies: string
  /** An encoding in place of that of a formula, with the weights of `model`. */
  declare position: GivenPosition | undefined
  declare stack: Stack
  declare layer: number
  declare head: number
  declare token: number | undefined
  declare temperature: number
  declare topK: number
  declare topP: number
  declare seed: number

  protected override willUpdate(changed: Map<PropertyKey, unknown>): void {
    if (changed.has('position') && this.position !== undefined) this.compare = OWN
    super.willUpdate(changed)
    if (this.hasUpdated && changed.has('position')) this.recompute()
  }

  protected override async body() {
    const { attentionFigure, attentionOfPieces } = await import('./attention-figure.js')
    const { model, compare } = this.now
    if (this.own) return attentionOfPieces
    return attentionFigure(compare === 'none' || compare === OWN || compare === model ? 1 : 2)
  }
}
