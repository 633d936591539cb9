// The ledger of an attention call: every score as a sum of named terms.

import { optionsOf } from '../boundary/checks.js'
import { refuse } from '../boundary/errors.js'
import type { RawAttentionResult } from '../boundary/raw.js'
import {
  ABSENT,
  elementCount,
  type Given,
  shapeText,
  type Tensor,
  type TensorInput,
  tensorOf,
} from '../boundary/tensor.js'

// The terms, in the order in which the core returns them.
const LEDGER_TERMS = [
  'content',
  'rotation',
  'contentPosition',
  'positionContent',
  'positionPosition',
  'softcap',
  'bias',
  'mask',
] as const

/**
 * - `content`: q·k before any position, scaled
 * - `rotation`: difference that rotating q and k makes
 * - `contentPosition`, `positionContent`, `positionPosition`: the query's content with the key's position, and so on
 * - `softcap`: difference that capping makes
 * - `bias`: terms that depend only on the two positions
 * - `mask`: 0, the numbers of a float mask, or −Infinity; where that hides a key, all other terms are 0
 */
export type LedgerTerm = (typeof LEDGER_TERMS)[number]

/** The terms of the scores, [batch?, heads, queries, keys] each; they add up to the scores. */
export type Ledger = Record<LedgerTerm, Tensor>

/**
 * The projections of q and k. With them the ledger separates content from the position that was added to the embeddings: q = W·content +
 * W·position.
 */
export interface Projections {
  /** The weight of the query's projection [heads · headDim, dModel]. */
  query?: TensorInput
  /** The weight of the key's projection [kvHeads · headDim, dModel]. */
  key?: TensorInput
}

interface GivenProjections {
  query: { readonly data: Float32Array }
  key: { readonly data: Float32Array }
  dModel: number
}

export function projectionsOf(
  value: unknown,
  { heads, kvHeads, headDim }: { heads: number; kvHeads: number; headDim: number },
): GivenProjections {
  const { query, key } = optionsOf(value, 'options.projections', ['query', 'key'])
  const q = projectionOf(query, 'options.projections.query', heads * headDim)
  const k = projectionOf(key, 'options.projections.key', kvHeads * headDim)
  const dModel = q?.shape[1] ?? k?.shape[1] ?? 0
  if (k && k.shape[1] !== dModel) {
    const got = `shape ${shapeText(k.shape)}`
    throw refuse('ERR_SHAPE', 'options.projections.key', got, `${dModel} columns, like query`)
  }
  return { query: q ?? ABSENT, key: k ?? ABSENT, dModel }
}

function projectionOf(value: unknown, argument: string, rows: number): Given | undefined {
  if (value === undefined) return undefined
  const weight = tensorOf(value, argument, [2])
  if (weight.shape[0] !== rows || !weight.shape[1]) {
    throw refuse('ERR_SHAPE', argument, `shape ${shapeText(weight.shape)}`, `[${rows}, d_model]`)
  }
  return weight
}

/** The terms as views into the one array that the core returns. */
export function ledgerOf({ ledger }: RawAttentionResult, shape: readonly number[]): Ledger {
  const size = elementCount(shape)
  const terms = LEDGER_TERMS.map((term, i) => {
    return [term, { data: ledger.subarray(i * size, (i + 1) * size), shape: [...shape] }]
  })
  return Object.fromEntries(terms) as Ledger
}
