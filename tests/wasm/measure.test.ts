// The property meter: RoFormer's published curve, what is known of each encoding, and counter-examples asked of the library anew.

import { describe, expect, test } from 'vitest'
import {
  encodings,
  type MeasureOptions,
  type Position,
  type PositionEncoding,
  type Properties,
  type Tensor,
} from 'whereformer'
import { examplePosition } from '../../web/elements/parts/positions/example-positions.js'
import { walk } from '../../web/elements/parts/positions/seeded-tables.js'
import { expectClose } from '../support/close.js'
import { expectRefusal } from '../support/errors.js'
import { useLibrary } from '../support/library.js'
import { Random } from '../support/random.js'

type Type = PositionEncoding['type']

const library = useLibrary()
const HEADS = 4
const DIM = 32
const LENGTH = 128
const rope: PositionEncoding = { type: 'rope' }

const measure = (position: Position, options?: MeasureOptions): Properties =>
  library.wf.measure(position, options)

/** The example of a type; what does nothing by itself stands before RoPE. */
function exampleOf(type: string): Position {
  const position = alone(type)
  return ['randomized', 'selfExtend', 'rerope', 'logN'].includes(type) ? [position, rope] : position
}

function alone(type: string): PositionEncoding {
  const entry = encodings.find((entry) => entry.type === type)
  if (!entry) throw new TypeError(`no encoding ${type}`)
  return examplePosition(entry, { tokens: LENGTH, dim: DIM, heads: HEADS })
}

const measured = new Map<string, Properties>()

/** Of the example, computed once. */
function propertiesOf(type: string): Properties {
  const found = measured.get(type) ?? measure(exampleOf(type))
  measured.set(type, found)
  return found
}

const types = encodings.map(({ type }) => type as Type)
const partsOf = (position: Position) =>
  (Array.isArray(position) ? position : [position]) as PositionEncoding[]
const embeds = (type: string) =>
  encodings.some((entry) => entry.type === type && entry.doors.includes('embed'))

const NOT_RELATIVE: readonly Type[] = [
  'sinusoidal',
  'learned',
  'abacus',
  'rope2d',
  'mrope',
  'irope',
  'swin',
  'swinV2',
  'graphormer',
  'xlnet',
  'tupe',
  'forget',
  'relativeProjection',
  'randomized',
  'selfExtend',
  'logN',
]

describe('the bound of RoFormer, section 3.4.3', () => {
  const bound = (dim: number, length = 251, position: Position = rope) =>
    measure(position, { heads: 1, dim, length }).decay.bound as Float32Array
  const at = (curve: Float32Array, distances: readonly number[]) => distances.map((d) => curve[d] as number)

  test.each(['half', 'interleaved'] as const)('d = 128, base 10000, %s: figure 2', (layout) => {
    const curve = bound(128, 251, { type: 'rope', layout })
    const distances = [0, 1, 2, 5, 10, 20, 50, 100, 150, 200, 250]
    // float64 in Python
    const golden = [
      32.5, 31.53817, 28.95599, 20.84536, 17.95414, 15.24243, 12.62945, 10.22733, 7.58848, 7.24477, 6.54818,
    ]
    expectClose(at(curve, distances), golden, { absolute: 2e-5 })
  })

  test('d = 64', () => {
    expectClose(at(bound(64), [0, 250]), [16.5, 3.6687], { absolute: 2e-5 })
  })

  test('d = 32 is not monotone', () => {
    expectClose(at(bound(32), [50, 100]), [2.73692, 4.37947], { absolute: 2e-5 })
  })

  test('it is the definition over the frequencies of the library', () => {
    const position: Position = { type: 'rope', base: 500, rotaryDim: 12 }
    const { inverse } = library.wf.frequencies(position, { dim: 16 })
    const expected = Array.from({ length: 40 }, (_, distance) => {
      let [real, imaginary, sum] = [0, 0, 0]
      for (const w of inverse) {
        real += Math.cos(distance * w)
        imaginary += Math.sin(distance * w)
        sum += Math.hypot(real, imaginary)
      }
      return sum / inverse.length
    })
    expectClose(bound(16, 40, position), expected, { absolute: 1e-4 })
  })

  test('nothing without frequencies', () => {
    expect(measure({ type: 'alibi' }).decay.bound).toBeUndefined()
  })

  test('it bounds no decay of real scores: random queries and keys average 0 at every distance', () => {
    const random = new Random(5)
    const contents = 400
    const sums = [0, 0, 0]
    for (let i = 0; i < contents; i++) {
      const keys = repeated(random.tensor(1, 1, 64), 100)
      const scores = library.wf.attention(random.tensor(1, 1, 64), keys, keys, {
        position: rope,
        positions: { query: [99] },
        return: ['scores'],
      }).scores
      for (const [j, distance] of [0, 10, 90].entries())
        sums[j] = (sums[j] ?? 0) + (scores?.data[99 - distance] ?? Number.NaN)
    }
    for (const sum of sums) expect(Math.abs(sum / contents)).toBeLessThan(0.25) // 5 standard deviations
  })
})

