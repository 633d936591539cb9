// What the article says in numbers, computed.

import { expect, test } from 'vitest'
import { type AttentionOptions, encodings, modelCards, type Tensor } from 'whereformer'
import { useLibrary } from '../support/library.js'
import { trainedModels } from '../support/models.js'
import { textOf } from '../support/prose.js'

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

test.each([
  [32, 6],
  [64, 12],
  [128, 19],
])('RoFormer’s bound at width %i falls on the whole, and first rises at distance %i', (dim, rise) => {
  const { bound = new Float32Array() } = library.wf.measure(
    { type: 'rope' },
    { heads: 1, dim, length: 64 },
  ).decay
  expect(bound.findIndex((value, i) => value > (bound[i - 1] ?? Number.POSITIVE_INFINITY))).toBe(rise)
  expect(bound[63]).toBeLessThan(0.75 * (bound[0] ?? Number.NaN))
  if (dim !== 64) return
  expect(textOf('decay', 'en')).toContain(`for d = ${dim} it first rises at distance ${rise}`)
  expect(textOf('decay', 'zh')).toContain(`d = ${dim} 时，到距离 ${rise} 第一次上升`)
})

test('without a mask symmetric ALiBi loses the direction only: another order gives other outputs', () => {
  const position = { type: 'alibi', symmetric: true } as const
  const [plain, shuffled] = [
    [0, 1, 2, 3, 4, 5],
    [3, 0, 4, 2, 1, 5],
  ].map((order) => {
    const { data } = layer(rows(order), { position })
    return Float32Array.from(
      data,
      (_, i) => data[order.indexOf(Math.floor(i / DIM)) * DIM + (i % DIM)] ?? Number.NaN,
    )
  }) as [Float32Array, Float32Array]
  expect(largestDifference(plain, shuffled)).toBeGreaterThan(1e-3)
})

test('the product of two arrows depends on their lengths, which a rotation keeps', () => {
  const at = (x: Tensor, p: number) => library.wf.rotate({ type: 'rope' }, x, { positions: [p] }).data
  const length = (x: ArrayLike<number>) => Math.hypot(...Array.from(x))
  const q = tensor([1, 1, DIM], (i) => Math.sin(i + 1))
  const twice = tensor([1, 1, DIM], (i) => 2 * Math.sin(i + 1))
  const k = tensor([1, 1, DIM], (i) => Math.cos(2 * i))
  const score = (a: Tensor) =>
    [...at(a, 3)].reduce((total, value, i) => total + value * (at(k, 8)[i] ?? Number.NaN), 0)
  expect(length(at(q, 3))).toBeCloseTo(length(q.data as Float32Array), 6)
  expect(score(twice)).toBeCloseTo(2 * score(q), 5)
  expect(Math.abs(score(q))).toBeGreaterThan(0.01)
})

test('Sandwich has no parameter of a head or a network, KERPLE and FIRE have', () => {
  const hasOwn = (type: string) =>
    encodings
      .find((one) => one.type === type)
      ?.parameters.some(({ kind }) => ['tensor', 'numbers'].includes(kind))
  expect(['sandwich', 'kerple', 'fire'].map(hasOwn)).toEqual([false, true, true])
})

test('models since 2022: as many rotate as the article says, and the others are ALiBi', () => {
  const since = modelCards.filter(({ year }) => year >= 2022)
  const others = since.filter(({ position }) => !position.doors.includes('rotate'))
  expect([since.length, others.map(({ title }) => title)]).toEqual([11, ['BLOOM', 'MPT']])
  expect(others.every(({ position }) => position.types.includes('alibi'))).toBe(true)
  expect(textOf('cards', 'en')).toContain('from 2022 on, rotation in nine of eleven')
  expect(textOf('cards', 'en')).toContain('The two others, BLOOM and MPT, have ALiBi')
  expect(textOf('cards', 'zh')).toContain('从 2022 年起，十一个里有九个用旋转')
})

test('heads may share keys and values, as in the RoPE model of the page', () => {
  const { config } = trainedModels.find(({ name }) => name === 'tiny-shakespeare-rope')?.request ?? {}
  expect(config).toMatchObject({ num_attention_heads: 4, num_key_value_heads: 2 })
})

test('of the models in the list, as many rotate, add and bias as chapter 5 says', () => {
  const having = (door: string) =>
    modelCards.filter(({ position }) => position.doors.includes(door as never)).length
  expect([modelCards.length, having('rotate'), having('embed'), having('bias')]).toEqual([22, 10, 7, 4])
  expect(textOf('doors', 'en')).toContain('ten rotate, seven add a vector, four add a bias')
  expect(textOf('doors', 'zh')).toContain('22 个模型里，十个旋转，七个加向量，四个加偏置')
})

test('the slopes of ALiBi: a factor of the attention weight for each position', () => {
  const bias = library.wf.bias({ type: 'alibi' }, { heads: 8, queries: 2, keys: 2 })
  const factor = (head: number) => Math.exp(bias.data[head * 4 + 2] ?? Number.NaN)
  expect(factor(0).toFixed(2)).toBe('0.61')
  expect(factor(7).toFixed(3)).toBe('0.996')
  expect(textOf('relative', 'en')).toContain('by 0.61 in the steepest head and by 0.996 in the gentlest')
})

test('the equal vectors of 128 channels first score higher again at distance 12', () => {
  const { inverse } = library.wf.frequencies({ type: 'rope' }, { dim: 128 })
  const sums = Array.from({ length: 64 }, (_, k) =>
    [...inverse].reduce((x, omega) => x + Math.cos(k * omega), 0),
  )
  expect(sums.findIndex((value, k) => value > (sums[k - 1] ?? Number.POSITIVE_INFINITY))).toBe(12)
  const longest = (2 * Math.PI) / (inverse.at(-1) ?? Number.NaN)
  expect(textOf('rotary', 'en')).toContain(Math.round(longest).toLocaleString('en'))
})
