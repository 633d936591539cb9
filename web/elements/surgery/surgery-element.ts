// <wf-surgery>: the same tokens at other places: which outputs change, and by how much.

import { LONGEST_SENTENCE } from '../example/limits.js'
import { choice, flag, integer, name, settings } from '../figure/fields.js'
import { passage } from '../trained/passage-field.js'
import { TrainedFigureElement } from '../trained/trained-figure-element.js'
import { OPERATIONS, type OperationName, SOURCES, type Source } from './operation-names.js'

export const surgeryFields = {
  operation: choice('shift', OPERATIONS),
  encoding: name('rope'),
  /** A second encoding, below the first one; empty = none. */
  compare: name(''),
  /** Seeded random vectors, or a trained model. */
  source: choice('random', SOURCES),
  /** By how many positions; how many pads. */
  amount: integer(8, 0, 100_000),
  /** The token in front of which the gap is, or with which the second document begins. */
  at: integer(6, 1, LONGEST_SENTENCE - 1),
  /** How many tokens, of the random ones. */
  tokens: integer(12, 2, LONGEST_SENTENCE),
  /** Each token sees only those before it; trained models always do so. */
  causal: flag(false),
  /** Pads, or the first document, count as positions. */
  counted: flag(true),
  /** Pads, or the other document, are hidden. */
  masked: flag(true),
  head: integer(0, 0, 63),
  layer: integer(0, 0, 63),
  seed: integer(1, 0, 1000),
  text: passage('O Romeo, Romeo!'),
  parameters: settings(),
}

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
    const models = source === 'random' ? 0 : compare === '' || compare === encoding ? 1 : 2
    return surgeryFigure(models)
  }
}
