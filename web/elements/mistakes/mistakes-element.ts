// <wf-mistakes>: what is often written about positions and is wrong, refuted by the library while the reader looks on.

import { flag, integer, name, optional } from '../figure/fields.js'
import { FigureElement } from '../figure/figure-element.js'

export const mistakesFields = {
  mistake: name('rope-elementwise'),
  /** Which of its inputs is shown, counted from 1; open = the smallest one at which wrong and right part. */
  input: optional(integer(1, 1, 10_000)),
  /** Hides the list: one mistake, chosen by the author. */
  fixed: flag(false),
}

export class MistakesElement extends FigureElement<typeof mistakesFields> {
  static override readonly fields = mistakesFields

  declare mistake: string
  declare input: number | undefined
  declare fixed: boolean

  protected override async body() {
    return (await import('./mistakes-figure.js')).mistakesFigure
  }
}
