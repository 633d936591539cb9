// Where implementations of one encoding disagree: both sides by their parameter, and what lies between them. docs/conflicts.md names these tests.

import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import {
  type AlibiPosition,
  type AttentionOptions,
  type CopePosition,
  type DebertaPosition,
  encodings,
  type LearnedPosition,
  type MropePosition,
  type Position,
  positionFromConfig,
  positionIds,
  type RopePosition,
  type RopeScaling,
  type Side,
  scaleFromConfig,
  type T5Position,
  type Tensor,
  type TransformerXlPosition,
} from 'whereformer'
import { mistakes } from '../../web/demo/mistakes/index.js'
import { expectClose } from './support/close.js'
import type { EncodingCase } from './support/encoding-cases.js'
import { golden, readJson } from './support/golden.js'
import { useLibrary } from './support/library.js'
import { Random } from './support/random.js'

const library = useLibrary()

describe('RoPE pairs', () => {
  const [half, interleaved]: RopePosition[] = [
    { type: 'rope' },
    { type: 'rope', layout: 'interleaved' },
  ] as const
  // what checkpoint converters do to the rows of W_Q and W_K: channel 2i + s of one is i + s · d/2 of the other
  const order = (dim: number) => count(dim, (c) => (c % 2) * (dim / 2) + Math.floor(c / 2))

  test('are i with i + r/2 by default, as checkpoints have them', () => {
    expect(defaultOf('rope', 'layout')).toBe('half')
    expect(defaultOf('xpos', 'layout')).toBe('interleaved')
  })

  test('a permutation of the channels makes one the other, bit for bit', () => {
    for (const dim of [2, 8, 64]) {
      const x = new Random(dim).tensor(2, 7, dim)
      const permuted = channels(library.wf.rotate(half, x), order(dim))
      expect(library.wf.rotate(interleaved, channels(x, order(dim))).data).toEqual(permuted.data)
    }
  })

  test('scores agree when queries and keys are both permuted, and not otherwise', () => {
    const [q, k] = pair(1, 2, 6, 8)
    const known = scores(half, q, k)
    const [permutedQ, permutedK] = [channels(q, order(8)), channels(k, order(8))]
    expectClose(scores(interleaved, permutedQ, permutedK), known, { absolute: 2e-6 })
    expectFar(scores(interleaved, q, k), known)
    expectFar(scores(interleaved, permutedQ, k), known)
  })

  test('two channels make one pair either way', () => {
    const x = new Random(2).tensor(1, 5, 2)
    expect(library.wf.rotate(interleaved, x).data).toEqual(library.wf.rotate(half, x).data)
  })
})

describe('sinusoids', () => {
  const dim = 16
  const code = (more: object = {}) =>
    library.wf.embed({ type: 'sinusoidal', ...more }, { positions: [0, 1, 2, 7, 500], dim })

  test('are the paper’s by default', () => {
    expect(defaultOf('sinusoidal', 'layout')).toBe('interleaved')
    expect(defaultOf('sinusoidal', 'spacing')).toBe('paper')
  })

  test('interleaved and concatenated are permutations, bit for bit', () => {
    const order = count(dim, (c) => (c < dim / 2 ? 2 * c : 2 * c - dim + 1))
    for (const spacing of ['paper', 'endpoint']) {
      const concatenated = code({ spacing, layout: 'concatenated' })
      expect(concatenated.data).toEqual(channels(code({ spacing }), order).data)
    }
  })

  test('exponents i/(D/2 − 1) raise the base to D/(D − 2)', () => {
    for (const layout of ['interleaved', 'concatenated']) {
      const endpoint = code({ layout, spacing: 'endpoint' })
      expectClose(endpoint.data, code({ layout, base: 10000 ** (dim / (dim - 2)) }).data, { absolute: 1e-6 })
      expectFar(endpoint.data, code({ layout }).data)
    }
  })
})

describe('frequencies with an end point', () => {
  const slowest = (dim: number, more: object = {}) => {
    const position: Position = { type: 'sinusoidal', layout: 'concatenated', ...more }
    const { data } = library.wf.embed(position, { positions: [1], dim })
    return Math.asin(data[dim / 2 - 1] as number)
  }

  test('come down to 1/base exactly', () => {
    for (const dim of [4, 64, 512]) {
      expectClose([slowest(dim, { spacing: 'endpoint' })], [1e-4], { relative: 1e-7 })
    }
  })

  test('the paper’s stop one step before, base^(2/D) times faster', () => {
    for (const dim of [4, 64, 512]) {
      const faster = 10000 ** (2 / dim)
      expectClose([slowest(dim) / slowest(dim, { spacing: 'endpoint' })], [faster], { relative: 3e-7 })
      const { inverse } = library.wf.frequencies({ type: 'rope' }, { dim })
      expectClose([inverse.at(-1) as number], [1e-4 * faster], { relative: 1e-7 })
    }
  })
})

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

