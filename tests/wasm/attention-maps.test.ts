// Maps that are written by tiles, against those that come with a ledger: the row kernel computes these, in double.
import { describe, expect, test } from 'vitest'
import type { AttentionOptions, Position, Tensor } from 'whereformer'
import { expectClose } from '../support/close.js'
import { useLibrary } from '../support/library.js'
import { Random } from '../support/random.js'

const library = useLibrary()
const MAPS = ['weights', 'scores', 'rawScores', 'cappedScores'] as const
const CLOSE = { absolute: 4e-6, relative: 4e-6 }

type Rows = [query: Tensor, key: Tensor, value: Tensor]

function compare([q, k, v]: Rows, options: AttentionOptions) {
  const tiles = library.wf.attention(q, k, v, { ...options, return: MAPS })
  const rows = library.wf.attention(q, k, v, { ...options, return: [...MAPS, 'ledger'] })
  for (const map of MAPS) {
    expect(tiles[map].shape).toEqual(rows[map].shape)
    expectClose(tiles[map].data, rows[map].data, CLOSE)
  }
  expectClose(tiles.output.data, rows.output.data, CLOSE)
  const some = library.wf.attention(q, k, v, { ...options, return: ['weights', 'scores'] })
  for (const map of ['weights', 'scores'] as const) expectClose(some[map].data, rows[map].data, CLOSE)
  const alone = library.wf.attention(q, k, v, options).output.data
  if (q.shape.at(-2) !== 1) expect(Buffer.from(some.output.data.buffer)).toEqual(Buffer.from(alone.buffer))
  return tiles
}

function rowsOf(random: Random, queries: number, keys: number, dim = 8, valueDim = 5): Rows {
  return [
    random.tensor(2, 4, queries, dim),
    random.tensor(2, 2, keys, dim),
    random.tensor(2, 2, keys, valueDim),
  ]
}

const POSITIONS: [string, Position][] = [
  ['none', { type: 'none' }],
  ['rope', { type: 'rope' }],
  ['alibi', { type: 'alibi' }],
  ['t5', { type: 't5', table: new Random(3).tensor(32, 4), bidirectional: true }],
  ['rope and alibi', [{ type: 'rope' }, { type: 'alibi' }]],
  ['a dilated mask', { type: 'mask', kind: 'dilated', dilation: 2 }],
]

describe.each(POSITIONS)('%s', (_, position) => {
  test.each([
    [0, 3],
    [1, 1],
    [1, 145],
    [5, 5],
    [7, 9],
    [8, 8],
    [9, 7],
    [31, 33],
    [33, 33],
    [67, 67],
    [13, 287],
  ])('%i queries, %i keys', (queries, keys) => {
    const rows = rowsOf(new Random(queries + keys), queries, keys)
    const causalAlignment = queries > keys ? 'top-left' : 'bottom-right'
    const placed: AttentionOptions = { position, causalAlignment }
    compare(rows, placed)
    compare(rows, { ...placed, isCausal: true })
    compare(rows, { ...placed, window: [3, 1], softcap: 2 })
  })
})

test('position ids with gaps, and masks of numbers and flags', () => {
  const rows = rowsOf(new Random(5), 23, 29)
  const ids = (count: number) => Array.from({ length: count }, (_, i) => 3 * i + (i > 9 ? 40 : 0))
  const bias = new Random(6).tensor(23, 29)
  for (let i = 0; i < bias.data.length; i += 4) bias.data[i] = i % 8 ? -Infinity : -3.4028234663852886e38
  bias.data.fill(-Infinity, 29, 58)
  const flags = { data: Uint8Array.from(bias.data, (x) => Number(x > -1e30)), shape: bias.shape }
  for (const attnMask of [bias, flags]) {
    const { weights, scores } = compare(rows, {
      position: [{ type: 'rope' }, { type: 'alibi' }],
      positions: { query: ids(23), key: ids(29) },
      attnMask,
    })
    expect([...weights.data.subarray(29, 58)]).toEqual(Array(29).fill(0))
    expect([...scores.data.subarray(29, 58)]).toEqual(Array(29).fill(-Infinity))
  }
})

test('equal keys have equal weights, and a key alone the weight 1', () => {
  const [q, k, v] = [
    new Random(7).tensor(1, 37, 4),
    new Random(8).tensor(1, 37, 4),
    new Random(9).tensor(1, 37, 4),
  ]
  for (let i = 4; i < k.data.length; i++) k.data[i] = k.data[i % 4] as number
  const { weights } = library.wf.attention(q, k, v, { isCausal: true, return: ['weights'] })
  expect(weights.data[0]).toBe(1)
  expect([...weights.data.subarray(37, 39)]).toEqual([0.5, 0.5])
  expect([...weights.data.subarray(3 * 37, 3 * 37 + 5)]).toEqual([0.25, 0.25, 0.25, 0.25, 0])
})

test('NaN shows in the maps of the rows that see it', () => {
  const rows = rowsOf(new Random(11), 9, 9)
  rows[1].data[5 * 8] = Number.NaN
  const options = { isCausal: true, return: ['weights', 'ledger'] } as const
  const found = library.wf.attention(...rows, { isCausal: true, return: ['weights'] }).weights.data
  const expected = library.wf.attention(...rows, options).weights.data
  expect(found.map(Number.isNaN as never)).toEqual(expected.map(Number.isNaN as never))
  expect(found.some(Number.isNaN)).toBe(true)
})
