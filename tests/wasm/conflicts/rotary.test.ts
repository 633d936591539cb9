// RoPE where implementations disagree: both sides by their parameter, and what lies between them. docs/conflicts.md names these tests.

import { describe, expect, test } from 'vitest'
import {
  type MropePosition,
  type Position,
  positionFromConfig,
  type RopePosition,
  type RopeScaling,
  scaleFromConfig,
  type Tensor,
} from 'whereformer'
import { expectClose } from '../../support/close.js'
import {
  channels,
  count,
  defaultOf,
  expectFar,
  isOptional,
  library,
  pair,
  scores,
} from '../../support/conflicts.js'
import { readJson } from '../../support/golden.js'
import { Random } from '../../support/random.js'

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

describe('which way RoPE turns', () => {
  const base = 100000
  const nanochat: RopePosition = { type: 'rope', base, reversed: true }
  // the two channels of every pair change places
  const swapped = (dim: number) => count(dim, (c) => (c + dim / 2) % dim)

  test('as in the paper by default', () => expect(defaultOf('rope', 'reversed')).toBe(false))

  test('turned the other way, a pair is the pair with its channels exchanged, bit for bit', () => {
    for (const dim of [2, 8, 64]) {
      const x = new Random(dim).tensor(2, 7, dim)
      const plain = library.wf.rotate({ type: 'rope', base }, channels(x, swapped(dim)))
      expect(library.wf.rotate(nanochat, x).data).toEqual(channels(plain, swapped(dim)).data)
    }
  })

  test('scores agree when q and k are both exchanged, and not otherwise', () => {
    const [q, k] = pair(20, 2, 6, 8)
    const known = scores({ type: 'rope', base }, q, k)
    const exchanged = [channels(q, swapped(8)), channels(k, swapped(8))] as const
    expectClose(scores(nanochat, ...exchanged), known, { absolute: 2e-6 })
    expectFar(scores(nanochat, q, k), known)
    expectFar(scores(nanochat, exchanged[0], k), known)
  })

  test('its frequencies are negative', () => {
    const { inverse } = library.wf.frequencies(nanochat, { dim: 4 })
    expectClose(inverse, [-1, -(base ** -0.5)], { relative: 1e-7 })
  })
})

describe('frequencies and their reciprocals', () => {
  const mlx = [1, 10, 100, Infinity]
  const given = mlx.map((x) => 1 / x)

  test('given frequencies are radians per position, and 0 holds a pair still', () => {
    const x = new Random(21).tensor(1, 5, 8)
    const position: RopePosition = { type: 'rope', frequencies: given }
    expectClose(library.wf.frequencies(position, { dim: 8 }).inverse, given, { relative: 1e-7 })
    const turned = library.wf.rotate(position, x)
    const plain = library.wf.rotate({ type: 'rope', base: 10000 }, x)
    expectClose(
      turned.data.filter((_, at) => at % 4 < 3),
      plain.data.filter((_, at) => at % 4 < 3),
      { absolute: 1e-6 },
    )
    const still = (_: number, at: number) => at % 4 === 3
    expect(turned.data.filter(still)).toEqual(x.data.filter(still))
  })
})

// patches of an image by rows, and its coordinates [2, patches], the axis `first` before the other
const [height, width] = [3, 4]
const gridOf = (first: 'x' | 'y', place: (i: number, n: number) => number, before = 0): Tensor => {
  const patches = count(height * width, (i) => [
    place(i % width, width),
    place(Math.floor(i / width), height),
  ])
  const axes = first === 'x' ? [0, 1] : [1, 0]
  const data = axes.flatMap((axis) => [
    ...count(before, () => 0),
    ...patches.map((one) => one[axis] as number),
  ])
  return { data: new Float32Array(data), shape: [2, before + patches.length] }
}

describe('axes of images', () => {
  const of = (first: 'x' | 'y', more: Partial<MropePosition> = {}): MropePosition => ({
    type: 'mrope',
    base: 100,
    sections: [2, 2],
    order: 'axial',
    grid: gridOf(first, (i) => i),
    ...more,
  })
  const x = new Random(22).tensor(2, height * width, 8)
  const grid: Position = { type: 'rope2d', width, layout: 'half' }

  test('x first is rope2d, to the bit', () => {
    expect(library.wf.rotate(of('x'), x).data).toEqual(library.wf.rotate(grid, x).data)
  })

  test('y first is the same after an exchange of the axes’ pairs', () => {
    const order = [2, 3, 0, 1, 6, 7, 4, 5]
    const turned = library.wf.rotate(of('y'), channels(x, order))
    expect(turned.data).toEqual(channels(library.wf.rotate(grid, x), order).data)
  })

  test('Pixtral: one series, its columns b^(2/d) times slower', () => {
    const series = count(4, (i) => 100 ** ((-2 * i) / 8))
    const pixtral = [0, 2, 1, 3].map((i) => series[i] as number)
    const both = of('y', { order: 'chunked', frequencies: pixtral })
    const slow = count(4, (i) => 100 ** (-Math.floor(i % 2) / 2) * (i < 2 ? 1 : 100 ** (-2 / 8)))
    expectClose(library.wf.frequencies(both, { dim: 8 }).inverse, slow, { relative: 1e-6 })
    expectFar(library.wf.rotate(both, x).data, library.wf.rotate(of('y'), x).data)
  })
})

