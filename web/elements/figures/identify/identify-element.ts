// <wf-identify>: which convention two arrays follow.

import { OWN } from '../../parts/formula/own-fields.js'
import { OwnPositionElement } from '../../parts/formula/own-position.js'
import { type Example, identifyFields } from './identify-fields.js'

export class IdentifyElement extends OwnPositionElement<typeof identifyFields> {
  static override readonly fields = identifyFields

  declare example: Example
  declare bias: string
  declare frequencies: string

  protected override showOwn(): void {
    this.example = OWN
  }

  protected override async body() {
    return (await import('./identify-figure.js')).identifyFigure
  }
}
