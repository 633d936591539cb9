// Causal and window masks: the band of keys around the diagonal that a query may see.

import { choiceOf, flagOf, itemsOf, type Options } from '../boundary/checks.js'
import { refuse, show } from '../boundary/errors.js'
import type { RawAttentionRequest } from '../boundary/raw.js'

type BandOptions = Options<'isCausal' | 'causalAlignment' | 'window'>

/** The range of keys that a query at an index may see. */
export type Band = Pick<RawAttentionRequest, 'causal' | 'causalOffset' | 'windowLeft' | 'windowRight'>

/** How a position aligns queries with keys besides the options: its mask by their indices, its other hooks by their position ids. */
export interface Placing {
  masks: boolean
  /** The position acts by ids, and none were given for the queries. */
  lacksIds: boolean
}

// The diagonal: query i is aligned with key i + causalOffset, by all masks and by the positions of queries that were given none.
export function bandOf(
  given: BandOptions,
  { queries, keys }: { queries: number; keys: number },
  { masks, lacksIds }: Placing,
): Band {
  const causal = given.isCausal !== undefined && flagOf(given.isCausal, 'options.isCausal')
  const alignment = alignmentOf(given.causalAlignment)
  const masked = causal || masks || given.window !== undefined
  if (queries !== keys && !alignment && (masked || lacksIds)) {
    throw refuse(
      'ERR_VALUE',
      'options.causalAlignment',
      `nothing with ${queries} queries and ${keys} keys`,
      `'top-left' or 'bottom-right'${masked ? '' : ', or options.positions,'} when the lengths differ`,
    )
  }
  const causalOffset = alignment === 'bottom-right' ? keys - queries : 0
  return { causal, causalOffset, ...windowOf(given.window) }
}

function alignmentOf(value: unknown): 'top-left' | 'bottom-right' | undefined {
  return value === undefined
    ? undefined
    : choiceOf(value, 'options.causalAlignment', ['top-left', 'bottom-right'])
}

function windowOf(value: unknown): Pick<Band, 'windowLeft' | 'windowRight'> {
  if (value === undefined) return { windowLeft: -1, windowRight: -1 }
  const sides = itemsOf(value, 'options.window', 'a pair [left, right]', 2)
  if (sides.length !== 2)
    throw refuse('ERR_SHAPE', 'options.window', `${sides.length} items`, '[left, right]')
  const [windowLeft, windowRight] = sides.map((side, i) => windowSide(side, `options.window[${i}]`)) as [
    number,
    number,
  ]
  return { windowLeft, windowRight }
}

function windowSide(value: unknown, argument: string): number {
  if (value === Number.POSITIVE_INFINITY) return -1
  if (typeof value !== 'number')
    throw refuse('ERR_TYPE', argument, show(value), 'a number of keys, or Infinity')
  if (!Number.isInteger(value) || value < 0)
    throw refuse('ERR_VALUE', argument, String(value), 'an integer ≥ 0, or Infinity')
  return value < 2 ** 31 ? value : -1
}
