// <wf-encoding>: any encoding of the catalogue as a heat map, as similarities, wavelengths or scores by distance.

import { OWN } from '../../parts/formula/own-fields.js'
import { OwnPositionElement } from '../../parts/formula/own-position.js'
import type { VIEWS } from './encoding-fields.js'
import { encodingFields } from './encoding-fields.js'

export class EncodingElement extends OwnPositionElement<typeof encodingFields> {
  static override readonly fields = encodingFields

  declare encoding: string
  declare view: (typeof VIEWS)[number]
  declare length: number
  declare dim: number
  declare head: number
  declare parameters: unknown
  declare bias: string
  declare frequencies: string
  declare fixed: boolean

  protected override showOwn(): void {
    this.encoding = OWN
  }

  protected override async body() {
    return (await import('./encoding-figure.js')).encodingFigure
  }
}
