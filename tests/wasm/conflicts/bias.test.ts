// Biases where implementations disagree: both sides by their parameter, and what lies between them. docs/conflicts.md names these tests.

import { describe, expect, test } from 'vitest'
import {
  type AlibiPosition,
  type AttentionOptions,
  positionIds,
  type T5Position,
  type Tensor,
} from 'whereformer'
import { expectClose } from '../../support/close.js'
import {
  count,
  defaultOf,
  expectFar,
  library,
  pair,
  scores,
  subtract,
  times,
  weights,
} from '../../support/conflicts.js'
import { Random } from '../../support/random.js'

describe('ALiBi slopes', () => {
  const slopes = (heads: number, more: object = {}) => {
    const { data } = library.wf.bias(
      { type: 'alibi', ...more },
      { heads, queries: 1, queryOffset: 1, keys: 1 },
    )
    return [...data].map((b) => -b)
  }
  const geometric = { slopeRule: 'geometric' }

  test('follow the paper’s rule by default', () => expect(defaultOf('alibi', 'slopeRule')).toBe('paper'))

  test('12 heads', () => {
    const paper = [1, 2, 3, 4, 5, 6, 7, 8, 0.5, 1.5, 2.5, 3.5].map((e) => 2 ** -e)
    expectClose(slopes(12), paper, { relative: 1e-7 })
    expectClose(slopes(12).slice(8), [Math.SQRT1_2, 0.3535534, 0.1767767, 0.0883883], { absolute: 1e-7 })
    const other = slopes(12, geometric)
    expectClose(other.slice(0, 3), [0.6299605, 0.3968503, 0.25], { absolute: 1e-7 })
    expectClose([other[11] as number], [2 ** -8], { relative: 1e-7 })
  })

  test('71 heads', () => {
    const power = count(64, (h) => 2 ** (-(h + 1) / 8))
    const between = count(7, (h) => 2 ** (-(2 * h + 1) / 16))
    expectClose(slopes(71), [...power, ...between], { relative: 1e-7 })
    const other = count(71, (h) => 2 ** ((-8 * (h + 1)) / 71))
    expectClose(slopes(71, geometric), other, { relative: 1e-7 })
  })

  test('the paper’s are the geometric ones of the power below and every second of the power above', () => {
    for (const [heads, power] of [
      [3, 2],
      [12, 8],
      [71, 64],
    ] as const) {
      const above = slopes(2 * power, geometric).filter((_, h) => h % 2 === 0)
      const expected = [...slopes(power, geometric), ...above.slice(0, heads - power)]
      expect(slopes(heads)).toEqual(expected)
    }
  })

  test('both rules agree for a power of two', () => {
    for (const heads of [1, 2, 8, 64]) expect(slopes(heads)).toEqual(slopes(heads, geometric))
  })
})

describe('ALiBi before the scale', () => {
  const dim = 16
  const [q, k] = pair(2, 4, 5, dim)
  const slopes = count(4, (h) => 4 ** -(h + 1))
  const added = (position: AlibiPosition) => subtract(scores(position, q, k), scores([], q, k))

  test('is after it by default', () => expect(defaultOf('alibi', 'beforeScale')).toBe(false))

  test('what Falcon adds is √d times smaller than what BLOOM adds', () => {
    const bloom = added({ type: 'alibi' })
    expectClose(
      added({ type: 'alibi', beforeScale: true }),
      bloom.map((b) => b / Math.sqrt(dim)),
      { absolute: 1e-6 },
    )
    expectFar(added({ type: 'alibi', beforeScale: true }), bloom)
  })

  test('slopes that are divided by √d after the scale, or multiplied before it, make them equal', () => {
    const divided = slopes.map((m) => m / Math.sqrt(dim))
    const multiplied = slopes.map((m) => m * Math.sqrt(dim))
    const near = { absolute: 1e-6 }
    expectClose(added({ type: 'alibi', slopes: divided }), added({ type: 'alibi', beforeScale: true }), near)
    expectClose(
      added({ type: 'alibi', slopes: multiplied, beforeScale: true }),
      added({ type: 'alibi' }),
      near,
    )
  })
})

