// Arrays of plain formulas, in double: what few numbers show is not certain, and what is named is what was computed.

import { beforeAll, describe, expect, test } from 'vitest'
import type { Explanation, Tensor } from 'whereformer'
import type { Core } from '../../web/lib/boundary/core.js'
import { identify } from '../../web/lib/identify/identify.js'
import { Random } from '../support/random.js'
import { toBfloat16 } from './support/bfloat16.js'
import { startCore } from './support/raw-core.js'

let core: Core

beforeAll(async () => {
  core = (await startCore()).core
})

type Layout = 'half' | 'interleaved'
type Angle = (token: number, pair: number, head: number) => number

interface Turn {
  layout?: Layout
  isSwapped?: boolean
  factor?: number
  round?: (x: number) => number
}

/** Rows [heads, tokens, dim] before and after each pair turns by an angle. */
function turned([heads, tokens, dim]: readonly [number, number, number], angle: Angle, how: Turn = {}) {
  const { layout = 'half', isSwapped = false, factor = 1, round = Math.fround } = how
  const given = new Random(heads + 100 * tokens + dim).tensor(heads, tokens, dim)
  const input: Tensor = { data: given.data.map(round), shape: given.shape }
  const data = new Float32Array(input.data.length)
  for (let row = 0; row < heads * tokens; row++)
    for (let pair = 0; pair < dim / 2; pair++) {
      const first = row * dim + (layout === 'half' ? pair : 2 * pair)
      const second = first + (layout === 'half' ? dim / 2 : 1)
      const turn = angle(row % tokens, pair, Math.floor(row / tokens))
      const [c, s] = isSwapped ? [Math.sin(turn), Math.cos(turn)] : [Math.cos(turn), Math.sin(turn)]
      const [x, y] = [input.data[first] as number, input.data[second] as number]
      data[first] = round(factor * (x * c - y * s))
      data[second] = round(factor * (y * c + x * s))
    }
  return { input, output: { data, shape: input.shape } }
}

const wave = (dim: number, base = 10000) => {
  const waves = Array.from({ length: dim / 2 }, (_, i) => base ** ((-2 * i) / dim))
  return (position: number, pair: number) => position * (waves[pair] as number)
}

const by =
  (frequencies: readonly number[]): Angle =>
  (token, pair) =>
    token * (frequencies[pair] as number)

const answerOf = async (request: Parameters<typeof identify>[1]) => {
  const { verdict, explanations } = await identify(core, request)
  return { verdict, names: explanations.map(({ name }) => name), explanations }
}

describe('bfloat16', () => {
  const round = toBfloat16
  test.each([
    ['linear over base 500000', 500000, 4],
    ['linear over base 1000000', 1000000, 8],
  ])('%s at width 8', async (_, base, factor) => {
    const scaled: Angle = (token, pair) => wave(8, base)(token, pair) / factor
    const { explanations } = await answerOf(turned([1, 8, 8], scaled, { layout: 'interleaved', round }))
    const scaling = { ropeType: 'linear', factor }
    const all = explanations.flatMap(({ position, same }) => [position, ...same])
    expect(all).toContainEqual({ type: 'rope', base, layout: 'interleaved', scaling })
  })

  test.each([8, 16, 64])('cosine and sine swapped at width %i', async (dim) => {
    const { verdict, names } = await answerOf(turned([2, 16, dim], wave(dim), { isSwapped: true, round }))
    expect([verdict, names]).toEqual(['one', ['mistake rope-swapped, rope']])
  })
})

describe('frequencies of their own', () => {
  test.each([[[0.9, 0.2]], [[1, 0.42, 0.1]], [[1, 0.3, 0.09, 0.02]]])('%j are not certain', async (own) => {
    const { verdict } = await answerOf(turned([1, 16, 2 * own.length], by(own)))
    expect(verdict).toBe('several')
  })

  test('drawn at random, of 2 to 4 pairs, are never certain', async () => {
    const random = new Random(21)
    for (let i = 0; i < 24; i++) {
      const own = [0.5 + 0.5 * random.next()]
      const pairs = random.pick([2, 3, 4])
      while (own.length < pairs) own.push((own.at(-1) as number) * (0.1 + 0.5 * random.next()))
      const { verdict, names } = await answerOf(turned([1, 16, 2 * pairs], by(own)))
      expect([own, names, verdict]).toEqual([own, names, 'several'])
    }
  })

  test.each([4, 6, 8, 16, 64])('a base of its own is certain, at width %i', async (dim) => {
    const { verdict, names } = await answerOf(turned([1, 16, dim], wave(dim, 7777)))
    expect([verdict, names]).toEqual(['one', ['rope, base 7777']])
  })
})