describe('uniqueness', () => {
  test('without an encoding no distance is like no other', () => {
    expect(measure({ type: 'none' }).uniqueness).toEqual({ of: 'distances', smallest: 0, pair: [0, 1] })
  })

  test('the sinusoidal code tells every position from every other', () => {
    const { of, smallest } = measure({ type: 'sinusoidal' }, { dim: 64, length: 512 }).uniqueness
    expect(of).toBe('positions')
    expect(smallest).toBeGreaterThan(0.1)
  })

  test('T5, both directions, 32 buckets up to 128: distances 8 and 9 share one', () => {
    const position = exampleOf('t5')
    expect(measure(position).uniqueness).toEqual({ of: 'distances', smallest: 0, pair: [8, 9] })
    const { data } = library.wf.bias(position, { heads: HEADS, queries: 10, keys: 10 })
    expect(data[9 * 10]).toBe(data[9 * 10 + 1])
  })

  test('two equal rows of a table are found', () => {
    const table = walk(1, 20, DIM)
    table.data.copyWithin(17 * DIM, 3 * DIM, 4 * DIM)
    expect(measure({ type: 'learned', table }, { length: 20 }).uniqueness).toEqual({
      of: 'positions',
      smallest: 0,
      pair: [3, 17],
    })
  })

  test('words have no code in Abacus', () => {
    expect(measure(exampleOf('abacus')).uniqueness).toMatchObject({ smallest: 0, pair: [0, 1] })
  })

  test.each(['sinusoidal', 'learned'])('%s: the smallest of all distances between the codes', (type) => {
    const position = exampleOf(type)
    const { data } = library.wf.embed(position, { length: LENGTH, dim: DIM })
    const code = (p: number) => data.subarray(p * DIM, (p + 1) * DIM)
    const apart = (a: number, b: number) =>
      Math.sqrt(code(a).reduce((sum, x, c) => sum + (x - (code(b)[c] ?? 0)) ** 2, 0) / DIM)
    let least = Number.POSITIVE_INFINITY
    for (let b = 1; b < LENGTH; b++) for (let a = 0; a < b; a++) least = Math.min(least, apart(a, b))
    const { smallest, pair } = measure(position).uniqueness
    expectClose([smallest, apart(...pair)], [least, least], { relative: 2e-3 })
  })
})

