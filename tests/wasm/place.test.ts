// What renumbers positions before every door: properties, since random draws have no golden value.

import { describe, expect, test } from 'vitest'
import { type Position, positionIds, type RandomizedPosition } from 'whereformer'
import { expectClose } from '../support/close.js'
import { expectRefusal } from '../support/errors.js'
import { useLibrary } from '../support/library.js'
import { rows, TOKENS } from '../support/positions.js'

const library = useLibrary()

describe('randomized positions', () => {
  const draw = (length: number, range: number, seed = 0) =>
    library.wf.place({ type: 'randomized', range, seed }, { length })

  test.each([
    [1, 1],
    [5, 5],
    [9, 10],
    [64, 2048],
    [1000, 1001],
    [31, 2 ** 24],
  ])('%i of %i are sorted, distinct, whole and in range', (length, range) => {
    for (const seed of [0, 1, 12345]) {
      const ids = [...draw(length, range, seed)]
      expect(ids.length).toBe(length)
      expect(ids.every((id, i) => Number.isInteger(id) && id > (ids[i - 1] ?? -1))).toBe(true)
      expect(ids.at(-1)).toBeLessThan(range)
    }
  })

  test('the same seed draws the same, another seed something else', () => {
    expect(draw(20, 1000, 5)).toEqual(draw(20, 1000, 5))
    expect(draw(20, 1000, 5)).not.toEqual(draw(20, 1000, 6))
  })

  test('as many as there are leave no choice', () => {
    expect([...draw(7, 7, 3)]).toEqual([0, 1, 2, 3, 4, 5, 6])
  })

  test('every id is drawn about as often as any other', () => {
    const counts = new Array<number>(16).fill(0)
    for (let seed = 0; seed < 2000; seed++)
      for (const id of draw(4, 16, seed)) counts[id] = (counts[id] ?? 0) + 1
    for (const count of counts) expect(Math.abs(count - 500)).toBeLessThan(100) // ± 5 standard deviations
  })

  test('ids keep their order: position p becomes the p-th draw', () => {
    const all = draw(8, 100, 4)
    const some = library.wf.place({ type: 'randomized', range: 100, seed: 4 }, { positions: [7, 2, 2, 0] })
    expect([...some]).toEqual([7, 2, 2, 0].map((p) => all[p]))
  })

  test.each<Position>([
    { type: 'rope' },
    { type: 'alibi' },
    { type: 'kerple', r1: [1, 1, 1, 1], r2: [1, 1, 1, 1] },
  ])('a stack sees the drawn ids: $type', (encoding) => {
    const randomized: RandomizedPosition = { type: 'randomized', range: 100, seed: 9 }
    const ids = library.wf.place(randomized, { length: TOKENS })
    const [q, k, v] = rows(2)
    const direct = library.wf.attention(q, k, v, { position: encoding, positions: { query: ids, key: ids } })
    const stacked = library.wf.attention(q, k, v, { position: [randomized, encoding] as Position })
    expectClose(stacked.output.data, direct.output.data, { absolute: 1e-6 })
  })

  test('an embedding sees them too', () => {
    const randomized: RandomizedPosition = { type: 'randomized', range: 100, seed: 9 }
    const positions = library.wf.place(randomized, { length: 5 })
    const stack: Position = [randomized, { type: 'sinusoidal' }]
    expect(library.wf.embed(stack, { length: 5, dim: 8 })).toEqual(
      library.wf.embed({ type: 'sinusoidal' }, { positions, dim: 8 }),
    )
  })
})

describe('refusals', () => {
  test.each<[string, () => unknown, string, ...string[]]>([
    [
      'fewer ids than positions',
      () => library.wf.place({ type: 'randomized', range: 4 }, { length: 5 }),
      'ERR_VALUE',
      'range',
      '4',
    ],
    [
      'an encoding that places nothing',
      () => library.wf.place({ type: 'rope' }, { length: 5 }),
      'ERR_VALUE',
      'rope',
      'positions',
    ],
    [
      'neither positions nor length',
      () => library.wf.place({ type: 'randomized', range: 4 }, {}),
      'ERR_VALUE',
      'neither',
    ],
  ])('%s', (_, attempt, code, ...words) => {
    expectRefusal(attempt, code, ...words)
  })
})

describe('position ids of padded sequences', () => {
  test('tokens count from 0 wherever the padding is', () => {
    expect(positionIds([1, 1, 1])).toEqual([0, 1, 2])
    expect(positionIds([0, 0, 1, 1])).toEqual([0, 0, 0, 1])
    expect(positionIds([1, 1, 0, 0])).toEqual([0, 1, 0, 0])
    expect(positionIds([1, 0, 1])).toEqual([0, 0, 1])
    expect(positionIds([])).toEqual([])
  })

  test('fairseq counts from the padding id + 1, and padding stays there', () => {
    expect(positionIds([1, 1, 1], { padding: 1 })).toEqual([2, 3, 4])
    expect(positionIds([0, 0, 1, 1], { padding: 1 })).toEqual([1, 1, 2, 3])
    expect(positionIds([1, 1, 0], { padding: 0 })).toEqual([1, 2, 0])
  })

  test('a typed array is a mask too', () => {
    expect(positionIds(Uint8Array.of(0, 1, 1))).toEqual([0, 0, 1])
  })

  test.each<[string, unknown, unknown, string, ...string[]]>([
    ['nothing', undefined, undefined, 'ERR_TYPE', 'attentionMask'],
    ['a 2', [1, 2], undefined, 'ERR_VALUE', 'attentionMask[1]', '2'],
    ['true', [true], undefined, 'ERR_VALUE', 'attentionMask[0]', 'true'],
    ['a negative padding id', [1], { padding: -1 }, 'ERR_VALUE', 'options.padding', '-1'],
    ['an unknown option', [1], { pad: 1 }, 'ERR_VALUE', 'options.pad'],
  ])('%s', (_, mask, options, code, ...words) => {
    expectRefusal(() => positionIds(mask as number[], options as never), code, ...words)
  })
})
