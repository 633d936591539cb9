// <wf-bias>: what a position bias adds to the scores: its matrix for every head, its course over distance, its slopes or buckets.

import { choice, integer, name, settings } from '../figure/fields.js'
import { FigureElement } from '../figure/figure-element.js'

export const BIAS_VIEWS = ['map', 'distance', 'slopes'] as const
export type BiasView = (typeof BIAS_VIEWS)[number]

export const biasFields = {
  encoding: name('alibi'),
  view: choice('map', BIAS_VIEWS),
  length: integer(32, 4, 256),
  heads: integer(8, 1, 16),
  head: integer(0, 0, 15),
  parameters: settings(),
}

export class BiasElement extends FigureElement<typeof biasFields> {
  static override readonly fields = biasFields

  declare encoding: string
  declare view: BiasView
  declare length: number
  declare heads: number
  declare head: number
  declare parameters: unknown

  protected override async body() {
    return (await import('./bias-figure.js')).biasFigure
  }
}