describe('relativity', () => {
  test.each(types)('%s', (type) => {
    const { largestChange, query, key, shift, smallest } = propertiesOf(type).relativity
    if (!NOT_RELATIVE.includes(type)) {
      expect(smallest).toBeUndefined()
      expect(largestChange).toBeLessThanOrEqual(1e-4)
      return
    }
    expect(largestChange).toBeGreaterThan(1e-4)
    expect(shift).toBeGreaterThan(0)
    expect(Math.max(query, key) + shift).toBeLessThan(LENGTH)
    expect(smallest?.change).toBeGreaterThan(1e-4)
    expect(smallest?.change).toBeLessThanOrEqual(largestChange)
  })

  test('added codes are not relative as scores: content meets position (sinusoidal)', () => {
    const { largestChange, smallest } = measure({ type: 'sinusoidal' }).relativity
    expect(largestChange).toBeCloseTo(4.062, 2)
    expect(smallest).toMatchObject({ query: 0, key: 0, shift: 1 })
  })

  test('but codes alone are: their products depend on the distance', () => {
    const { data } = library.wf.embed({ type: 'sinusoidal' }, { length: 40, dim: DIM })
    const product = (a: number, b: number) => {
      let sum = 0
      for (let c = 0; c < DIM; c++) sum += (data[a * DIM + c] ?? 0) * (data[b * DIM + c] ?? 0)
      return sum
    }
    expectClose([product(7, 3), product(37, 33)], [product(4, 0), product(4, 0)], { absolute: 1e-4 })
  })

  test('FIRE is relative up to its threshold, and no further', () => {
    const fire = alone('fire') as PositionEncoding & { type: 'fire' }
    expect(measure({ ...fire, threshold: 128 }).relativity.smallest).toBeUndefined()
    const { smallest } = measure({ ...fire, threshold: 16 }).relativity
    expect(smallest).toMatchObject({ query: 16, key: 0, shift: 1 })
  })

  test('chunks hide what a shift moves across their border', () => {
    const position: Position = { type: 'irope', chunk: 16 }
    expect(measure(position, { length: 40 }).relativity).toMatchObject({
      largestChange: Number.POSITIVE_INFINITY,
      smallest: { query: 15, key: 0, shift: 1 },
    })
  })

  const byPairs = ['swin', 'graphormer', 'forget', 'relativeProjection', 'tupe'] as const
  test.each(byPairs)('%s: both counter-examples are differences of biases', (type) => {
    const position = exampleOf(type)
    const { data } = library.wf.bias(position, { heads: HEADS, queries: LENGTH, keys: LENGTH, dim: DIM })
    const bias = (head: number, query: number, key: number) =>
      data[(head * LENGTH + query) * LENGTH + key] ?? Number.NaN
    const change = (head: number, query: number, key: number, shift: number) =>
      Math.abs(bias(head, query + shift, key + shift) - bias(head, query, key))
    const most = (query: number, key: number, shift: number) =>
      Math.max(...[0, 1, 2, 3].map((head) => change(head, query, key, shift)))
    const { largestChange, query, key, shift, smallest } = propertiesOf(type).relativity
    expectClose([most(query, key, shift)], [largestChange], { absolute: 1e-4 })
    let largest = 0
    for (let a = 0; a < LENGTH; a++)
      for (let b = 0; b < LENGTH; b++) {
        const s = Math.min(a, b)
        largest = Math.max(largest, most(a - s, b - s, s))
      }
    expectClose([largest], [largestChange], { relative: 2e-4, absolute: 1e-4 })
    if (smallest) expect(most(smallest.query, smallest.key, smallest.shift)).toBeGreaterThan(1e-5)
  })
})

describe('decay', () => {
  test('ALiBi falls from one distance to the next', () => {
    const { decay } = measure({ type: 'alibi' })
    expect(decay).toMatchObject({ monotone: true })
    expect(decay.firstRise).toBeUndefined()
    expect(decay.curve).toHaveLength(LENGTH)
  })

  test('RoPE rises again', () => {
    const { monotone, firstRise, curve } = measure(rope).decay
    const { from = 0, to = 0, by = 0 } = firstRise ?? {}
    expect(monotone).toBe(false)
    expect([from, to]).toEqual([4, 5])
    expectClose([(curve[to] ?? 0) - (curve[from] ?? 0)], [by], { absolute: 1e-6 })
  })

  test('what a mask hides is −Infinity', () => {
    const { curve, monotone } = measure({ type: 'mask', kind: 'window', left: 3, right: 0 }).decay
    const one = Math.sqrt(DIM)
    expectClose(curve.subarray(0, 4), [one, one, one, one], { absolute: 1e-5 })
    expect(curve.subarray(4).every((score) => score === Number.NEGATIVE_INFINITY)).toBe(true)
    expect(monotone).toBe(true)
  })

  test('keys that a dilated window leaves out rise back from there', () => {
    const { decay } = measure({ type: 'mask', kind: 'dilated', left: 8, right: 0, dilation: 3 })
    expect(decay.firstRise).toEqual({ from: 2, to: 3, by: Number.POSITIVE_INFINITY })
  })

  // The curve of every type, from the public functions alone: rows of ones, codes added, scores of the last query.
  test.each(types)('%s: the curve is what attention answers', (type) => {
    const position = exampleOf(type)
    const scores = scoresOf(position, ones())
    const { curve } = propertiesOf(type).decay
    const expected = Array.from({ length: LENGTH }, (_, d) => mean(scores, LENGTH - 1, LENGTH - 1 - d))
    expectClose(curve, expected, { absolute: 2e-4, relative: 1e-6 })
  })
})