describe('ALiBi keyed by the key', () => {
  const tokens = 6
  const [heads, m] = [2, [0.5, 0.125]]
  const [q, k] = pair(3, heads, tokens, 8)
  const byDistance: AlibiPosition = { type: 'alibi', slopes: m }
  const byKey: AlibiPosition = { ...byDistance, keyed: 'key' }
  const causal = { isCausal: true }
  const near = { absolute: 1e-6 }

  test('is keyed by the distance by default', () => expect(defaultOf('alibi', 'keyed')).toBe('distance'))

  test('shifts every row of scores by m · i', () => {
    const shift = subtract(scores(byKey, q, k), scores(byDistance, q, k))
    const expected = count(heads * tokens * tokens, (at) => {
      const [head, query] = [Math.floor(at / tokens / tokens), Math.floor(at / tokens) % tokens]
      return (m[head] as number) * query
    })
    expectClose(shift, expected, near)
  })

  test('which softmax takes away again, with a causal mask and without', () => {
    expectClose(weights(byKey, q, k, causal), weights(byDistance, q, k, causal), near)
    expectClose(weights(byKey, q, k), weights(byDistance, q, k), near)
  })

  test('it is no encoder’s ALiBi: without a causal mask it rewards keys after the query', () => {
    const encoder: AlibiPosition = { ...byDistance, symmetric: true }
    expectClose(weights(encoder, q, k, causal), weights(byKey, q, k, causal), near)
    expectFar(weights(encoder, q, k), weights(byKey, q, k))
  })

  const given = (mask: number[]): AttentionOptions => {
    const ids = positionIds(mask)
    return { ...causal, positions: { query: ids, key: ids } }
  }
  const hiding = (mask: number[]): AttentionOptions => ({
    ...causal,
    attnMask: { data: Uint8Array.from(count(tokens, () => mask).flat()), shape: [tokens, tokens] },
  })
  const leftPadded = [0, 0, 1, 1, 1, 1]

  test('ids counted from a left-padded mask change nothing while padding is hidden', () => {
    const counted = { ...given(leftPadded), ...hiding(leftPadded) }
    expectClose(weights(byKey, q, k, counted), weights(byDistance, q, k, hiding(leftPadded)), near)
  })

  test('padding that is not hidden counts as position 0, and changes the weights', () => {
    const unhidden = subtract(
      scores(byKey, q, k, given(leftPadded)),
      scores([], q, k, given(leftPadded)),
    ).filter((_, at) => at % tokens < 2 && Math.floor(at / tokens) % tokens >= 2)
    expectClose(unhidden, new Float32Array(unhidden.length), near)
    expectFar(weights(byKey, q, k, given(leftPadded)), weights(byDistance, q, k, causal))
  })

  test('padding between tokens closes up, hidden or not', () => {
    const gap = [1, 1, 0, 0, 1, 1]
    const counted = { ...given(gap), ...hiding(gap) }
    expectFar(weights(byKey, q, k, counted), weights(byDistance, q, k, hiding(gap)))
    expectClose(weights(byKey, q, k, counted), weights(byDistance, q, k, counted), near)
  })
})

describe('T5 scores', () => {
  const dim = 16
  const [q, k] = pair(4, 2, 9, dim)
  const table = new Random(5).tensor(8, 2)
  const unscaled: T5Position = { type: 't5', table, maxDistance: 16 }
  const scaled: T5Position = { ...unscaled, scores: 'scaled' }
  const root = Math.sqrt(dim)

  test('are not scaled by default', () => expect(defaultOf('t5', 'scores')).toBe('unscaled'))

  test('scaled ones have the table √d times larger', () => {
    const size = { heads: 2, queries: 9, keys: 9, dim }
    const plain = library.wf.bias(unscaled, size).data
    expectClose(
      library.wf.bias(scaled, size).data,
      plain.map((b) => b * root),
      { relative: 1e-6 },
    )
    const content = (position: T5Position) =>
      subtract(scores(position, q, k), library.wf.bias(position, size).data)
    expectClose(
      content(scaled),
      content(unscaled).map((s) => s / root),
      { absolute: 1e-5 },
    )
  })

  test('queries times √d and the table over √d make scaled scores unscaled ones', () => {
    const smaller = times(table, 1 / root)
    const made = scores({ ...scaled, table: smaller }, times(q, root), k)
    expectClose(made, scores(unscaled, q, k), { absolute: 1e-5 })
    expectFar(scores(scaled, q, k), scores(unscaled, q, k))
  })
})