describe('the origin of a grid', () => {
  const at = (place: (i: number, n: number) => number, before = 0): MropePosition => ({
    type: 'mrope',
    base: 100,
    sections: [2, 2],
    order: 'axial',
    grid: gridOf('y', place, before),
  })
  const [q, k] = pair(23, 2, 1 + height * width, 8)

  test('a token at 0 is not rotated, to the bit', () => {
    const turned = library.wf.rotate(
      at((i) => i + 1, 1),
      q,
    )
    expect(turned.data.slice(0, 8)).toEqual(q.data.slice(0, 8))
    expect(turned.data.slice(8, 16)).not.toEqual(q.data.slice(8, 16))
  })

  test('patches do not see it, a class token does', () => {
    const size = 1 + height * width
    const patches = (data: Float32Array) =>
      data.filter((_, i) => i % size > 0 && Math.floor(i / size) % size > 0)
    const fromZero = scores(
      at((i) => i, 1),
      q,
      k,
    )
    const fromOne = scores(
      at((i) => i + 1, 1),
      q,
      k,
    )
    expectClose(patches(fromOne), patches(fromZero), { absolute: 2e-6 })
    expectFar(fromOne, fromZero)
  })
})

describe('undoing a rotation', () => {
  const yarn: RopePosition = {
    type: 'rope',
    rotateValues: true,
    scaling: { ropeType: 'yarn', factor: 40, originalMaxPositionEmbeddings: 4096 },
  }
  const factor = 0.1 * Math.log(40) + 1
  const x = new Random(24).tensor(2, 6, 8)
  const back = (position: RopePosition) => library.wf.rotate(position, x, { side: 'value', inverse: true })

  test('leads back to the rows, its factor included', () => {
    const turned = library.wf.rotate(yarn, x, { side: 'value' })
    const again = library.wf.rotate(yarn, turned, { side: 'value', inverse: true })
    expectClose(again.data, x.data, { absolute: 1e-6 })
  })

  test('turning by −angle with the factor is the square of the factor away', () => {
    const opposite = library.wf.rotate({ ...yarn, reversed: true }, x, { side: 'value' })
    expectClose(
      opposite.data,
      back(yarn).data.map((one) => one * factor ** 2),
      { absolute: 2e-6 },
    )
    const plain: RopePosition = { ...yarn, scaling: { ...yarn.scaling, attentionFactor: 1 } }
    const same = library.wf.rotate({ ...plain, reversed: true }, x, { side: 'value' })
    expectClose(same.data, back(plain).data, { absolute: 1e-6 })
  })

  test('an output that is turned back at its query has each value turned by the distance', () => {
    const [q, k] = pair(25, 1, 5, 8)
    const v = new Random(26).tensor(1, 5, 8)
    const position: RopePosition = { type: 'rope', rotateValues: true }
    const { output, weights: found } = library.wf.attention(q, k, v, { position, return: ['weights'] })
    const undone = library.wf.rotate(position, output, { side: 'value', inverse: true })
    const wanted = count(5, (i) => {
      const turned = library.wf.rotate({ type: 'rope', reversed: true }, v, {
        positions: count(5, (j) => Math.abs(i - j)),
      })
      const other = library.wf.rotate({ type: 'rope' }, v, { positions: count(5, (j) => Math.abs(i - j)) })
      return count(8, (c) =>
        count(5, (j) => {
          const by = j > i ? other : turned // by j − i
          return (found?.data[5 * i + j] as number) * (by.data[8 * j + c] as number)
        }).reduce((sum, one) => sum + one, 0),
      )
    })
    expectClose(undone.data, wanted.flat(), { absolute: 2e-6 })
  })
})

describe('the temperature of queries', () => {
  const x = { data: new Float32Array(6).fill(1), shape: [6, 1] }
  const positions = [0, 7, 8, 15, 16, 24]
  const scale = (more: object) =>
    library.wf.rotate({ type: 'logN', trainLength: 8, temperature: 0.1, ...more }, x, { positions }).data
  const steps = (of: number[]) => of.map((n) => 1 + 0.1 * Math.log(1 + n))

  test('counts from 0 by default', () => {
    expect(defaultOf('logN', 'countFrom')).toBe(0)
    expect(isOptional('logN', 'temperature')).toBe(true)
    expectClose(scale({}), steps([0, 0, 1, 1, 2, 3]), { relative: 1e-7 })
  })

  test('from 1 it takes each step one position earlier, as irope does', () => {
    expectClose(scale({ countFrom: 1 }), steps([0, 1, 1, 2, 2, 3]), { relative: 1e-7 })
    const irope: Position = { type: 'irope', nopeEvery: 1, temperature: 0.1, floorScale: 8 }
    const two = { data: new Float32Array(12).fill(1), shape: [6, 2] }
    const llama = library.wf.rotate(irope, two, { positions }).data
    expectClose(
      scale({ countFrom: 1 }),
      llama.filter((_, i) => i % 2 === 0),
      { relative: 1e-7 },
    )
  })
})