describe('the attention factor of YaRN', () => {
  const dim = 8
  const factor = 0.1 * Math.log(40) + 1
  const scaling: RopeScaling = { ropeType: 'yarn', factor: 40, originalMaxPositionEmbeddings: 4096 }
  const yarn = (more: RopeScaling = {}, rope: Partial<RopePosition> = {}): RopePosition => ({
    type: 'rope',
    ...rope,
    scaling: { ...scaling, ...more },
  })
  const [q, k] = pair(6, 2, 5, dim)
  const near = { absolute: 1e-6, relative: 1e-6 }
  const factorOf = (position: Position) => library.wf.frequencies(position, { dim }).attentionFactor

  test('is the paper’s 0.1 ln s + 1 by default', () => {
    expect(isOptional('rope', 'scaling.attentionFactor')).toBe(true)
    expect(isOptional('rope', 'scaling.mscale')).toBe(true)
    expectClose([factorOf(yarn())], [factor], { relative: 1e-7 })
  })

  test('cosine and sine are multiplied by it, so scores by its square', () => {
    const without = scores(yarn({ attentionFactor: 1 }), q, k)
    expectClose(
      scores(yarn(), q, k),
      without.map((s) => s * factor ** 2),
      near,
    )
  })

  test('a pair of mscale divides: equal ones leave 1', () => {
    expectClose([factorOf(yarn({ mscale: 1, mscaleAllDim: 1 }))], [1], {})
    const half = (0.1 * Math.log(40) + 1) / (0.05 * Math.log(40) + 1)
    expectClose([factorOf(yarn({ mscale: 1, mscaleAllDim: 0.5 }))], [half], { relative: 1e-7 })
  })

  test('DeepSeek then multiplies the scale by the square: the same scores where all channels turn', () => {
    const { config } = readJson<{ config: object }>('configs/deepseek-ai-deepseek-v3.json')
    const scale = scaleFromConfig(config) as number
    expectClose([scale * Math.sqrt(192)], [factor ** 2], { relative: 1e-12 })
    const position = yarn({ mscale: 1, mscaleAllDim: 1 })
    const ofScale = scores(position, q, k, { scale: factor ** 2 / Math.sqrt(dim) })
    expectClose(ofScale, scores(yarn(), q, k), near)
  })

  test('with partial rotation the factor reaches the turned channels only, the scale all of them', () => {
    const part = { rotaryDim: 4 }
    const unturned = { data: q.data.map((x, at) => (at % dim < 4 ? 0 : x)), shape: q.shape }
    const plain = scores([], unturned, k)
    expect(scores(yarn({}, part), unturned, k)).toEqual(plain)
    const ofScale = scores(yarn({ attentionFactor: 1 }, part), unturned, k, {
      scale: factor ** 2 / Math.sqrt(dim),
    })
    expectClose(
      ofScale,
      plain.map((s) => s * factor ** 2),
      near,
    )
  })
})

describe('the ramp of YaRN', () => {
  // gpt-oss: its ramp lies between pairs 8.09 and 17.40
  const { config } = readJson<{ config: object }>('configs/openai-gpt-oss-20b.json')
  const [dim, base, factor] = [64, 150000, 32]
  const pairOf = (turns: number, length: number) =>
    (dim * Math.log(length / (turns * 2 * Math.PI))) / (2 * Math.log(base))

  // where the ramp begins and ends, found from two pairs on it
  const ramp = (more: RopeScaling, [a, b]: [number, number]) => {
    const scaling: RopeScaling = { ropeType: 'yarn', factor, originalMaxPositionEmbeddings: 4096, ...more }
    const { inverse } = library.wf.frequencies({ type: 'rope', base, scaling }, { dim })
    const share = (i: number) => (1 - (inverse[i] as number) / base ** ((-2 * i) / dim)) / (1 - 1 / factor)
    const slope = (share(b) - share(a)) / (b - a)
    return [a - share(a) / slope, a + (1 - share(a)) / slope]
  }

  test('ends at whole pairs by default, as in the authors’ code', () => {
    expect(defaultOf('rope', 'scaling.truncate')).toBe(true)
    const { scaling } = [positionFromConfig(config)].flat()[0] as RopePosition
    expect(scaling?.truncate).toBe(false)
  })

  test('truncate rounds its ends, down and up', () => {
    const [first, last] = [pairOf(32, 4096), pairOf(1, 4096)]
    expectClose([first, last], [8.093, 17.398], { absolute: 1e-3 })
    expectClose(ramp({ truncate: false }, [10, 15]), [first, last], { absolute: 1e-4 })
    expectClose(ramp({ truncate: true }, [10, 15]), [8, 18], { absolute: 1e-4 })
  })

  test('the longer length in place of the original one moves it by d ln s / (2 ln b) pairs', () => {
    const shift = (dim * Math.log(factor)) / (2 * Math.log(base))
    const original = ramp({ truncate: false }, [10, 15])
    const longer = ramp({ truncate: false, originalMaxPositionEmbeddings: 4096 * factor }, [20, 25])
    expectClose(
      longer,
      original.map((end) => end + shift),
      { absolute: 2e-4 },
    )
  })
})

