// <wf-mistakes>: what is often written about positions and is wrong, refuted by the library while the reader looks on.

import { FigureElement } from '../../parts/figure/figure-element.js'
import { mistakesFields } from './mistakes-fields.js'

export class MistakesElement extends FigureElement<typeof mistakesFields> {
  static override readonly fields = mistakesFields

  declare mistake: string
  declare input: number | undefined
  declare fixed: boolean

  protected override async body() {
    return (await import('./mistakes-figure.js')).mistakesFigure
  }
}
