// <wf-rotation>: RoPE as clocks. Every pair of channels turns at its own speed; position enters a score by the angle between two hands.

import { FigureElement } from '../../parts/figure/figure-element.js'
import { rotationFields, type Scaling } from './rotation-fields.js'

export class RotationElement extends FigureElement<typeof rotationFields> {
  static override readonly fields = rotationFields

  declare position: number
  declare distance: number
  declare dim: number
  declare base: number
  declare scaling: Scaling
  declare factor: number
  declare trainLength: number

  protected override async body() {
    return (await import('./rotation-figure.js')).rotationFigure
  }
}
