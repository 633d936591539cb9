// <wf-extrapolation>: the loss of trained models on texts longer than those of their training, and the wavelengths of RoPE, scaled and not.

import { choice, number, text } from '../figure/fields.js'
import { JobController } from '../job/job-controller.js'
import { TrainedFigureElement } from '../trained/trained-figure-element.js'
import { SCALINGS, type Scaling } from './scalings.js'

export const EXTRAPOLATION_VIEWS = ['loss', 'wavelengths'] as const
export type ExtrapolationView = (typeof EXTRAPOLATION_VIEWS)[number]

/** How many characters are read at every length; each is a multiple of every length. */
export const AMOUNTS = ['1536', '3072', '6144'] as const

export const extrapolationFields = {
  view: choice('loss', EXTRAPOLATION_VIEWS),
  scaling: choice('yarn', SCALINGS),
  factor: number(4, 1, 16),
  amount: choice('3072', AMOUNTS),
  /** Empty = the text that comes with the figure. */
  text: text('', 8192),
}

export class ExtrapolationElement extends TrainedFigureElement<typeof extrapolationFields> {
  static override readonly fields = extrapolationFields

  declare view: ExtrapolationView
  declare scaling: Scaling
  declare factor: number
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
    const { extrapolationFigure, MODELS_BYTES } = await import('./extrapolation-figure.js')
    return this.view === 'loss' ? { ...extrapolationFigure, download: MODELS_BYTES } : extrapolationFigure
  }
}
