// <wf-encoding>: any encoding of the catalogue as a heat map, as similarities, wavelengths or scores by distance.

import { choice, flag, integer, name, settings } from '../figure/fields.js'
import { FigureElement } from '../figure/figure-element.js'
import { LONGEST, VIEWS } from './views.js'

export const encodingFields = {
  encoding: name('sinusoidal'),
  view: choice('map', VIEWS),
  length: integer(64, 4, LONGEST),
  dim: integer(64, 4, 512),
  head: integer(0, 0, 63),
  parameters: settings(),
  /** Hides the choice of the encoding. */
  fixed: flag(false),
}

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
