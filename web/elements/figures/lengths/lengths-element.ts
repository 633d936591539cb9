// <wf-lengths>: Transformers trained on short sequences and tested on longer ones, under several encodings, with every seed.

import { OWN } from '../../parts/formula/own-fields.js'
import { OwnPositionElement } from '../../parts/formula/own-position.js'
import type { Measure } from './experiment.js'
import { lengthsFields, namesIn } from './lengths-fields.js'

export class LengthsElement extends OwnPositionElement<typeof lengthsFields> {
  static override readonly fields = lengthsFields

  declare task: string
  declare encodings: string
  declare bias: string
  declare frequencies: string
  declare measure: Measure
  declare trainLength: number
  declare testLengths: string
  declare seeds: number
  declare steps: number

  protected override showOwn(): void {
    if (!namesIn(this.encodings).has(OWN)) this.encodings += ` ${OWN}`
  }

  protected override async body() {
    return (await import('./lengths-figure.js')).lengthsFigure
  }
}
