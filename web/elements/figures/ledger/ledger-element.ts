// <wf-ledger>: every score as the sum of its terms: content, position, and what the two do to each other.

import type { Stack } from '../../parts/trained/stacks.js'
import { TrainedFigureElement } from '../../parts/trained/trained-figure-element.js'
import { ledgerFields, type Source } from './ledger-fields.js'

export class LedgerElement extends TrainedFigureElement<typeof ledgerFields> {
  static override readonly fields = ledgerFields

  declare encoding: string
  declare vectors: Source
  declare tokens: number
  declare head: number
  declare query: number
  declare key: number
  declare causal: boolean
  declare seed: number
  declare parameters: unknown
  declare fixed: boolean
  declare text: string
  declare stack: Stack
  declare layer: number

  protected override async body() {
    const { ledgerFigure, ledgerOfModel } = await import('./ledger-figure.js')
    return this.own ? ledgerOfModel : ledgerFigure
  }
}
