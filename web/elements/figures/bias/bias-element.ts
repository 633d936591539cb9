// <wf-bias>: what a position bias adds to the scores: its matrix for every head, its course over distance, its slopes or buckets.

import { OWN } from '../../parts/formula/own-fields.js'
import { OwnPositionElement } from '../../parts/formula/own-position.js'
import { type BiasView, biasFields } from './bias-fields.js'

export class BiasElement extends OwnPositionElement<typeof biasFields> {
  static override readonly fields = biasFields

  declare encoding: string
  declare view: BiasView
  declare length: number
  declare heads: number
  declare head: number
  declare first: number
  declare distance: number
  declare parameters: unknown
  declare bias: string

  protected override showOwn(): void {
    this.encoding = OWN
  }

  protected override async body() {
    return (await import('./bias-figure.js')).biasFigure
  }
}