describe('ramps', () => {
  const lerp = (x: number, factor: number, kept: number) => x * kept + (x / factor) * (1 - kept)
  const clamped = (x: number) => Math.min(Math.max(x, 0), 1)
  const waves = (dim: number, base: number) =>
    Array.from({ length: dim / 2 }, (_, i) => base ** ((-2 * i) / dim))

  test('one pair on the ramp of Llama 3 does not show two numbers', async () => {
    const [factor, length, low, high] = [5, 256, 1.5, 6]
    const own = waves(16, 10000).map((w) =>
      lerp(w, factor, clamped(((length * w) / (2 * Math.PI) - low) / (high - low))),
    )
    const { verdict, names } = await answerOf(turned([2, 20, 16], by(own)))
    expect(verdict).toBe('several')
    expect(names[0]).toContain('rope, llama3, factor 5')
  })

  test('betas of YaRN lie between pairs', async () => {
    const [factor, length, dim] = [8, 2048, 16]
    const pairAt = (turns: number) => (dim * Math.log(length / (turns * 2 * Math.PI))) / (2 * Math.log(10000))
    const [low, high] = [Math.floor(pairAt(20)), Math.ceil(pairAt(3))]
    const own = waves(dim, 10000).map((w, i) => lerp(w, factor, 1 - clamped((i - low) / (high - low))))
    const rows = turned([2, 20, dim], by(own), { factor: 0.1 * Math.log(factor) + 1 })
    const { verdict, names } = await answerOf(rows)
    expect(verdict).toBe('several')
    expect(names[0]).toContain('rope, yarn, factor 8')
  })

  test('of Llama 3 between two pairs keeps one and scales the next', async () => {
    const [factor, length, low, high] = [32, 128, 1, 2]
    const own = waves(16, 10000).map((w) =>
      lerp(w, factor, clamped(((length * w) / (2 * Math.PI) - low) / (high - low))),
    )
    const { verdict, names } = await answerOf(turned([1, 19, 16], by(own)))
    expect(verdict).toBe('several')
    expect(names.join()).toContain('rope, llama3, factor 32')
  })

  test('of which every pair is on it or behind it: slow pairs show the base', async () => {
    const [factor, length, low, high] = [6, 32, 2, 8]
    const own = waves(20, 10000).map((w) =>
      lerp(w, factor, clamped(((length * w) / (2 * Math.PI) - low) / (high - low))),
    )
    const { names } = await answerOf(turned([1, 26, 20], by(own)))
    expect(names.join()).toContain('rope, llama3, factor 6')
  })

  test('in bfloat16, a factor of cosines that YaRN does not give by its own factor is not certain', async () => {
    const [factor, length, dim] = [4, 256, 212]
    const pairAt = (turns: number) => (dim * Math.log(length / (turns * 2 * Math.PI))) / (2 * Math.log(10000))
    const [low, high] = [Math.floor(pairAt(16)), Math.ceil(pairAt(1))]
    const own = waves(dim, 10000).map((w, i) => lerp(w, factor, 1 - clamped((i - low) / (high - low))))
    const how = { factor: 0.1 * Math.log(factor) + 1, round: toBfloat16 }
    const { verdict, explanations } = await answerOf(turned([10, 21, dim], by(own), how))
    expect(verdict).toBe('several')
    const named = explanations.flatMap(({ position, same }) => [position, ...same])
    expect(JSON.stringify(named)).toContain('"ropeType":"yarn","factor":4,')
  })
})

