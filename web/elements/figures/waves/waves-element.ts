// <wf-waves>: the positions of a text written as numbers, in binary digits and as waves, with the step to each next position; a learned table beside them.

import { TrainedFigureElement } from '../../parts/trained/trained-figure-element.js'
import { type Form, wavesFields } from './waves-fields.js'

export class WavesElement extends TrainedFigureElement<typeof wavesFields> {
  static override readonly fields = wavesFields

  /** How positions are written: as numbers, in binary digits, as waves, as waves with a learned table below. */
  declare form: Form
  /** Its code is written out; that of the table ends with its last row. */
  declare position: number
  /** A second position: the dot product of both codes is shown. */
  declare other: number | undefined
  /** Binary digits, pairs of waves, channels of the table that are drawn. */
  declare channels: number
  /** How many are shown; with the table, at least a quarter more than it has rows. */
  declare positions: number
  /** Of the waves: 10000 in the paper; with 2 ** channels each wave is twice as long as the next faster one. */
  declare base: number
  /** Numbers are divided by how many positions are shown. */
  declare divided: boolean

  protected override async body() {
    return (await import('./waves-figure.js')).wavesFigure
  }
}