describe('relativity of other contents than those that were probed', () => {
  test.each(types)('%s', (type) => {
    const position = exampleOf(type)
    const scores = scoresOf(position, repeated(new Random(17).tensor(HEADS, 1, DIM), LENGTH))
    const at = (query: number, key: number) => scores[query * LENGTH + key] ?? Number.NaN
    const { query, key, shift } = propertiesOf(type).relativity
    const [here, there] = [at(query + shift, key + shift), at(query, key)]
    if (NOT_RELATIVE.includes(type)) {
      expect(here === there ? 0 : Math.abs(here - there)).toBeGreaterThan(1e-3)
      return
    }
    for (const [q, k] of [
      [5, 2],
      [100, 3],
      [127, 126],
    ] as const) {
      const origin = Math.min(q, k)
      expectClose([at(q, k)], [at(q - origin, k - origin)], { absolute: 1e-4 })
    }
  })
})

describe('extrapolation', () => {
  const extrapolation = (position: Position, options?: MeasureOptions) =>
    measure(position, options).extrapolation

  test.each(['alibi', 'kerple', 'fire', 'sinusoidal', 'learned', 'relativeKey', 'transformerXl'])(
    '%s leaves what was seen at the first step past it',
    (type) => {
      const { leavesAt, excess } = propertiesOf(type).extrapolation
      expect(leavesAt).toBe(64)
      expect(excess).toBeGreaterThan(0)
    },
  )

  test('by how much: ALiBi goes on by one slope, of the 63 that were seen', () => {
    expect(extrapolation({ type: 'alibi' }).excess).toBeCloseTo(1 / 63, 5)
  })

  test.each([
    'none',
    'abacus',
    'relativeBias',
    'buckets',
    'shaw',
    'deberta',
    'rerope',
    'selfExtend',
    'randomized',
    'softcap',
    'mask',
  ])('%s stays within what was seen', (type) => {
    expect(propertiesOf(type).extrapolation.leavesAt).toBeUndefined()
  })

  test('CoPE stays where its last row was reached', () => {
    expect(extrapolation({ type: 'cope', table: walk(1, 8, DIM) }).leavesAt).toBeUndefined()
    expect(extrapolation({ type: 'cope', table: walk(1, LENGTH, DIM) }).leavesAt).toBe(64)
  })

  test('T5 stays where its farthest bucket was seen, else it leaves', () => {
    const t5 = exampleOf('t5') as PositionEncoding & { type: 't5' }
    expect(extrapolation({ ...t5, maxDistance: 32 }).leavesAt).toBeUndefined()
    expect(extrapolation(t5).leavesAt).toBeDefined()
  })

  test('RoPE leaves, Self-Extend and ReRoPE keep it inside as long as their distances do', () => {
    const selfExtend = (group: number): Position => [{ type: 'selfExtend', group, window: 32 }, rope]
    const leavesAt = (position: Position) => extrapolation(position).leavesAt
    expect(leavesAt(rope)).toBe(65)
    expect(leavesAt(selfExtend(4))).toBeUndefined()
    expect(leavesAt(selfExtend(2))).toBeGreaterThan(64)
    expect(leavesAt([{ type: 'rerope', window: 100 }, rope])).toBe(65)
  })

  test('unseen pairs are those that make no whole turn', () => {
    const scaled = (ropeType: 'linear' | 'ntk' | 'yarn'): Position => ({
      type: 'rope',
      scaling: { ropeType, factor: 8, originalMaxPositionEmbeddings: 64 },
    })
    const counts = [rope, scaled('linear'), scaled('ntk'), scaled('yarn')].map((position) => {
      const { inverse } = library.wf.frequencies(position, { dim: DIM })
      const unseen = inverse.filter((w) => w * 64 < 2 * Math.PI).length
      expect(extrapolation(position)).toMatchObject({ unseenPairs: unseen, pairs: 16 })
      return unseen
    })
    expect(counts[0]).toBe(11)
    for (const count of counts.slice(1)) expect(count).toBeGreaterThan(11)
  })

  test('pairs that never turn have no phases to see', () => {
    const position: Position = { type: 'rope', rotaryDim: 16, scaling: { ropeType: 'proportional' } }
    const { inverse } = library.wf.frequencies(position, { dim: DIM })
    expect(extrapolation(position).unseenPairs).toBe(
      inverse.filter((w) => w > 0 && w * 64 < 2 * Math.PI).length,
    )
  })

  test('a table ends where it ends', () => {
    const { length, extrapolation } = measure({ type: 'learned', table: walk(1, 40, DIM) })
    expect(length).toBe(40)
    expect(extrapolation).toMatchObject({ trainLength: 64, endsAt: 40 })
    const key = measure({ type: 'relativeKey', table: walk(1, 59, DIM) })
    expect(key.extrapolation).toMatchObject({ endsAt: 30 })
    expect(measure(exampleOf('learned')).extrapolation.endsAt).toBeUndefined()
  })

  test('what becomes hidden is infinitely far outside', () => {
    const position: Position = { type: 'mask', kind: 'window', left: 70, right: 0 }
    expect(extrapolation(position)).toMatchObject({ leavesAt: 71, excess: Number.POSITIVE_INFINITY })
  })

  test('nothing follows when all was seen', () => {
    expect(extrapolation({ type: 'alibi' }, { trainLength: LENGTH }).leavesAt).toBeUndefined()
  })
})

