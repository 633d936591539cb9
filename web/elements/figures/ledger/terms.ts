// The terms that a score is the sum of.

import type { StateOf } from '../../parts/figure/fields.js'
import type { ledgerFields } from './ledger-fields.js'

export type LedgerState = StateOf<typeof ledgerFields>

/** In the order in which they are stacked. */
export const TERMS = [
  'content',
  'contentPosition',
  'positionContent',
  'positionPosition',
  'rotation',
  'softcap',
  'bias',
  'mask',
] as const
export type Term = (typeof TERMS)[number]
