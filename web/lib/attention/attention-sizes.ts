// The shapes of query, key and value, checked against each other.

import { refuse } from '../boundary/errors.js'
import type { RawAttentionRequest } from '../boundary/raw.js'
import { type Given, shapeText } from '../boundary/tensor.js'

/** Sizes read from the shapes of query, key and value. */
export interface AttentionSizes
  extends Pick<
    RawAttentionRequest,
    'batch' | 'heads' | 'kvHeads' | 'queries' | 'keys' | 'headDim' | 'valueDim'
  > {
  leading: number[] // [] or [batch]
}

export type Rows = readonly [query: Given, key: Given, value: Given]

type Axes = [batch: number, heads: number, tokens: number, width: number]

export function attentionSizes([query, key, value]: Rows): AttentionSizes {
  requireSameRank(query, key, value)
  const [batch, heads, queries, headDim] = axesOf(query)
  const [, kvHeads, keys] = axesOf(key)
  const [, , , valueDim] = axesOf(value)
  requireAxes('query', query, [batch, heads, queries, headDim])
  requireAxes('key', key, [batch, kvHeads, keys, headDim])
  requireAxes('value', value, [batch, kvHeads, keys, valueDim])
  if (heads % kvHeads !== 0) {
    throw refuse('ERR_SHAPE', 'key', `${kvHeads} heads`, `a divisor of the ${heads} query heads`)
  }
  const leading = query.shape.length === 4 ? [batch] : []
  return { leading, batch, heads, kvHeads, queries, keys, headDim, valueDim }
}

function axesOf({ shape }: Given): Axes {
  return (shape.length === 4 ? shape : [1, ...shape]) as Axes
}

function requireSameRank(query: Given, ...others: Given[]): void {
  others.forEach((other, i) => {
    if (other.shape.length === query.shape.length) return
    throw refuse(
      'ERR_SHAPE',
      ['key', 'value'][i] ?? '',
      `${other.shape.length} axes`,
      `${query.shape.length}, like query`,
    )
  })
}

// Heads and widths must be positive; a length of 0 is legal.
function requireAxes(argument: string, tensor: Given, wanted: Axes): void {
  const [, heads, , width] = axesOf(tensor)
  if (heads === 0 || width === 0) {
    throw refuse(
      'ERR_SHAPE',
      argument,
      `shape ${shapeText(tensor.shape)}`,
      'at least one head and one channel',
    )
  }
  if (axesOf(tensor).some((n, i) => n !== wanted[i])) {
    const shape = wanted.slice(4 - tensor.shape.length)
    throw refuse('ERR_SHAPE', argument, `shape ${shapeText(tensor.shape)}`, shapeText(shape))
  }
}