describe('dynamic NTK and cached keys', () => {
  const at = (currentLength?: number): RopePosition => ({
    type: 'rope',
    scaling: {
      ropeType: 'dynamic',
      factor: 4,
      maxPositionEmbeddings: 32,
      ...(currentLength ? { currentLength } : {}),
    },
  })
  const angles = (length: number) => [...library.wf.frequencies(at(length), { dim: 8 }).inverse]

  test('look at the length of the sequence unless one is given', () => {
    expect(isOptional('rope', 'scaling.currentLength')).toBe(true)
    const x = new Random(7).tensor(1, 128, 8)
    expect(library.wf.rotate(at(), x).data).toEqual(library.wf.rotate(at(128), x).data)
  })

  test('the slowest pair is s·n/L − (s − 1) times slower, the fastest never', () => {
    const [short, long] = [angles(32), angles(128)]
    expectClose(long, [1, 0.042529, 0.00180872, 7.6923e-5], { relative: 1e-5 })
    expectClose([(short[3] as number) / (long[3] as number)], [(4 * 128) / 32 - 3], { relative: 1e-6 })
    expect(long[0]).toBe(short[0])
  })

  test('keys cached at another length turn by angles of their own: scores miss by cos(mω′ − nω)', () => {
    const [old, now] = [angles(64), angles(128)]
    const stale = pairScores({ query: at(128), key: at(64) }, [127, 60])
    const expected = now.map((w, i) => Math.cos(127 * w - 60 * (old[i] as number)))
    expectClose(stale, expected, { absolute: 1e-5 })
    expectFar(stale, pairScores(both(at(128)), [127, 60]))
  })

  test('and are no longer relative', () => {
    const stale = { query: at(128), key: at(64) }
    const near = { absolute: 1e-5 }
    expectClose(pairScores(both(at(128)), [127, 100]), pairScores(both(at(128)), [60, 33]), near)
    expectFar(pairScores(stale, [127, 100]), pairScores(stale, [60, 33]))
  })

  test('a length within L resets to plain RoPE, bit for bit', () => {
    const x = new Random(8).tensor(1, 16, 8)
    for (const length of [1, 16, 32]) {
      expect(library.wf.rotate(at(length), x).data).toEqual(library.wf.rotate({ type: 'rope' }, x).data)
    }
  })
})

describe('LongRoPE and cached keys', () => {
  const [shortFactor, longFactor] = [
    [1, 1.25, 1.5, 2],
    [1, 2, 4, 8],
  ]
  const at = (currentLength: number): RopePosition => ({
    type: 'rope',
    scaling: {
      ropeType: 'longrope',
      factor: 4,
      originalMaxPositionEmbeddings: 64,
      shortFactor,
      longFactor,
      currentLength,
    },
  })
  const frequencies = (length: number) => library.wf.frequencies(at(length), { dim: 8 })

  test('every frequency switches one token past the original length, by short/long', () => {
    const [before, after] = [frequencies(64), frequencies(65)]
    const ratio = before.inverse.map((w, i) => (w * (shortFactor[i] as number)) / (longFactor[i] as number))
    expectClose(after.inverse, ratio, { relative: 2e-7 })
    expect(frequencies(1)).toEqual(before)
    expect(after.attentionFactor).toBe(before.attentionFactor)
  })

  test('keys cached before the switch disagree with queries after it', () => {
    const [before, { inverse, attentionFactor }] = [frequencies(64), frequencies(65)]
    const stale = pairScores({ query: at(65), key: at(64) }, [64, 40])
    const turned = [...inverse].map((w, i) => Math.cos(64 * w - 40 * (before.inverse[i] as number)))
    expectClose(
      stale,
      turned.map((c) => c * attentionFactor ** 2),
      { absolute: 1e-5 },
    )
    expectFar(stale, pairScores(both(at(65)), [64, 40]))
  })
})