describe('every encoding', () => {
  test.each(types)('%s: numbers where numbers belong, the same each time', (type) => {
    const found = propertiesOf(type)
    const { length, uniqueness, decay, extrapolation } = found
    expect(length).toBe(LENGTH)
    expect(uniqueness.of).toBe(embeds(type) ? 'positions' : 'distances')
    expect(uniqueness.smallest).toBeGreaterThanOrEqual(0)
    expect(uniqueness.smallest).toBeLessThan(Number.POSITIVE_INFINITY)
    expect(uniqueness.pair[0]).toBeLessThan(uniqueness.pair[1])
    expect(decay.monotone).toBe(decay.firstRise === undefined)
    expect(decay.curve.some(Number.isNaN)).toBe(false)
    expect(extrapolation.trainLength).toBe(64)
    expect(extrapolation.leavesAt === undefined).toBe(extrapolation.excess === undefined)
    const again = () => measure(exampleOf(type), { length: 40 })
    expect(again()).toEqual(again())
  })

  test('the seed draws other contents, aligned ones stay', () => {
    const [a, b] = [measure(rope, { seed: 1 }), measure(rope, { seed: 2 })]
    expect(a.decay).toEqual(b.decay)
    expect(a.uniqueness.smallest).not.toBe(b.uniqueness.smallest)
  })

  test('a composition is measured as a whole', () => {
    const { relativity, decay } = measure([rope, { type: 'alibi' }])
    expect(relativity.smallest).toBeUndefined()
    const [turned, lowered] = [measure(rope).decay.curve, measure({ type: 'alibi' }).decay.curve]
    expectClose(
      decay.curve,
      turned.map((x, d) => x + (lowered[d] ?? 0) - Math.sqrt(DIM)),
      { absolute: 1e-4 },
    )
  })

  test('no position, two positions, odd widths', () => {
    expect(measure([] as never).uniqueness.smallest).toBe(0)
    expect(measure({ type: 'alibi' }, { heads: 1, dim: 1, length: 2 })).toMatchObject({
      length: 2,
      uniqueness: { pair: [0, 1] },
      extrapolation: { trainLength: 1, leavesAt: 1 },
    })
    expect(measure({ type: 'alibi' }, { heads: 3, dim: 7, length: 33 }).length).toBe(33)
  })
})

