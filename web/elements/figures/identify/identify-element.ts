// <wf-identify>: which convention two arrays follow.

import { FigureElement } from '../../parts/figure/figure-element.js'
import { type Example, identifyFields } from './identify-fields.js'

export class IdentifyElement extends FigureElement<typeof identifyFields> {
  static override readonly fields = identifyFields

  declare example: Example

  protected override async body() {
    return (await import('./identify-figure.js')).identifyFigure
  }
}