describe('the centre of xPos', () => {
  const [tokens, dim] = [9, 8]
  const x = new Random(9).tensor(1, tokens, dim)
  const rotate = (side: Side, center?: number) =>
    library.wf.rotate({ type: 'xpos', ...(center === undefined ? {} : { center }) }, x, { side }).data
  const zeta = count(dim / 2, (i) => ((2 * i) / dim + 0.4) / 1.4)

  test('is ⌊length / 2⌋ by default, ⌈length / 2⌉ in torchscale', () => {
    expect(isOptional('xpos', 'center')).toBe(true)
    expect(rotate('query')).toEqual(rotate('query', 4))
    expect(rotate('query')).not.toEqual(rotate('query', 5))
  })

  test('another centre multiplies queries by a power of ζ and keys by its inverse', () => {
    const [here, there] = [4, 260]
    const power = count(x.data.length, (at) => (zeta[Math.floor((at % dim) / 2)] as number) ** (256 / 512))
    const [query, key] = [rotate('query', here), rotate('key', here)]
    const near = { absolute: 1e-6, relative: 1e-6 }
    expectClose(
      rotate('query', there),
      query.map((v, at) => v / (power[at] as number)),
      near,
    )
    expectClose(
      rotate('key', there),
      key.map((v, at) => v * (power[at] as number)),
      near,
    )
  })

  test('no score depends on it', () => {
    const [q, k] = pair(10, 2, tokens, dim)
    const known = scores({ type: 'xpos' }, q, k)
    for (const center of [0, 5, 300])
      expectClose(scores({ type: 'xpos', center }, q, k), known, { absolute: 1e-5 })
  })

  test('unless queries and cached keys have two of them', () => {
    const centred = (center: number): Position => ({ type: 'xpos', layout: 'half', center })
    const fresh = pairScores(both(centred(4)), [8, 3])
    const stale = pairScores({ query: centred(260), key: centred(4) }, [8, 3])
    expectClose(
      stale,
      fresh.map((s, i) => s * (zeta[i] as number) ** (-256 / 512)),
      { absolute: 1e-5, relative: 1e-5 },
    )
  })
})

describe('the position-to-content index of DeBERTa', () => {
  const [tokens, dim] = [7, 4]
  const [q, k] = pair(11, 1, tokens, dim)
  const table = new Random(12).tensor(16, dim)
  const code: DebertaPosition = { type: 'deberta', positionQuery: table }
  const paper: DebertaPosition = { ...code, transposed: true }

  test('is δ(i, j) by default, as in both codes', () =>
    expect(defaultOf('deberta', 'transposed')).toBe(false))

  test('the paper’s δ(j, i) is the code’s with the table read backwards', () => {
    const backwards = rowsOf(table, (row) => (16 - row) % 16)
    expect(scores(paper, q, k)).toEqual(scores({ ...code, positionQuery: backwards }, q, k))
    expectFar(scores(paper, q, k), scores(code, q, k))
  })

  test('they agree where i = j, and content to position has no two readings', () => {
    const diagonal = (values: Float32Array) => values.filter((_, at) => at % (tokens + 1) === 0)
    expect(diagonal(scores(paper, q, k))).toEqual(diagonal(scores(code, q, k)))
    const other: DebertaPosition = { type: 'deberta', positionKey: table }
    expect(scores({ ...other, transposed: true }, q, k)).toEqual(scores(other, q, k))
  })
})

describe('the bucket arguments of DeBERTa', () => {
  const [tokens, dim, buckets, maxDistance] = [24, 4, 8, 16]
  const [q, k] = pair(13, 1, tokens, dim)
  const table = new Random(14).tensor(2 * buckets, dim)
  const plain: DebertaPosition = { type: 'deberta', positionQuery: table, buckets, maxDistance }
  const swapped: DebertaPosition = { ...plain, swapped: true }
  // the scores of pairs that are this far apart
  const within = (position: Position, [least, most]: [number, number]) =>
    scores(position, q, k).filter((_, at) => {
      const apart = Math.abs((at % tokens) - Math.floor(at / tokens))
      return apart >= least && apart <= most
    })

  test('are in their places by default', () => expect(defaultOf('deberta', 'swapped')).toBe(false))

  test('swapped, every distance up to maxDistance / 2 has a row of its own, as in v1', () => {
    const first: DebertaPosition = { type: 'deberta', positionQuery: table }
    expect(within(swapped, [0, maxDistance / 2])).toEqual(within(first, [0, maxDistance / 2]))
  })

  test('near pairs agree, far ones do not', () => {
    expect(within(swapped, [0, 5])).toEqual(within(plain, [0, 5]))
    expectFar(within(swapped, [6, 6]), within(plain, [6, 6]))
    expectFar(within(swapped, [16, 23]), within(plain, [16, 23]))
  })

  test('content to position is never swapped', () => {
    const other: DebertaPosition = { type: 'deberta', positionKey: table, buckets, maxDistance }
    expect(scores({ ...other, swapped: true }, q, k)).toEqual(scores(other, q, k))
  })

  test('without a limit on the distance first, keys maxDistance past the query read row 0, else row 1', () => {
    const numbers: Tensor = { ...table, data: table.data.map((_, at) => Math.floor(at / dim)) }
    const position: DebertaPosition = { ...plain, positionQuery: numbers }
    const [zero, one] = [
      { data: new Float32Array(dim), shape: [1, 1, dim] },
      { data: Float32Array.of(1, 0, 0, 0), shape: [1, 1, dim] },
    ]
    const row = (distance: number) => {
      const positions = { query: [0], key: [distance] }
      return (scores(position, zero, one, { positions })[0] as number) * Math.sqrt(2 * dim)
    }
    expectClose([row(15), row(16), row(200)], [1, 0, 0], { absolute: 1e-6 })
  })
})

