// What the article says in numbers, computed.

import { describe, expect, test } from 'vitest'
import { type AttentionOptions, encodings, type Model, modelCards, type Tensor } from 'whereformer'
import { heldOut } from '../../web/elements/figures/extrapolation/held-out.js'
import { surprise } from '../../web/elements/parts/trained/reading.js'
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

describe('beyond the training length of 64', () => {
  const LENGTH = 512
  const TRAINED = 64
  const HALF = LENGTH / 2
  const STEP = 16

  /** What a model sees of a window that begins at `start`, in nats of its tokens from `from` on, one list for each window. */
  function nats(
    model: Model,
    ids: readonly number[],
    starts: readonly number[],
    length: number,
    from: number,
  ) {
    const { logits } = model.forward({ inputIds: starts.map((start) => ids.slice(start, start + length)) })
    const vocab = logits.shape.at(-1) ?? Number.NaN
    return starts.map((start, i) => {
      const rows = logits.data.subarray((i * length + from) * vocab, (i + 1) * length * vocab)
      return surprise(rows, ids.slice(start + from + 1, start + length + 1))
    })
  }

  const sum = (list: readonly number[]) => list.reduce((a, b) => a + b, 0)
  const range = (count: number, value: (i: number) => number) =>
    Array.from({ length: count }, (_, i) => value(i))

  /** Nats per character in the second halves of windows, with all that stands before it and with at most the last 64 characters. */
  function withAllAndWithLast(model: Model): readonly [number, number] {
    const ids = [...model.encode(heldOut)]
    const windows = range(Math.floor((ids.length - 1) / LENGTH), (i) => i * LENGTH)
    const count = windows.length * HALF
    const all = windows.map((start) => sum(nats(model, ids, [start], LENGTH, HALF)))
    const last = windows.map((start) => {
      const ends = range(HALF / STEP, (i) => start + HALF + (i + 1) * STEP)
      const starts = ends.map((end) => end - TRAINED)
      return sum(nats(model, ids, starts, TRAINED, TRAINED - STEP))
    })
    expect(count).toBe(3072)
    return [sum(all) / count, sum(last) / count]
  }

  /** Of the last head, whose slope is the gentlest: a share for each layer, in the second half of the first window. */
  function attentionFarBack(model: Model): number[] {
    const inputIds = [...model.encode(heldOut)].slice(0, LENGTH)
    const { attentions = [] } = model.forward({ inputIds }, { return: ['attentions'] })
    return attentions.map(({ data, shape: [heads = 0] }) => {
      const rows = range(HALF, (i) => ((heads - 1) * LENGTH + HALF + i) * LENGTH)
      const far = rows.map((row, i) => data.subarray(row, row + HALF + i - TRAINED + 1))
      return sum(far.map((weights) => weights.reduce((x, y) => x + y, 0))) / HALF
    })
  }

  async function measured<T>(name: string, of: (model: Model) => T): Promise<T> {
    const request = trainedModels.find((one) => one.name === `tiny-shakespeare-${name}`)?.request
    if (!request) throw new Error(name)
    const model = await library.wf.loadModel(request)
    try {
      return of(model)
    } finally {
      model.dispose()
    }
  }

  const longer = { en: textOf('longer', 'en'), zh: textOf('longer', 'zh') }

  test('ALiBi gives most of the attention of its gentlest head to what is farther back', async () => {
    const shares = await measured('alibi', attentionFarBack)
    expect(shares).toHaveLength(4)
    const [least, most] = [Math.min(...shares), Math.max(...shares)].map((share) => Math.round(100 * share))
    expect(longer.en).toContain(
      `${least} to ${most} % of its attention to characters ${TRAINED} or more back`,
    )
    expect(longer.zh).toContain(`把 ${least}% 到 ${most}% 的注意力给了 ${TRAINED} 个字符以前的内容`)
  })

  test('it gains nothing there, and RoPE loses', async () => {
    const [alibi, alibiCut] = await measured('alibi', withAllAndWithLast)
    const [rope, ropeCut] = await measured('rope', withAllAndWithLast)
    expect(alibi).toBeGreaterThan(alibiCut)
    const [a, b, c, d] = [alibi, alibiCut, rope, ropeCut].map((loss) => loss.toFixed(2))
    expect(longer.en).toContain(`cost it ${a} nats each, with at most the last ${TRAINED} only ${b}.`)
    expect(longer.en).toContain(`${c} and ${d}.`)
    expect(longer.zh).toContain(`平均每个 ${a} nat；至多只看最近 ${TRAINED} 个字符时，反而是 ${b}。`)
    expect(longer.zh).toContain(`${c} 对 ${d}。`)
  })
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
  expect(textOf('rotary', 'en')).toContain(`for d = ${dim} it first rises at distance ${rise}`)
  expect(textOf('rotary', 'zh')).toContain(`d = ${dim} 时，到距离 ${rise} 第一次上升`)
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
  expect(textOf('models', 'en')).toContain('from 2022 on, rotation in nine of eleven')
  expect(textOf('models', 'en')).toContain('The two others, BLOOM and MPT, have ALiBi')
  expect(textOf('models', 'zh')).toContain('从 2022 年起，十一个里有九个用旋转')
})

test('heads may share keys and values, as in the RoPE model of the page', () => {
  const { config } = trainedModels.find(({ name }) => name === 'tiny-shakespeare-rope')?.request ?? {}
  expect(config).toMatchObject({ num_attention_heads: 4, num_key_value_heads: 2 })
})
