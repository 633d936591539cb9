import { describe, expect, test } from 'vitest'
import type { AlibiPosition, Position } from 'whereformer'
import { expectClose } from '../support/close.js'
import { expectRefusal } from '../support/errors.js'
import { useLibrary } from '../support/library.js'
import { Random } from '../support/random.js'

const library = useLibrary()

describe('properties', () => {
  const random = new Random(11)

  test('rotation preserves the length of every pair', () => {
    const x = random.tensor(2, 5, 8)
    const { data } = library.wf.rotate({ type: 'rope', layout: 'interleaved' }, x)
    const lengths = (v: Float32Array) =>
      Array.from({ length: v.length / 2 }, (_, i) => Math.hypot(v[2 * i] ?? 0, v[2 * i + 1] ?? 0))
    expectClose(lengths(data), lengths(x.data), { relative: 1e-6, absolute: 1e-7 })
  })

  test('frequencies without a scaling have no attention factor', () => {
    for (const dim of [2, 6, 10, 16, 66])
      expect(library.wf.frequencies({ type: 'rope' }, { dim }).attentionFactor).toBe(1)
  })

  test('position 0 rotates nothing, and nothing else either', () => {
    const x = random.tensor(3, 4)
    expect(library.wf.rotate({ type: 'rope' }, x, { positions: [0, 0, 0] }).data).toEqual(x.data)
    expect(library.wf.rotate({ type: 'none' }, x).data).toEqual(x.data)
    expect(library.wf.rotate([], x).data).toEqual(x.data)
  })

  test('a learned table gives its rows back, in any order', () => {
    const table = random.tensor(4, 6)
    const { data, shape } = library.wf.embed({ type: 'learned', table }, { positions: [3, 0, 3], dim: 6 })
    expect(shape).toEqual([3, 6])
    expect([...data]).toEqual([...table.data.slice(18), ...table.data.slice(0, 6), ...table.data.slice(18)])
  })

  test('positions before 0 are rows of padding, as many as the offset', () => {
    const position: Position = { type: 'learned', table: random.tensor(4, 6), offset: 2 }
    const { data } = library.wf.embed(position, { positions: [-2, 1], dim: 6 })
    expect([...data]).toEqual([...position.table.data.slice(0, 6), ...position.table.data.slice(18)])
    expectRefusal(() => library.wf.embed(position, { positions: [-3], dim: 6 }), 'ERR_VALUE', '-3', '-2 to')
    expectRefusal(() => library.wf.embed(position, { positions: [2], dim: 6 }), 'ERR_VALUE', '2')
  })

  test('queries, keys and values turn as the encoding says', () => {
    const x = random.tensor(2, 5, 8)
    const turned = (position: Position, side?: 'query' | 'key' | 'value') =>
      library.wf.rotate(position, x, side ? { side } : {}).data
    expect(turned({ type: 'rope' })).toEqual(turned({ type: 'rope' }, 'query'))
    expect(turned({ type: 'rope' }, 'key')).toEqual(turned({ type: 'rope' }, 'query'))
    expect(turned({ type: 'rope' }, 'value')).toEqual(x.data)
    expect(turned({ type: 'rope', rotateValues: true }, 'value')).toEqual(turned({ type: 'rope' }))
    expect(turned({ type: 'xpos' }, 'key')).not.toEqual(turned({ type: 'xpos' }, 'query'))
    expect(turned({ type: 'logN', trainLength: 2 }, 'key')).toEqual(x.data)
  })

  test('a rotation may widen the head', () => {
    for (const shape of [
      [2, 5, 8],
      [5, 8],
      [3, 2, 5, 8],
      [2, 0, 8],
    ]) {
      const x = random.tensor(...shape)
      const { data, shape: wide } = library.wf.rotate({ type: 'pope' }, x)
      expect(wide.slice(0, -1)).toEqual(shape.slice(0, -1))
      if (x.data.length) expect(wide.at(-1)).toBe(16)
      expect(data.length).toBe(wide.reduce((a, b) => a * b, 1))
    }
  })

  test('a bias that is added before the scores are scaled needs the scale, or the width of a head', () => {
    const before: Position = { type: 'alibi', beforeScale: true }
    const size = { heads: 2, queries: 3, keys: 3 }
    const plain = library.wf.bias({ type: 'alibi' }, size).data
    const times = (factor: number) => plain.map((b) => b * factor)
    expectClose(library.wf.bias(before, { ...size, dim: 16 }).data, times(0.25), { relative: 1e-6 })
    expectClose(library.wf.bias(before, { ...size, scale: 0.5 }).data, times(0.5), { relative: 1e-6 })
    expectClose(library.wf.bias(before, { ...size, dim: 16, scale: 0.5 }).data, times(0.5), {
      relative: 1e-6,
    })
    expectClose(library.wf.bias(before, size).data, plain, { relative: 1e-6 })
  })

  test('encodings of one door add up', () => {
    const table = random.tensor(5, 6)
    const both = library.wf.embed([{ type: 'learned', table }, { type: 'sinusoidal' }], { length: 5, dim: 6 })
    const one = library.wf.embed({ type: 'sinusoidal' }, { length: 5, dim: 6 })
    expectClose(
      both.data,
      one.data.map((v, i) => v + (table.data[i] ?? 0)),
      { absolute: 1e-6 },
    )
  })

  test('a query offset moves the queries', () => {
    const alibi: AlibiPosition = { type: 'alibi' }
    const moved = library.wf.bias(alibi, { heads: 2, queries: 1, keys: 4, queryOffset: 3 })
    const square = library.wf.bias(alibi, { heads: 2, queries: 4, keys: 4 })
    expect([...moved.data]).toEqual([...square.data.slice(12, 16), ...square.data.slice(28, 32)])
  })

  test('nothing in gives nothing out', () => {
    expect(library.wf.embed({ type: 'sinusoidal' }, { length: 0, dim: 4 })).toEqual({
      data: new Float32Array(0),
      shape: [0, 4],
    })
    expect(library.wf.bias({ type: 'alibi' }, { heads: 1, queries: 0, keys: 3 }).shape).toEqual([1, 0, 3])
  })
})