describe('the mask decoder of DeBERTa', () => {
  test('is no part of the encoding, as in transformers: nothing enters by the embedding', () => {
    const { doors, parameters } = entryOf('deberta')
    expect(doors).not.toContain('embed')
    expect(parameters.map(({ name }) => name)).toEqual([
      'positionKey',
      'positionQuery',
      'buckets',
      'maxDistance',
      'positionPosition',
      'transposed',
      'swapped',
    ])
  })

  test('absolute positions are an encoding beside it, and leave its scores alone', () => {
    const [q, k] = pair(15, 1, 5, 8)
    const deberta: DebertaPosition = { type: 'deberta', positionKey: new Random(16).tensor(8, 8) }
    const absolute: LearnedPosition = { type: 'learned', table: new Random(17).tensor(5, 8) }
    expect(scores([absolute, deberta], q, k)).toEqual(scores(deberta, q, k))
  })
})

describe('the shift of Transformer-XL', () => {
  const data = golden<EncodingCase>('encodings/transformerXl.safetensors')
  const shifted = data.cases.map(([name]) => name).filter((name) => data.has(`${name}.paddedShift`))
  const near = { absolute: 1e-5, relative: 1e-5 }

  const load = (name: string) => {
    const tensor = (what: string) => data.tensor(`${name}.${what}`)
    const [query, key] = [tensor('query'), tensor('key')]
    const details = new Map(data.cases).get(name)?.position as { clampLength: number }
    const position: TransformerXlPosition = {
      type: 'transformerXl',
      clampLength: details.clampLength,
      weight: tensor('weight'),
      contentBias: tensor('contentBias'),
      positionBias: tensor('positionBias'),
    }
    const positions = { query: [...tensor('queryPositions').data], key: [...tensor('keyPositions').data] }
    return { query, key, position, positions, padded: tensor('paddedShift').data }
  }

  test('is in four cases', () => expect(shifted.length).toBe(4))

  test.each(shifted)('%s: the exact distances agree on and below the diagonal only', (name) => {
    const { query, key, position, positions, padded } = load(name)
    const exact = scores(position, query, key, { positions })
    const past = (_: unknown, at: number) => !beyond(at)
    const beyond = (at: number) => {
      const keys = positions.key.length
      const row = Math.floor(at / keys) % positions.query.length
      return (positions.key[at % keys] as number) > (positions.query[row] as number)
    }
    expectClose(exact.filter(past), padded.filter(past), near)
    const above = (values: Float32Array) => values.filter((_, at) => beyond(at))
    expectFar(above(exact), above(padded))
  })

  test.each(shifted)('%s: padding a column and reshaping makes one the other', (name) => {
    const { query, key, position, positions, padded } = load(name)
    const [rows, keys] = [positions.query.length, positions.key.length]
    // the matrix before it is shifted: every query stands at the last key
    const atEnd = { query: count(rows, () => keys - 1), key: positions.key }
    const zeros = ({ shape, data }: { shape: readonly number[]; data: { length: number } }) => ({
      shape,
      data: new Float32Array(data.length),
    })
    const still = { ...position, weight: zeros(position.weight), positionBias: zeros(position.positionBias) }
    const content = scores(still, query, key, { positions })
    const term = subtract(scores(position, query, key, { positions: atEnd }), content)
    const made = add(paddedShift(term, rows, keys), content)
    expectClose(made, padded, near)
  })

  test('one past the diagonal it leaves no position term at all, then those of the next query', () => {
    const term = Float32Array.of(11, 12, 13, 21, 22, 23, 31, 32, 33)
    expect([...paddedShift(term, 3, 3)]).toEqual([13, 0, 21, 22, 23, 0, 31, 32, 33])
  })

  test('XLNet without segments is the same encoding, with true distances on both sides', () => {
    const { query, key, position, positions } = load(shifted[0] as string)
    const xlnet = scores({ ...position, type: 'xlnet' }, query, key, { positions })
    expect(xlnet).toEqual(scores(position, query, key, { positions }))
  })

  /** [heads, rows, keys]: a column of zeros in front, read as [keys + 1, rows], the first row dropped. */
  function paddedShift(term: Float32Array, rows: number, keys: number): Float32Array {
    const size = rows * keys
    return Float32Array.from(term, (_, at) => {
      const inHead = (at % size) + rows
      const [row, column] = [Math.floor(inHead / (keys + 1)), inHead % (keys + 1)]
      return column === 0 ? 0 : (term[at - (at % size) + row * keys + column - 1] as number)
    })
  }
})

