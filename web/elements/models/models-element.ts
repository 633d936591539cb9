// <wf-models>: well-known models as cards: where position enters, what tutorials say of them, and what is true.

import { flag, name } from '../figure/fields.js'
import { TrainedFigureElement } from '../trained/trained-figure-element.js'

export const modelsFields = {
  /** The card that is open; empty = none. */
  model: name('bert'),
  /** Only models with this encoding; empty = all. */
  encoding: name(''),
  /** One card, chosen by the author: no others, no filter. */
  fixed: flag(false),
}

export class ModelsElement extends TrainedFigureElement<typeof modelsFields> {
  static override readonly fields = modelsFields

  declare model: string
  declare encoding: string
  declare fixed: boolean

  protected override async body() {
    return (await import('./models-figure.js')).modelsFigure
  }
}