describe('more than there is memory for', () => {
  test.each<[string, () => unknown]>([
    [
      'a bias of 64 TiB',
      () => library.wf.bias({ type: 'alibi' }, { heads: 16, queries: 2 ** 20, keys: 2 ** 20 }),
    ],
    [
      'a bias of 2 GiB',
      () =>
        library.wf.bias(
          { type: 'alibi' },
          { heads: 2 ** 10, queries: 2 ** 10, keys: 2 ** 9, queryOffset: 0 },
        ),
    ],
    [
      'an embedding of 1 PiB',
      () => library.wf.embed({ type: 'sinusoidal' }, { length: 2 ** 24, dim: 2 ** 24 }),
    ],
    [
      'an embedding of 4 GiB',
      () => library.wf.embed({ type: 'sinusoidal' }, { length: 2 ** 15, dim: 2 ** 15 }),
    ],
  ])('%s is refused, and the next call works', (_, attempt) => {
    expectRefusal(attempt, 'ERR_OOM', 'out of memory')
    expect(library.wf.embed({ type: 'sinusoidal' }, { length: 1, dim: 2 }).data).toEqual(
      Float32Array.of(0, 1),
    )
  })
})

describe('refusals', () => {
  const sin: Position = { type: 'sinusoidal' }
  const x = { data: new Float32Array(6), shape: [1, 2, 3] }
  const table = { data: new Float32Array(8), shape: [2, 4] }
  type Case = [name: string, call: () => unknown, code: string, ...words: string[]]

  test.each<Case>([
    ['neither positions nor length', () => library.wf.embed(sin, { dim: 4 }), 'ERR_VALUE', 'neither'],
    [
      'both positions and length',
      () => library.wf.embed(sin, { positions: [0], length: 1, dim: 4 }),
      'ERR_VALUE',
      'both',
    ],
    ['no options', () => library.wf.embed(sin, undefined as never), 'ERR_VALUE', 'neither'],
    [
      'a length of NaN',
      () => library.wf.embed(sin, { length: Number.NaN, dim: 4 }),
      'ERR_VALUE',
      'options.length',
      'NaN',
    ],
    [
      'a length of −1',
      () => library.wf.embed(sin, { length: -1, dim: 4 }),
      'ERR_VALUE',
      'options.length',
      '-1',
    ],
    [
      'a length of 2^32',
      () => library.wf.embed(sin, { length: 2 ** 32, dim: 4 }),
      'ERR_VALUE',
      'options.length',
    ],
    [
      'a fractional dim',
      () => library.wf.embed(sin, { length: 1, dim: 2.5 }),
      'ERR_VALUE',
      'options.dim',
      '2.5',
    ],
    ['an odd dim', () => library.wf.embed(sin, { length: 1, dim: 3 }), 'ERR_VALUE', 'dim', '3'],
    [
      'a dim of text',
      () => library.wf.embed(sin, { length: 1, dim: '4' as never }),
      'ERR_TYPE',
      'options.dim',
      '"4"',
    ],
    [
      'a position below 0',
      () => library.wf.embed(sin, { positions: [0, -1], dim: 4 }),
      'ERR_VALUE',
      'options.positions[1]',
      '-1',
    ],
    [
      'a position of NaN',
      () => library.wf.embed(sin, { positions: [Number.NaN], dim: 4 }),
      'ERR_VALUE',
      'positions[0]',
      'NaN',
    ],
    [
      'a position of ∞',
      () => library.wf.embed(sin, { positions: [Number.POSITIVE_INFINITY], dim: 4 }),
      'ERR_VALUE',
      'Infinity',
    ],
    [
      'a position past 2^24',
      () => library.wf.embed(sin, { positions: [2 ** 24 + 2], dim: 4 }),
      'ERR_VALUE',
      '16777218',
    ],
    [
      'positions of text',
      () => library.wf.embed(sin, { positions: '01' as never, dim: 4 }),
      'ERR_TYPE',
      'options.positions',
    ],
    [
      'positions as BigInts',
      () => library.wf.embed(sin, { positions: new BigInt64Array(2) as never, dim: 4 }),
      'ERR_TYPE',
      'positions',
    ],
    [
      'a position past the learned table',
      () => library.wf.embed({ type: 'learned', table }, { positions: [2], dim: 4 }),
      'ERR_VALUE',
      'positions',
      '2',
    ],
    [
      'a position between two learned rows',
      () => library.wf.embed({ type: 'learned', table }, { positions: [0.5], dim: 4 }),
      'ERR_VALUE',
      '0.5',
    ],
    [
      'a learned table of another width',
      () => library.wf.embed({ type: 'learned', table }, { positions: [0], dim: 6 }),
      'ERR_SHAPE',
      'position.table',
    ],
    ['an odd head', () => library.wf.rotate({ type: 'rope' }, x), 'ERR_VALUE', '3'],
    [
      'an odd rotary dimension',
      () => library.wf.rotate({ type: 'rope', rotaryDim: 3 }, random4()),
      'ERR_VALUE',
      'position.rotaryDim',
      '3',
    ],
    [
      'a rotary dimension wider than the head',
      () => library.wf.rotate({ type: 'rope', rotaryDim: 6 }, random4()),
      'ERR_VALUE',
      'position.rotaryDim',
      '6',
    ],
    [
      'positions that do not match the tokens',
      () => library.wf.rotate({ type: 'rope' }, random4(), { positions: [1] }),
      'ERR_SHAPE',
      'options.positions',
      '2',
    ],
    [
      'a vector to rotate',
      () => library.wf.rotate({ type: 'rope' }, { data: new Float32Array(4), shape: [4] }),
      'ERR_SHAPE',
      'x',
      '[4]',
    ],
    [
      'an unknown side',
      () => library.wf.rotate({ type: 'rope' }, random4(), { side: 'output' as never }),
      'ERR_VALUE',
      'options.side',
      'query, key, value',
    ],
    [
      'a scale of NaN',
      () => library.wf.bias({ type: 'alibi' }, { heads: 1, queries: 1, keys: 1, scale: Number.NaN }),
      'ERR_VALUE',
      'options.scale',
      'NaN',
    ],
    [
      'a width of 0',
      () => library.wf.bias({ type: 'alibi' }, { heads: 1, queries: 1, keys: 1, dim: 0 }),
      'ERR_VALUE',
      'options.dim',
      '0',
    ],
    [
      'no heads',
      () => library.wf.bias({ type: 'alibi' }, { heads: 0, queries: 1, keys: 1 }),
      'ERR_VALUE',
      'options.heads',
      '0',
    ],
    [
      'slopes for other heads',
      () => library.wf.bias({ type: 'alibi', slopes: [1] }, { heads: 2, queries: 1, keys: 1 }),
      'ERR_SHAPE',
      'slopes',
      '1',
    ],
    [
      'buckets for other heads',
      () => library.wf.bias({ type: 't5', table }, { heads: 2, queries: 1, keys: 1 }),
      'ERR_SHAPE',
      'position.table',
    ],
    [
      'frequencies without a dim',
      () => library.wf.frequencies({ type: 'rope' }, {} as never),
      'ERR_TYPE',
      'options.dim',
    ],
    [
      'an unknown option',
      () => library.wf.frequencies({ type: 'rope' }, { dim: 4, lenght: 3 } as never),
      'ERR_VALUE',
      'lenght',
      'length',
    ],
    [
      'an inverse that is no flag',
      () => library.wf.rotate({ type: 'rope' }, random4(), { inverse: 1 as never }),
      'ERR_TYPE',
      'options.inverse',
      'true or false',
    ],
    [
      'an inverse of more than a rotation',
      () => library.wf.rotate([{ type: 'rope' }, { type: 'logN' }], random4(), { inverse: true }),
      'ERR_VALUE',
      'position',
      'logN',
      'pairs',
    ],
    [
      'a negative position',
      () => library.wf.rotate({ type: 'rope' }, random4(), { positions: [0, -1] }),
      'ERR_VALUE',
      'options.positions[1]',
      '-1',
      'add the same number to every position',
    ],
    [
      'frequencies beside a scaling',
      () =>
        library.wf.rotate(
          { type: 'rope', frequencies: [1, 0.5], scaling: { ropeType: 'linear', factor: 2 } },
          random4(),
        ),
      'ERR_VALUE',
      'position.scaling.ropeType',
      'frequencies',
    ],
    [
      'a frequency too many',
      () => library.wf.rotate({ type: 'rope', frequencies: [1, 0.5, 0] }, random4()),
      'ERR_SHAPE',
      'position.frequencies',
      '3',
    ],
  ])('%s', (_, call, code, ...words) => {
    expectRefusal(call, code, ...words)
    expect(library.wf.embed(sin, { length: 1, dim: 2 }).data).toEqual(Float32Array.of(0, 1))
  })

  function random4() {
    return { data: new Float32Array(8), shape: [1, 2, 4] }
  }
})

