// <wf-ledger>: every score as the sum of its terms: content, position, and what the two do to each other.

import type { PropertyDeclarations } from 'lit'
import { FigureElement } from '../../parts/figure/figure-element.js'
import type { OwnModel } from '../../parts/trained/own-model.js'
import type { Stack } from '../../parts/trained/stacks.js'
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
  declare text: string
  declare stack: Stack
  declare layer: number

  static override properties: PropertyDeclarations = { own: { attribute: false } }

  /** A model that the page has loaded: its scores instead of the example's. */
  declare own: OwnModel | undefined

  protected override async body() {
    const { ledgerFigure, ledgerOfModel } = await import('./ledger-figure.js')
    return this.own ? ledgerOfModel : ledgerFigure
  }
}
