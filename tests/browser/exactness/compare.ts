// How far results are from what they should be, where NaN is infinitely far.

import type { Tensor, Whereformer } from 'whereformer'
import { Random } from '../../support/random.js'
import { referenceAttention } from '../../support/reference-attention.js'
import type { Results } from './calls.js'

/** The largest difference, relative to the largest expected value, or to 1 if that is more. Equal infinities match. */
function apart(actual: ArrayLike<number>, expected: ArrayLike<number>): number {
  if (actual.length !== expected.length) return Number.POSITIVE_INFINITY
  let [difference, scale] = [0, 1]
  for (let i = 0; i < expected.length; i++) {
    const [a, e] = [actual[i] as number, expected[i] as number]
    if (a === e) continue
    const far = Math.abs(a - e)
    difference = Math.max(difference, Number.isNaN(far) ? Number.POSITIVE_INFINITY : far)
    scale = Math.max(scale, Math.abs(e))
  }
  return difference / scale
}

export function eachApart(actual: Results, expected: Results): Record<string, number> {
  return Object.fromEntries([...expected].map(([name, data]) => [name, apart(actual.get(name) ?? [], data)]))
}

/** Attention without positions against plain loops in double. */
export function fromReference(wf: Whereformer): Record<string, number> {
  const random = new Random(11)
  const sizes = [
    [1, 1, 1, 1, 1, 1],
    [2, 6, 2, 33, 47, 31],
    [1, 4, 4, 61, 61, 64],
    [1, 1, 1, 5, 193, 130],
    [1, 17, 1, 8, 9, 7],
  ] as const
  const cases = sizes.flatMap(([batch, heads, kvHeads, queries, keys, dim]) => {
    const query = random.tensor(batch, heads, queries, dim)
    const [key, value] = [random.tensor(batch, kvHeads, keys, dim), random.tensor(batch, kvHeads, keys, dim)]
    return [false, true].map((causal) => [
      `${heads}/${kvHeads} heads, ${queries} × ${keys} of ${dim}${causal ? ', causal' : ''}`,
      difference(wf, [query, key, value], causal) / Math.sqrt(dim),
    ])
  })
  return Object.fromEntries(cases)
}

function difference(wf: Whereformer, [query, key, value]: [Tensor, Tensor, Tensor], causal: boolean): number {
  const offset = (key.shape[2] ?? 0) - (query.shape[2] ?? 0)
  const visible = (i: number, j: number) => !causal || j <= i + offset
  const { output } = wf.attention(query, key, value, { isCausal: causal, causalAlignment: 'bottom-right' })
  return apart(output.data, referenceAttention(query, key, value, { visible }))
}