describe('a door that the encoding does not use', () => {
  const x = { data: new Float32Array(8), shape: [2, 4] }

  test.each<[string, () => unknown, ...string[]]>([
    [
      'rope has no embedding',
      () => library.wf.embed({ type: 'rope' }, { length: 2, dim: 4 }),
      'rope',
      'rotate',
      'embed',
    ],
    ['alibi rotates nothing', () => library.wf.rotate({ type: 'alibi' }, x), 'alibi', 'bias', 'rotate'],
    [
      'sinusoids have no bias',
      () => library.wf.bias({ type: 'sinusoidal' }, { heads: 1, queries: 2, keys: 2 }),
      'bias',
    ],
    ['alibi has no frequencies', () => library.wf.frequencies({ type: 'alibi' }, { dim: 4 }), 'rotate'],
    [
      'neither part of a stack embeds',
      () => library.wf.embed([{ type: 'rope' }, { type: 'alibi' }], { length: 2, dim: 4 }),
      'rope',
      'alibi',
    ],
  ])('%s', (_, ask, ...words) => {
    expectRefusal(ask, 'ERR_VALUE', 'position', ...words)
  })

  test('one part of a stack is enough, and no encoding answers with zeros everywhere', () => {
    const both: Position = [{ type: 'rope' }, { type: 'alibi' }]
    expect(library.wf.bias(both, { heads: 1, queries: 2, keys: 2 }).data[2]).toBeLessThan(0)
    for (const position of [[], { type: 'none' }] as Position[]) {
      expect([...library.wf.embed(position, { length: 1, dim: 2 }).data]).toEqual([0, 0])
      expect([...library.wf.bias(position, { heads: 1, queries: 1, keys: 2, queryOffset: 0 }).data]).toEqual([
        0, 0,
      ])
    }
  })
})