describe('CoPE before the scale', () => {
  const [tokens, dim] = [6, 16]
  const [q, k] = pair(17, 2, tokens, dim)
  const before: CopePosition = { type: 'cope', table: new Random(18).tensor(tokens, dim) }
  const after: CopePosition = { ...before, where: 'afterScale' }
  const term = (position: Position) => {
    const causal = { isCausal: true }
    const all = subtract(scores(position, q, k, causal), scores([], q, k, causal))
    return all.filter((s) => !Number.isNaN(s)) // hidden: −∞ − −∞
  }

  test('is before it by default, as the authors’ code', () => {
    expect(defaultOf('cope', 'where')).toBe('beforeScale')
  })

  test('after it the term is √d times larger', () => {
    expectClose(
      term(after),
      term(before).map((s) => s * Math.sqrt(dim)),
      { absolute: 1e-5 },
    )
    expectFar(term(after), term(before))
  })

  test('a table over √d makes them equal: the gates see scaled scores either way', () => {
    const smaller = times(before.table, 1 / Math.sqrt(dim))
    expectClose(term({ ...after, table: smaller }), term(before), { absolute: 1e-6 })
  })
})

describe('offsets of learned tables', () => {
  const table: Tensor = { data: Float32Array.from({ length: 10 }, (_, row) => row), shape: [10, 1] }
  const rows = (positions: number[], offset?: number) => [
    ...library.wf.embed(
      { type: 'learned', table, ...(offset === undefined ? {} : { offset }) },
      { positions, dim: 1 },
    ).data,
  ]
  const leftPadded = [0, 0, 1, 1, 1]
  const arange = [0, 1, 2, 3, 4]

  test('are 0 by default, as in GPT-2 and BERT', () => expect(defaultOf('learned', 'offset')).toBe(0))

  test('shift the rows: 2 in BART, padding id + 1 in RoBERTa', () => {
    expect(rows(arange)).toEqual(arange)
    expect(rows(arange, 2)).toEqual(rows(arange.map((p) => p + 2)))
    const offset = (name: string) => {
      const { config } = readJson<{ config: object }>(`configs/${name}.json`)
      const position = positionFromConfig(config) as { offset?: number }
      return position.offset ?? 0
    }
    const names = ['facebook-bart-base', 'facebookai-roberta-base', 'google-bert-bert-base-uncased']
    expect(names.map(offset)).toEqual([2, 2, 0])
  })

  test('left padding shifts tokens by as many rows, unless ids are counted from the mask', () => {
    expect(rows(arange).slice(2)).toEqual([2, 3, 4])
    expect(rows(positionIds(leftPadded)).slice(2)).toEqual([0, 1, 2])
  })

  test('RoBERTa’s own ids are these rows, and padding reads that of the padding id', () => {
    const roberta = positionIds(leftPadded, { padding: 1 })
    expect(roberta).toEqual([1, 1, 2, 3, 4])
    expect(rows(roberta)).toEqual(rows([-1, -1, 0, 1, 2], 2))
    expect(rows(roberta).slice(2)).toEqual(rows(positionIds(leftPadded), 2).slice(2))
  })
})

