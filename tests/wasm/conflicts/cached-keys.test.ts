// Rotations that look at the length, where implementations disagree: both sides by their parameter, and what lies between them. docs/conflicts.md names these tests.

import { describe, expect, test } from 'vitest'
import type { Position, RopePosition, Side } from 'whereformer'
import { expectClose } from '../../support/close.js'
import {
  both,
  count,
  expectFar,
  isOptional,
  library,
  pair,
  pairScores,
  scores,
} from '../../support/conflicts.js'
import { Random } from '../../support/random.js'

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
