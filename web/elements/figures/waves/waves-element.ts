// <wf-waves>: the positions of a text written as numbers, in binary digits and as waves, with the step to each next position; a learned table beside them.

import { TrainedFigureElement } from '../../parts/trained/trained-figure-element.js'
import { type Form, wavesFields } from './waves-fields.js'

export class WavesElement extends TrainedFigureElement<typeof wavesFields> {
  static override readonly fields = wavesFields

  declare form: Form
  declare position: number
  declare other: number | undefined
  declare channels: number
  declare positions: number
  declare base: number
  declare divided: boolean

  protected override async body() {
    return (await import('./waves-figure.js')).wavesFigure
  }
}
