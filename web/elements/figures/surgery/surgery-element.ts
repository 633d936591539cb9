// <wf-surgery>: the same tokens at other positions: which outputs change, and by how much.

import { TrainedFigureElement } from '../../parts/trained/trained-figure-element.js'
import type { OperationName, Source } from './operation-names.js'
import { surgeryFields } from './surgery-fields.js'

export class SurgeryElement extends TrainedFigureElement<typeof surgeryFields> {
  static override readonly fields = surgeryFields

  declare operation: OperationName
  declare encoding: string
  declare compare: string
  declare source: Source
  declare amount: number
  declare at: number
  declare tokens: number
  declare causal: boolean
  declare counted: boolean
  declare masked: boolean
  declare head: number
  declare layer: number
  declare seed: number
  declare text: string
  declare parameters: unknown

  protected override async body() {
    const { surgeryFigure } = await import('./surgery-figure.js')
    const { source, compare, encoding } = this.now
    const models = this.own || source === 'random' ? 0 : compare === '' || compare === encoding ? 1 : 2
    return surgeryFigure(models)
  }
}
