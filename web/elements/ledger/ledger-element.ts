// <wf-ledger>: every score as the sum of its terms: content, position, and what the two do to each other.

import { FigureElement } from '../figure/figure-element.js'
import { ledgerFields } from './ledger-fields.js'

export class LedgerElement extends FigureElement<typeof ledgerFields> {
  static override readonly fields = ledgerFields

  declare encoding: string
  declare tokens: number
  declare head: number
  declare query: number
  declare key: number
  declare causal: boolean
  declare seed: number
  declare parameters: unknown
  declare fixed: boolean

  protected override async body() {
    return (await import('./ledger-figure.js')).ledgerFigure
  }
}
