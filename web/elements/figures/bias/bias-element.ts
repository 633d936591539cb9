// <wf-bias>: what a position bias adds to the scores: its matrix for every head, its course over distance, its slopes or buckets.

import { FigureElement } from '../../parts/figure/figure-element.js'
import { type BiasView, biasFields } from './bias-fields.js'

export class BiasElement extends FigureElement<typeof biasFields> {
  static override readonly fields = biasFields

  declare encoding: string
  declare view: BiasView
  declare length: number
  declare heads: number
  declare head: number
  declare first: number
  declare distance: number
  declare parameters: unknown

  protected override async body() {
    return (await import('./bias-figure.js')).biasFigure
  }
}
