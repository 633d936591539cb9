// <wf-models>: well-known models as cards: where position enters, what tutorials say of them, and what is true.

import { TrainedFigureElement } from '../../parts/trained/trained-figure-element.js'
import { modelsFields } from './models-fields.js'

export class ModelsElement extends TrainedFigureElement<typeof modelsFields> {
  static override readonly fields = modelsFields

  declare model: string
  declare encoding: string
  declare fixed: boolean

  protected override async body() {
    return (await import('./models-figure.js')).modelsFigure
  }
}