describe('codes that are added', () => {
  const codes = (tokens: number, frequencies: readonly number[]): Tensor => {
    const pairs = frequencies.length
    const data = Float32Array.from({ length: tokens * 2 * pairs }, (_, at) => {
      const [token, channel] = [Math.floor(at / pairs / 2), at % (2 * pairs)]
      const w = frequencies[channel % pairs] as number
      return w === 0 ? 0 : channel < pairs ? Math.sin(token * w) : Math.cos(token * w)
    })
    return { data, shape: [tokens, 2 * pairs] }
  }

  test('by frequencies that two usual bases give, each in a spacing of its own', async () => {
    const { verdict, names } = await answerOf({ added: codes(9, [1, 0.1, 0.01, 0.001, 0.0001]) })
    expect(verdict).toBe('several')
    expect(names).toEqual([
      'sinusoidal, base 100000, layout concatenated',
      'sinusoidal, layout concatenated, spacing endpoint',
    ])
  })

  test('with a pair of channels to which nothing is added: a table', async () => {
    const { names } = await answerOf({ added: codes(9, [1, 0.1, 0.01, 0]) })
    expect(names).toEqual(['learned, table from the data'])
  })
})

describe('angles', () => {
  test.each([8, 16, 64])('whose product alone is rounded, at width %i', async (dim) => {
    const rows = turned([2, 24, dim], (token, pair) => toBfloat16(wave(dim)(token, pair)))
    const { verdict, names } = await answerOf(rows)
    expect([verdict, names]).toEqual(['one', ['mistake rope-rounded, rope, products in bfloat16']])
  })

  test.each([8, 16, 64])('by a base off the list whose frequencies are rounded, at width %i', async (dim) => {
    const rows = turned([2, 24, dim], (token, pair) => token * toBfloat16(wave(dim, 20000)(1, pair)))
    const { explanations } = await answerOf(rows)
    expect(explanations[0]).toMatchObject({
      position: { base: 20000 },
      mistake: 'rope-rounded',
      rounding: 'frequencies bfloat16',
    })
  })

  test('by a usual base in TF32 are not those of another base', async () => {
    const tf32 = (x: number) => {
      const step = 2 ** (Math.floor(Math.log2(x)) - 10)
      return step * Math.round(x / step)
    }
    const rows = turned([1, 24, 8], (token, pair) => token * tf32(wave(8, 500000)(1, pair)))
    const { explanations } = await answerOf(rows)
    expect(explanations[0]).toMatchObject({ position: { base: 500000 }, mistake: 'rope-rounded' })
    expect(explanations.map(({ rounding }) => rounding)).toContain('frequencies tf32')
  })

  test('of far positions in any order', async () => {
    const positions = Array.from({ length: 16 }, (_, i) => 3000 + 3 * ((7 * i) % 16))
    const rows = turned([2, 16, 32], (token, pair) => wave(32)(positions[token] as number, pair))
    const { verdict, explanations } = await answerOf(rows)
    expect([verdict, explanations[0]?.positions]).toEqual(['one', positions])
  })

  test('that restart after 512 tokens', async () => {
    const rows = turned([1, 1100, 16], (token, pair) => wave(16)(token % 512, pair))
    const { verdict, explanations } = await answerOf(rows)
    expect([verdict, explanations[0]?.mistake]).toEqual(['one', 'rope-position-restarts'])
  })

  test.each([0, 1, 5])('on a grid behind %i tokens', async (prefix) => {
    const rows = turned([2, prefix + 20, 32], (token, pair) => {
      const at = Math.max(token - prefix, 0)
      return (pair < 8 ? at % 5 : Math.floor(at / 5)) * 100 ** (-(pair % 8) / 8)
    })
    const { verdict, explanations } = await answerOf(rows)
    const position = { type: 'rope2d', width: 5, ...(prefix ? { prefix } : {}), layout: 'half' }
    expect([verdict, explanations[0]?.position]).toEqual(['one', position])
  })
})