describe('T5 buckets', () => {
  const table: Tensor = { data: Float32Array.from({ length: 32 }, (_, b) => b), shape: [32, 1] }
  // the bucket of distances −reach … reach
  const buckets = (bidirectional: boolean, reach = 2000) => {
    const positions = { query: [reach], key: count(2 * reach + 1, (j) => j) }
    const { data } = library.wf.bias({ type: 't5', table, bidirectional }, { heads: 1, positions })
    return (distance: number) => data[distance + reach]
  }
  const firsts = (bucket: (distance: number) => number | undefined, sign: number) =>
    count(200, (n) => n).filter((n) => n === 0 || bucket(sign * n) !== bucket(sign * (n - 1)))

  test('are 32 up to 128, in both directions, by default', () => {
    expect(defaultOf('t5', 'bidirectional')).toBe(true)
    expect(defaultOf('t5', 'maxDistance')).toBe(128)
  })

  test('the last one starts at 91 in both directions, and causally at 113: not at 128', () => {
    const far = [8, 12, 16, 23, 32, 46, 64, 91]
    const edges = [...count(8, (n) => n), ...far]
    expect(firsts(buckets(true), -1)).toEqual(edges)
    expect(firsts(buckets(true), 1)).toEqual(edges)
    const causal = [16, 19, 21, 24, 27, 31, 35, 40, 46, 52, 59, 67, 77, 87, 99, 113]
    expect(firsts(buckets(false), -1)).toEqual([...count(16, (n) => n), ...causal])
  })

  test('bucket 16 is never reached, and every other is', () => {
    const bucket = buckets(true)
    const reached = new Set(count(4001, (at) => bucket(at - 2000)))
    expect(count(32, (b) => b).filter((b) => !reached.has(b))).toEqual([16])
  })

  test('keys after the query are 16 further on', () => {
    const bucket = buckets(true)
    for (const n of [1, 7, 8, 90, 91, 2000]) expect(bucket(n)).toBe((bucket(-n) as number) + 16)
  })
})

describe('the soft cap and the bias', () => {
  const [q, k] = pair(9, 2, 6, 8)
  const after = { softcap: 2, softcapWhere: 'afterBias' } as const
  const alibi: AlibiPosition = { type: 'alibi', slopes: [1, 0.25] }
  const near = { absolute: 1e-6 }

  test('the cap comes first by default, and both agree without a bias', () => {
    const usual = scores(alibi, q, k, { softcap: 2 })
    expect(usual).toEqual(scores(alibi, q, k, { softcap: 2, softcapWhere: 'beforeBias' }))
    expectFar(scores(alibi, q, k, after), usual)
    expectClose(scores([], q, k, after), scores([], q, k, { softcap: 2 }), near)
  })

  test('after the bias: the tanh of the sum; the same for the cap of an encoding', () => {
    const expected = scores(alibi, q, k).map((s) => 2 * Math.tanh(s / 2))
    expectClose(scores(alibi, q, k, after), expected, near)
    const { softcapWhere } = after
    expectClose(scores([alibi, { type: 'softcap', cap: 2 }], q, k, { softcapWhere }), expected, near)
  })

  test('−Infinity still hides; the lowest finite number becomes −cap', () => {
    const mask = new Float32Array(36)
    mask[1] = Number.NEGATIVE_INFINITY
    mask[2] = -3.4028234663852886e38
    const [, hidden, lowest] = scores([], q, k, { ...after, attnMask: { data: mask, shape: [6, 6] } })
    expect([hidden, lowest]).toEqual([Number.NEGATIVE_INFINITY, -2])
  })
})