describe('refusals', () => {
  test.each<[string, () => unknown, string, ...string[]]>([
    ['no heads', () => measure(rope, { heads: 0 }), 'ERR_VALUE', 'options.heads', '0'],
    ['too many heads', () => measure(rope, { heads: 1025 }), 'ERR_VALUE', 'options.heads', '1024'],
    ['no width', () => measure(rope, { dim: 0 }), 'ERR_VALUE', 'options.dim', '0'],
    ['too wide', () => measure(rope, { dim: 4097 }), 'ERR_VALUE', 'options.dim', '4096'],
    ['one position', () => measure(rope, { length: 1 }), 'ERR_VALUE', 'options.length', 'from 2'],
    ['too long', () => measure(rope, { length: 2049 }), 'ERR_VALUE', 'options.length', '2048'],
    [
      'trained past the end',
      () => measure(rope, { length: 8, trainLength: 9 }),
      'ERR_VALUE',
      'options.trainLength',
      '8',
    ],
    ['untrained', () => measure(rope, { trainLength: 0 }), 'ERR_VALUE', 'options.trainLength', 'from 1'],
    ['a seed below 0', () => measure(rope, { seed: -1 }), 'ERR_VALUE', 'options.seed', '-1'],
    ['half a length', () => measure(rope, { length: 2.5 }), 'ERR_VALUE', 'options.length', '2.5'],
    ['a word', () => measure(rope, { dim: 'a' as never }), 'ERR_TYPE', 'options.dim', '"a"'],
    [
      'an unknown option',
      () => measure(rope, { size: 1 } as never),
      'ERR_VALUE',
      'options.size',
      'trainLength',
    ],
    ['no object', () => measure(null as never), 'ERR_TYPE', 'position'],
    ['an unknown type', () => measure({ type: 'rotary' } as never), 'ERR_UNSUPPORTED', 'position.type'],
    [
      'a table of another width',
      () => measure({ type: 'learned', table: walk(1, 8, DIM + 1) }),
      'ERR_SHAPE',
      'position.table',
    ],
    [
      'a table of two heads, where the usual four are measured',
      () => measure({ type: 't5', table: walk(1, 32, 2) }),
      'ERR_SHAPE',
      'position.table: got 2, wanted',
      'options.heads is 4, options.dim 32',
    ],
    [
      'slopes of two heads, where five are measured',
      () => measure({ type: 'alibi', slopes: [1, 0.5] }, { heads: 5, dim: 8 }),
      'ERR_SHAPE',
      'position.slopes: got 2, wanted one number per head; options.heads is 5, options.dim 8',
    ],
    [
      'a table of one row',
      () => measure({ type: 'learned', table: walk(1, 1, DIM) }),
      'ERR_VALUE',
      'positions',
    ],
    [
      'more heads than a few seconds allow',
      () => measure(rope, { heads: 1024, length: 2048 }),
      'ERR_VALUE',
      'options.length: got 2048, wanted at most 73 with 1024 heads of 32 channels',
    ],
    ['wider heads', () => measure(rope, { dim: 4096, length: 2048 }), 'ERR_VALUE', 'at most 179'],
    ['a length for narrow heads', () => measure(rope, { length: 2048 }), 'ERR_VALUE', 'at most 1182'],
    [
      'a bias of more cosines than a few seconds allow',
      () => measure({ type: 'sandwich', dim: 65_536 }),
      'ERR_VALUE',
      'position.dim',
      '4096',
    ],
  ])('%s', (_, attempt, code, ...words) => {
    expectRefusal(attempt, code, ...words)
  })
})

function ones(): Tensor {
  return { data: new Float32Array(HEADS * LENGTH * DIM).fill(1), shape: [HEADS, LENGTH, DIM] }
}

/** The row of each head, at every position. */
function repeated({ data, shape: [heads = 1, , dim = 1] }: Tensor, length: number): Tensor {
  const row = (i: number) => Math.floor(i / dim / length) * dim + (i % dim)
  return {
    data: Float32Array.from({ length: heads * length * dim }, (_, i) => data[row(i)] ?? Number.NaN),
    shape: [heads, length, dim],
  }
}

/** Scores [heads, LENGTH, LENGTH] of rows with themselves; codes are added to the rows of each head. */
function scoresOf(position: Position, rows: Tensor): Float32Array {
  const x = partsOf(position).some(({ type }) => embeds(type)) ? withCodes(position, rows) : rows
  const isCausal = partsOf(position).some(({ type }) => type === 'cope')
  return library.wf.attention(x, x, x, { position, isCausal, return: ['scores'] }).scores
    ?.data as Float32Array
}

function withCodes(position: Position, { data, shape }: Tensor): Tensor {
  const codes = library.wf.embed(position, { length: LENGTH, dim: DIM }).data
  return { data: data.map((x, i) => x + (codes[i % codes.length] ?? Number.NaN)), shape }
}

function mean(scores: Float32Array, query: number, key: number): number {
  const size = LENGTH * LENGTH
  const of = (head: number) => scores[head * size + query * LENGTH + key] ?? Number.NaN
  return (of(0) + of(1) + of(2) + of(3)) / HEADS
}
