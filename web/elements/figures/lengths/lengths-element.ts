// <wf-lengths>: Transformers trained on short sequences and tested on longer ones, under several encodings, with every seed.

import { FigureElement } from '../../parts/figure/figure-element.js'
import type { Measure } from './experiment.js'
import { lengthsFields } from './lengths-fields.js'

export class LengthsElement extends FigureElement<typeof lengthsFields> {
  static override readonly fields = lengthsFields

  declare task: string
  declare encodings: string
  declare measure: Measure
  declare trainLength: number
  declare testLengths: string
  declare seeds: number
  declare steps: number

  protected override async body() {
    return (await import('./lengths-figure.js')).lengthsFigure
  }
}