describe('the exponent of partial RoPE', () => {
  const [dim, rotaryDim] = [16, 8]
  const partial: RopePosition = { type: 'rope', rotaryDim }
  const proportional: RopePosition = { ...partial, scaling: { ropeType: 'proportional' } }
  const inverse = (position: Position) => [...library.wf.frequencies(position, { dim }).inverse]

  test('divides by the rotated width by default', () => {
    expect(defaultOf('rope', 'scaling.ropeType')).toBe('default')
    expect(inverse(partial)).toEqual([
      ...library.wf.frequencies({ type: 'rope' }, { dim: rotaryDim }).inverse,
    ])
  })

  test('proportional divides by the whole head: logarithms differ by d/r', () => {
    const [narrow, whole] = [inverse(partial), inverse(proportional)]
    const raised = whole.slice(0, rotaryDim / 2).map((w) => w ** (dim / rotaryDim))
    expectClose(narrow, raised, { relative: 1e-6 })
    expect(whole.slice(rotaryDim / 2)).toEqual([0, 0, 0, 0])
  })

  test('proportional turns as the first pairs of a full RoPE, half a head apart', () => {
    const x = new Random(19).tensor(1, 6, dim)
    const [full, proportioned] = [
      library.wf.rotate({ type: 'rope' }, x).data,
      library.wf.rotate(proportional, x).data,
    ]
    const expected = full.map((v, at) => (at % (dim / 2) < rotaryDim / 2 ? v : (x.data[at] as number)))
    expect(proportioned).toEqual(expected)
  })
})

describe('the order of M-RoPE', () => {
  const [tokens, dim] = [5, 16]
  const ids = [
    [0, 1, 1, 1, 2],
    [0, 1, 1, 2, 2],
    [0, 1, 2, 1, 2],
  ]
  const grid: Tensor = { data: Float32Array.from(ids.flat()), shape: [3, tokens] }
  const x = new Random(20).tensor(2, tokens, dim)
  const orders: [axes: string, position: MropePosition][] = [
    ['tttthhww', { type: 'mrope', sections: [4, 2, 2] }],
    ['thwthwtt', { type: 'mrope', sections: [4, 2, 2], order: 'interleaved' }],
    ['hwhwtttt', { type: 'mrope', sections: [2, 2, 4], order: 'hwt' }],
  ]

  test('is chunked by default, with the sections of Qwen2-VL', () => {
    expect(defaultOf('mrope', 'order')).toBe('chunked')
    expect(defaultOf('mrope', 'sections')).toEqual([16, 24, 24])
  })

  test.each(orders)('pairs turn by %s', (axes, position) => {
    const byAxis = ids.map((positions) => library.wf.rotate({ type: 'rope' }, x, { positions }).data)
    const expected = x.data.map((_, at) => {
      const axis = 'thw'.indexOf(axes[at % (dim / 2)] as string)
      return byAxis[axis]?.[at] as number
    })
    expect(library.wf.rotate({ ...position, grid }, x).data).toEqual(expected)
  })

  test('the orders are permutations of one another', () => {
    expect(new Set(orders.map(([axes]) => [...axes].sort().join(''))).size).toBe(1)
    const turned = orders.map(([, position]) => library.wf.rotate({ ...position, grid }, x).data)
    for (const [a, b] of [
      [0, 1],
      [0, 2],
      [1, 2],
    ] as const)
      expectFar(turned[a] as Float32Array, turned[b] as Float32Array)
  })

  test('text has three equal ids: every order is plain RoPE, bit for bit', () => {
    for (const layout of ['half', 'interleaved'] as const) {
      const rope = library.wf.rotate({ type: 'rope', layout }, x).data
      for (const [, position] of orders)
        expect(library.wf.rotate({ ...position, layout }, x).data).toEqual(rope)
    }
  })
})

describe('official texts that were wrong', () => {
  test('are refuted among the mistakes: tests/wasm/mistakes.test.ts', () => {
    const ids = mistakes.map(({ id }) => id)
    expect(ids).toContain('alibi-sign')
    expect(ids).toContain('rope-decays')
  })
})