describe('biases', () => {
  const matrix = (heads: number, n: number, at: (head: number, distance: number) => number): Tensor => ({
    data: Float32Array.from({ length: heads * n * n }, (_, cell) =>
      at(Math.floor(cell / n / n), (cell % n) - (Math.floor(cell / n) % n)),
    ),
    shape: [heads, n, n],
  })

  test.each([300, 5000, 7000])('the base of Sandwich in bfloat16: %i', async (base) => {
    const cosines = (distance: number) =>
      Array.from({ length: 32 }, (_, i) => Math.cos(distance * base ** (-i / 32))).reduce((a, b) => a + b)
    const bias = matrix(4, 24, (head, distance) => toBfloat16(cosines(distance) / 2 / (head + 1)))
    const { names } = await answerOf({ bias })
    expect(names).toEqual([`sandwich, dim 64, base ${base}`])
  })

  const bucket = (distance: number, buckets: number, farthest: number) => {
    const [side, away] = [buckets / 2, Math.abs(distance)]
    const exact = side / 2
    const share = Math.log(away / exact) / Math.log(farthest / exact)
    const row = away < exact ? away : Math.min(exact + Math.floor(share * (side - exact)), side - 1)
    return row + (distance > 0 ? side : 0)
  }

  test.each([24, 20, 40])('%i buckets of T5', async (buckets) => {
    const table = new Random(buckets).tensor(3, buckets).data
    const bias = matrix(3, 64, (head, d) => table[head * buckets + bucket(d, buckets, 128)] as number)
    const { explanations } = await answerOf({ bias })
    const t5 = explanations.map(({ position }) => position as { type: string; table: Tensor })
    expect(t5.map(({ type, table }) => [type, table.shape])).toEqual([['t5', [buckets, 3]]])
  })

  test.each([
    [8, 'one', undefined],
    [16, 'one', undefined],
    [30, 'several', 62],
  ] as const)('distances clipped at %i of 39', async (last, verdict, free) => {
    const table = new Random(last).tensor(2, 2 * last + 1)
    const at = (head: number, d: number) => head * (2 * last + 1) + Math.max(-last, Math.min(last, d)) + last
    const found = await answerOf({ bias: matrix(2, 40, (head, d) => table.data[at(head, d)] as number) })
    const [one] = found.explanations as [Explanation]
    const { type, table: own } = one.position as { type: string; table: Tensor }
    expect([found.verdict, found.names.length, one.free]).toEqual([verdict, 1, free])
    expect([type, own.shape]).toEqual(['relativeBias', [2 * last + 1, 2]])
  })

  test('buckets that no formula makes are not certain', async () => {
    const edges = [1, 3, 4, 9, 20]
    const random = new Random(8)
    const table = random.tensor(6, 1).data
    const row = (distance: number) => edges.filter((edge) => edge <= Math.abs(distance)).length
    const { verdict, explanations } = await answerOf({
      bias: matrix(1, 40, (_, d) => table[row(d)] as number),
    })
    expect([verdict, explanations[0]?.free]).toEqual(['several', 11])
  })
})

describe('positions that differ by row', () => {
  const tokens = 24
  const PLACES = {
    'position + head': (token: number, head: number) => token + head,
    'left padding, at 1': (token: number, head: number) => (token < 2 * head ? 1 : token - 2 * head),
    'chunks of a cache': (token: number, head: number) => token + 17 * head,
  } as const
  for (const [name, place] of Object.entries(PLACES))
    for (const [kind, round, base] of [
      ['float32', Math.fround, 500000],
      ['bfloat16', toBfloat16, 10000],
    ] as const)
      test(`${name}, ${kind}`, async () => {
        const turn = wave(16, base)
        const request = turned([3, tokens, 16], (token, pair, head) => turn(place(token, head), pair), {
          round,
        })
        const { verdict, explanations } = await answerOf(request)
        expect(verdict).toBe('one')
        expect(explanations[0]).toMatchObject({
          position: { type: 'rope', ...(base === 10000 ? {} : { base }) },
          rowPositions: [0, 1, 2].map((head) => Array.from({ length: tokens }, (_, i) => place(i, head))),
        })
      })

  test('the rows of a batch, with heads of their own', async () => {
    const turn = wave(16)
    const places = (row: number, token: number) => token + 5 * Math.floor(row / 2)
    const { input, output } = turned([4, tokens, 16], (token, pair, row) => turn(places(row, token), pair))
    const shape = [2, 2, tokens, 16]
    const { explanations } = await answerOf({ input: { ...input, shape }, output: { ...output, shape } })
    expect(explanations[0]?.rowPositions?.map((row) => row[0])).toEqual([0, 0, 5, 5])
    expect(explanations[0]?.name).toBe('rope, positions by row 0, 1, 2 … | 0, 1, 2 … | 5, 6, 7 … | 5, 6, 7 …')
  })

  test('rows that each turn by another base have no answer', async () => {
    const turns = [10000, 300, 70000].map((base) => wave(16, base))
    const request = turned([3, tokens, 16], (token, pair, head) => (turns[head] as Angle)(token, pair, 0))
    expect((await answerOf(request)).verdict).toBe('none')
  })
})
