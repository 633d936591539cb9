// <wf-encoding>: any encoding of the catalogue as a heat map, as similarities, wavelengths or scores by distance.

import { FigureElement } from '../../parts/figure/figure-element.js'
import type { VIEWS } from './encoding-fields.js'
import { encodingFields } from './encoding-fields.js'

export class EncodingElement extends FigureElement<typeof encodingFields> {
  static override readonly fields = encodingFields

  declare encoding: string
  declare view: (typeof VIEWS)[number]
  declare length: number
  declare dim: number
  declare head: number
  declare parameters: unknown
  declare fixed: boolean

  protected override async body() {
    return (await import('./encoding-figure.js')).encodingFigure
  }
}