describe('docs/conflicts.md', () => {
  const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')
  const page = read('../../docs/conflicts.md')

  test('names every test here, and no other', () => {
    const named = [...page.matchAll(/\| _([^_|]+)_ \|/g)].map(([, name]) => name)
    const here = [...read('./conflicts.test.ts').matchAll(/^describe\('(.+)', /gm)].map(([, name]) => name)
    expect(new Set(named)).toEqual(new Set(here.filter((name) => name !== 'docs/conflicts.md')))
  })

  test('prints defaults in bold', () => {
    const bold = [...page.matchAll(/\*\*`(\{ ?".+?\})`\*\*/g)].map(([, json]) => JSON.parse(json as string))
    expect(bold.length).toBeGreaterThan(20)
    for (const { type, scaling, ...rest } of bold) {
      for (const [name, value] of Object.entries(rest)) {
        const { kind, default: usual } = parameterOf(type, name)
        if (kind === 'choice' || kind === 'boolean') expect(value, `${type}.${name}`).toBe(usual)
      }
      if (scaling?.truncate !== undefined) expect(scaling.truncate).toBe(defaultOf(type, 'scaling.truncate'))
    }
  })

  test('writes JSON that the library takes: known types, parameters and choices', () => {
    const snippets = [...page.matchAll(/`(\{ ?".+?\})`/g)].map(([, json]) => JSON.parse(json as string))
    expect(snippets.length).toBeGreaterThan(20)
    for (const { type, scaling = {}, ...rest } of snippets) {
      const inner = Object.entries(scaling).map(([name, value]) => [`scaling.${name}`, value] as const)
      for (const [name, value] of [...Object.entries(rest), ...inner]) {
        const parameter = entryOf(type).parameters.find((one) => one.name === name)
        expect(parameter, `${type}.${name}`).toBeDefined()
        if (parameter?.choices) expect(parameter.choices).toContain(value)
      }
    }
  })
})

function entryOf(type: string) {
  const entry = encodings.find((one) => one.type === type)
  return entry ?? expect.fail(`no encoding ${type}`)
}

function parameterOf(type: string, name: string) {
  const parameter = entryOf(type).parameters.find((one) => one.name === name)
  return parameter ?? expect.fail(`${type} has no parameter ${name}`)
}

function defaultOf(type: string, name: string) {
  return parameterOf(type, name).default
}

/** Absent means something of its own. */
function isOptional(type: string, name: string): boolean {
  return parameterOf(type, name).optional === true
}

function count<T>(length: number, of: (i: number) => T): T[] {
  return Array.from({ length }, (_, i) => of(i))
}

/** Query and key. */
function pair(seed: number, ...shape: number[]): [Tensor, Tensor] {
  const random = new Random(seed)
  return [random.tensor(...shape), random.tensor(...shape)]
}

function scores(position: Position, q: Tensor, k: Tensor, options: AttentionOptions = {}): Float32Array {
  const result = library.wf.attention(q, k, k, { ...options, position, return: ['scores'] })
  return result.scores?.data ?? new Float32Array(0)
}

function weights(position: Position, q: Tensor, k: Tensor, options: AttentionOptions = {}): Float32Array {
  const result = library.wf.attention(q, k, k, { ...options, position, return: ['weights'] })
  return result.weights?.data ?? new Float32Array(0)
}

/** A head of 8 channels, paired by halves, with only pair i in use: the dot products of query and key, pair by pair. */
function pairScores({ query, key }: { query: Position; key: Position }, [m, n]: [number, number]): number[] {
  const [pairs, dim] = [4, 8]
  const x = { data: Float32Array.from({ length: pairs * dim }, (_, at) => Number(at % (dim + 1) === 0)) }
  const rows = { ...x, shape: [pairs, dim] }
  const turn = (position: Position, side: Side, at: number) =>
    library.wf.rotate(position, rows, { side, positions: count(pairs, () => at) }).data
  const [q, k] = [turn(query, 'query', m), turn(key, 'key', n)]
  return count(pairs, (i) =>
    count(dim, (c) => (q[i * dim + c] as number) * (k[i * dim + c] as number)).reduce((a, b) => a + b),
  )
}

function both(position: Position): { query: Position; key: Position } {
  return { query: position, key: position }
}

/** Channel c of the result is channel order[c] of x. */
function channels({ data, shape }: Tensor, order: readonly number[]): Tensor {
  const width = order.length
  return {
    data: data.map((_, at) => data[at - (at % width) + (order[at % width] as number)] as number),
    shape,
  }
}

/** Row r of the result is row of(r) of the table. */
function rowsOf({ data, shape }: Tensor, of: (row: number) => number): Tensor {
  const width = shape[1] as number
  return {
    data: data.map((_, at) => data[of(Math.floor(at / width)) * width + (at % width)] as number),
    shape,
  }
}

function times({ data, shape }: { data: Float32Array; shape: readonly number[] }, factor: number): Tensor {
  return { data: data.map((x) => x * factor), shape: [...shape] }
}

function subtract(a: Float32Array, b: Float32Array): Float32Array {
  return a.map((x, i) => x - (b[i] as number))
}

function add(a: Float32Array, b: Float32Array): Float32Array {
  return a.map((x, i) => x + (b[i] as number))
}

/** Somewhere they differ by more than rounding. */
function expectFar(a: ArrayLike<number>, b: ArrayLike<number>): void {
  expect(a.length).toBe(b.length)
  expect(Math.max(...count(a.length, (i) => Math.abs((a[i] as number) - (b[i] as number))))).toBeGreaterThan(
    0.01,
  )
}
