// <wf-extrapolation>: the loss of trained models on texts longer than those of their training, whole and cut, and the pairs of RoPE, scaled and not.

import { JobController } from '../../parts/job/job-controller.js'
import { TrainedFigureElement } from '../../parts/trained/trained-figure-element.js'
import {
  type AMOUNTS,
  type ExtrapolationView,
  extrapolationFields,
  type LONGER,
} from './extrapolation-fields.js'
import type { Scaling } from './scalings.js'

export class ExtrapolationElement extends TrainedFigureElement<typeof extrapolationFields> {
  static override readonly fields = extrapolationFields

  declare view: ExtrapolationView
  declare cut: boolean
  declare scaling: Scaling
  declare factor: number
  declare length: (typeof LONGER)[number]
  declare live: boolean
  declare amount: (typeof AMOUNTS)[number]
  declare text: string

  /** @internal */
  readonly job = new JobController(this, {
    settings: () => this.now,
    show: (picture) => {
      this.picture = picture
    },
    resume: () => this.recompute(),
  })

  protected override async body() {
    const { extrapolationFigure, extrapolationOfPieces } = await import('./extrapolation-figure.js')
    return this.own ? extrapolationOfPieces : extrapolationFigure
  }
}