describe('one door of a composition', () => {
  const table = (rows: number, columns: number) => ({
    data: new Float32Array(rows * columns),
    shape: [rows, columns],
  })
  const t5: Position = { type: 't5', table: table(32, 4) }

  test('is asked without the widths that only the other parts need', () => {
    const { wf } = library
    const sinusoidal: Position = { type: 'sinusoidal' }
    const keys = table(8, 64)
    const codes = wf.embed(sinusoidal, { length: 5, dim: 6 })
    for (const other of [
      t5,
      { type: 'deberta', positionKey: keys },
      { type: 'alibi', slopes: [1, 2, 3] },
    ] as const) {
      expect(wf.embed([sinusoidal, other], { length: 5, dim: 6 })).toEqual(codes)
    }
    const x = { data: Float32Array.from({ length: 24 }, (_, i) => i), shape: [3, 8] }
    const rope: Position = { type: 'rope', rotaryDim: 4 }
    expect(wf.rotate([rope, t5], x)).toEqual(wf.rotate(rope, x))
    const size = { heads: 4, queries: 3, keys: 3 }
    expect(wf.bias([rope, t5], size)).toEqual(wf.bias(t5, size))
  })

  test('is still checked as a whole', () => {
    const wrong = [{ type: 'sinusoidal' }, { type: 'alibi', slopes: ['steep'] }] as never
    expectRefusal(() => library.wf.embed(wrong, { length: 5, dim: 6 }), 'ERR_TYPE', 'position[1].slopes[0]')
  })

  test('hears the parts that renumber positions or set the scale', () => {
    const { wf } = library
    const moved = wf.embed([{ type: 'sinusoidal' }, { type: 'randomized', range: 100, seed: 3 }], {
      length: 5,
      dim: 6,
    })
    expect(moved).not.toEqual(wf.embed({ type: 'sinusoidal' }, { length: 5, dim: 6 }))
    const beforeScale: Position = { type: 'alibi', beforeScale: true }
    const size = { heads: 4, queries: 2, keys: 2, dim: 16 }
    const [alone, beside] = [wf.bias(beforeScale, size), wf.bias([beforeScale, t5], size)] // T5's scale is 1
    expect(beside.data[2]).toBeCloseTo(4 * (alone.data[2] ?? 0), 6)
  })
})

describe('a refusal of the core says what came', () => {
  const sizes = { heads: 2, queries: 3, keys: 3 }
  const table = (rows: number, columns: number) => ({
    data: new Float32Array(rows * columns),
    shape: [rows, columns],
  })

  test.each<[string, Position, string, string]>([
    [
      'a flag',
      { type: 'alibi', symmetric: true, forwardSlopes: [1, 1] },
      'ERR_VALUE',
      'position.symmetric: got true, wanted',
    ],
    [
      'a choice',
      { type: 'alibi', keyed: 'roundedKey', symmetric: true },
      'ERR_VALUE',
      'position.keyed: got "roundedKey", wanted',
    ],
    [
      'the rows of a table, where they are wrong',
      { type: 'swin', table: table(4, 2), width: 2, height: 2 },
      'ERR_SHAPE',
      'position.table: got 4, wanted',
    ],
    [
      'its columns, where they are wrong',
      { type: 'swin', table: table(9, 3), width: 2, height: 2 },
      'ERR_SHAPE',
      'position.table: got 3, wanted',
    ],
  ])('%s', (_, position, code, words) => {
    expectRefusal(() => library.wf.bias(position, sizes), code, words)
  })
})
