// Attention in plain loops and double precision, written from its definition; position encodings not included.

import type { Tensor } from 'whereformer'

export interface ReferenceOptions {
  scale?: number
  softcap?: number
  /** Is the cap that of the biased score? */
  capsBiased?: boolean
  /** A logit per head in the sum of each softmax. */
  sinks?: ArrayLike<number>
  /** Is key j visible to query i? */
  visible?: (query: number, key: number) => boolean
  /** Added to the score, −Infinity hides. */
  bias?: (batch: number, head: number, query: number, key: number) => number
}

/** query [batch, heads, queries, dim], key and value [batch, kvHeads, keys, …] → [batch, heads, queries, valueDim] */
export function referenceAttention(
  query: Tensor,
  key: Tensor,
  value: Tensor,
  options: ReferenceOptions = {},
): Float64Array {
  const [batch, heads, queries, dim] = query.shape as [number, number, number, number]
  const [, kvHeads, keys, valueDim] = value.shape as [number, number, number, number]
  const { scale = 1 / Math.sqrt(dim), softcap = 0, visible = () => true, bias = () => 0 } = options
  const capped = (score: number) => (softcap > 0 ? softcap * Math.tanh(score / softcap) : score)
  const output = new Float64Array(batch * heads * queries * valueDim)
  for (let b = 0; b < batch; b++) {
    for (let h = 0; h < heads; h++) {
      const kv = b * kvHeads + Math.floor(h / (heads / kvHeads))
      for (let i = 0; i < queries; i++) {
        const row = (b * heads + h) * queries + i
        const scores = Array.from({ length: keys }, (_, j) => {
          if (!visible(i, j)) return Number.NEGATIVE_INFINITY
          const dot = dotProduct(query.data, row * dim, key.data, (kv * keys + j) * dim, dim) * scale
          const added = dot + bias(b, h, i, j)
          if (!Number.isFinite(added)) return added
          return options.capsBiased ? capped(added) : capped(dot) + bias(b, h, i, j)
        })
        const weights = softmax(scores, options.sinks?.[h] ?? Number.NEGATIVE_INFINITY)
        weights.forEach((w, j) => {
          if (w === 0) return // a hidden key must not leak, whatever its value
          for (let c = 0; c < valueDim; c++) {
            output[row * valueDim + c] =
              (output[row * valueDim + c] ?? 0) + w * (value.data[(kv * keys + j) * valueDim + c] ?? 0)
          }
        })
      }
    }
  }
  return output
}

function dotProduct(a: Float32Array, from: number, b: Float32Array, start: number, length: number): number {
  let sum = 0
  for (let i = 0; i < length; i++) sum += (a[from + i] ?? 0) * (b[start + i] ?? 0)
  return sum
}

/** A row with nothing visible is all zeros. */
function softmax(scores: number[], sink: number): number[] {
  const largest = Math.max(...scores, sink)
  if (largest === Number.NEGATIVE_INFINITY) return scores.map(() => 0)
  const powers = scores.map((s) => Math.exp(s - largest))
  const sum = powers.reduce((a, b) => a + b, Math.exp(sink - largest))
  return powers.map((p) => p / sum)
}
