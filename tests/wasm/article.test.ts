// What the article says in numbers, computed.

import { expect, test } from 'vitest'
import type { AttentionOptions, Tensor } from 'whereformer'
import { useLibrary } from '../support/library.js'

const library = useLibrary()
const TOKENS = 6
const DIM = 8

const tensor = (shape: number[], value: (i: number) => number): Tensor => ({
  data: Float32Array.from({ length: shape.reduce((a, b) => a * b) }, (_, i) => value(i)),
  shape,
})

/** Rows of words, in this order; another number for each word and channel. */
const rows = (order: readonly number[]): Tensor =>
  tensor([1, order.length, DIM], (i) => {
    const word = order[Math.floor(i / DIM)] ?? Number.NaN
    return Math.sin(3.7 * word * DIM + 1.3 * word * (i % DIM) + 2.1 * (i % DIM))
  })

const layer = (x: Tensor, options: AttentionOptions): Tensor => {
  const { output } = library.wf.attention(x, x, x, options)
  return { data: Float32Array.from(output.data), shape: [...output.shape] }
}

const largestDifference = (a: Float32Array, b: Float32Array): number => {
  expect(a.length).toBe(b.length)
  return a.reduce((most, value, i) => Math.max(most, Math.abs(value - (b[i] ?? Number.NaN))), 0)
}

test('without positions, the last token of a causal model feels a shuffle of the others from the second layer on', () => {
  const causal = { isCausal: true }
  const lastOf = ({ data }: Tensor) => data.slice(-DIM)
  const [plain, shuffled] = [rows([0, 1, 2, 3, 4, 5]), rows([3, 0, 4, 2, 1, 5])].map((x) => {
    const once = layer(x, causal)
    return [lastOf(once), lastOf(layer(once, causal))] as const
  }) as [readonly [Float32Array, Float32Array], readonly [Float32Array, Float32Array]]
  expect(largestDifference(plain[0], shuffled[0])).toBeLessThan(1e-6)
  expect(largestDifference(plain[1], shuffled[1])).toBeGreaterThan(1e-3)
})

test('where all keys score alike, a causal layer gives the first token the weight 1/i', () => {
  const zeros = tensor([1, TOKENS, DIM], () => 0)
  const { weights } = library.wf.attention(zeros, zeros, rows([0, 1, 2, 3, 4, 5]), {
    isCausal: true,
    return: ['weights'],
  })
  for (let i = 0; i < TOKENS; i++) expect(weights?.data[i * TOKENS]).toBeCloseTo(1 / (i + 1), 6)
})

test('symmetric ALiBi cannot tell a sentence from its reverse; ALiBi of a causal model can', () => {
  const order = [0, 1, 2, 3, 4, 5]
  const bothWays = (options: AttentionOptions) => {
    const [forward, backward] = [order, [...order].reverse()].map((one) => layer(rows(one), options).data)
    const turned = Float32Array.from(forward ?? [], (_, i) => {
      const token = Math.floor(i / DIM)
      return backward?.[(TOKENS - 1 - token) * DIM + (i % DIM)] ?? Number.NaN
    })
    return largestDifference(forward ?? new Float32Array(), turned)
  }
  expect(bothWays({ position: { type: 'alibi', symmetric: true } })).toBeLessThan(1e-6)
  expect(bothWays({ position: { type: 'alibi' }, isCausal: true })).toBeGreaterThan(1e-3)
  expect(bothWays({ position: { type: 'rope' } })).toBeGreaterThan(1e-3)
})

test.each([
  ['both directions', true, 32, 91],
  ['causal', false, 32, 113],
])('the last bucket of T5, %s', (_, bidirectional, buckets, start) => {
  const table = tensor([buckets, 1], (i) => i)
  const { data } = library.wf.bias(
    { type: 't5', table, bidirectional },
    { heads: 1, queries: 1, keys: 301, queryOffset: 300 },
  )
  const bucketAt = (distance: number) => data[300 - distance]
  const last = bucketAt(300)
  expect(bucketAt(128)).toBe(last)
  expect(bucketAt(start)).toBe(last)
  expect(bucketAt(start - 1)).not.toBe(last)
})

test('the temperature of YaRN multiplies queries and keys by 0.1 ln s + 1', () => {
  const { attentionFactor } = library.wf.frequencies(
    { type: 'rope', scaling: { ropeType: 'yarn', factor: 4, originalMaxPositionEmbeddings: 64 } },
    { dim: 16 },
  )
  expect(attentionFactor).toBeCloseTo(0.1 * Math.log(4) + 1, 6)
  expect(attentionFactor.toFixed(3)).toBe('1.139')
  expect((attentionFactor ** 2).toFixed(3)).toBe('1.296')
})

test('a block of two by two, the same at every place, moves a sinusoid on by k', () => {
  const length = 40
  const { data } = library.wf.embed({ type: 'sinusoidal' }, { length, dim: DIM })
  const { inverse } = library.wf.frequencies({ type: 'rope' }, { dim: DIM })
  const at = (position: number, column: number) => data[position * DIM + column] ?? Number.NaN
  const k = 7
  for (let p = 0; p + k < length; p++)
    for (const [i, omega] of inverse.entries()) {
      const [c, s] = [Math.cos(omega * k), Math.sin(omega * k)]
      expect(at(p + k, 2 * i)).toBeCloseTo(c * at(p, 2 * i) + s * at(p, 2 * i + 1), 5)
      expect(at(p + k, 2 * i + 1)).toBeCloseTo(-s * at(p, 2 * i) + c * at(p, 2 * i + 1), 5)
    }
})
