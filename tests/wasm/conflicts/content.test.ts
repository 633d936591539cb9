// Content terms where implementations disagree: both sides by their parameter, and what lies between them. docs/conflicts.md names these tests.

import { describe, expect, test } from 'vitest'
import type {
  CopePosition,
  DebertaPosition,
  LearnedPosition,
  Position,
  Tensor,
  TransformerXlPosition,
} from 'whereformer'
import { expectClose } from '../../support/close.js'
import {
  add,
  count,
  defaultOf,
  entryOf,
  expectFar,
  pair,
  rowsOf,
  scores,
  subtract,
  times,
} from '../../support/conflicts.js'
import type { EncodingCase } from '../../support/encoding-cases.js'
import { golden } from '../../support/golden.js'
import { Random } from '../../support/random.js'

describe('the position-to-content index of DeBERTa', () => {
  const [tokens, dim] = [7, 4]
  const [q, k] = pair(11, 1, tokens, dim)
  const table = new Random(12).tensor(16, dim)
  const code: DebertaPosition = { type: 'deberta', positionQuery: table }
  const paper: DebertaPosition = { ...code, transposed: true }

  test('is δ(i, j) by default, as in both codes', () =>
    expect(defaultOf('deberta', 'transposed')).toBe(false))

  test('the paper’s δ(j, i) is the code’s with the table read backwards', () => {
    const backwards = rowsOf(table, (row) => (16 - row) % 16)
    expect(scores(paper, q, k)).toEqual(scores({ ...code, positionQuery: backwards }, q, k))
    expectFar(scores(paper, q, k), scores(code, q, k))
  })

  test('they agree where i = j, and content to position has no two readings', () => {
    const diagonal = (values: Float32Array) => values.filter((_, at) => at % (tokens + 1) === 0)
    expect(diagonal(scores(paper, q, k))).toEqual(diagonal(scores(code, q, k)))
    const other: DebertaPosition = { type: 'deberta', positionKey: table }
    expect(scores({ ...other, transposed: true }, q, k)).toEqual(scores(other, q, k))
  })
})

describe('the bucket arguments of DeBERTa', () => {
  const [tokens, dim, buckets, maxDistance] = [24, 4, 8, 16]
  const [q, k] = pair(13, 1, tokens, dim)
  const table = new Random(14).tensor(2 * buckets, dim)
  const plain: DebertaPosition = { type: 'deberta', positionQuery: table, buckets, maxDistance }
  const swapped: DebertaPosition = { ...plain, swapped: true }
  // the scores of pairs that are this far apart
  const within = (position: Position, [least, most]: [number, number]) =>
    scores(position, q, k).filter((_, at) => {
      const apart = Math.abs((at % tokens) - Math.floor(at / tokens))
      return apart >= least && apart <= most
    })

  test('are in their places by default', () => expect(defaultOf('deberta', 'swapped')).toBe(false))

  test('swapped, every distance up to maxDistance / 2 has a row of its own, as in v1', () => {
    const first: DebertaPosition = { type: 'deberta', positionQuery: table }
    expect(within(swapped, [0, maxDistance / 2])).toEqual(within(first, [0, maxDistance / 2]))
  })

  test('near pairs agree, far ones do not', () => {
    expect(within(swapped, [0, 5])).toEqual(within(plain, [0, 5]))
    expectFar(within(swapped, [6, 6]), within(plain, [6, 6]))
    expectFar(within(swapped, [16, 23]), within(plain, [16, 23]))
  })

  test('content to position is never swapped', () => {
    const other: DebertaPosition = { type: 'deberta', positionKey: table, buckets, maxDistance }
    expect(scores({ ...other, swapped: true }, q, k)).toEqual(scores(other, q, k))
  })

  test('without a limit on the distance first, keys maxDistance past the query read row 0, else row 1', () => {
    const numbers: Tensor = { ...table, data: table.data.map((_, at) => Math.floor(at / dim)) }
    const position: DebertaPosition = { ...plain, positionQuery: numbers }
    const [zero, one] = [
      { data: new Float32Array(dim), shape: [1, 1, dim] },
      { data: Float32Array.of(1, 0, 0, 0), shape: [1, 1, dim] },
    ]
    const row = (distance: number) => {
      const positions = { query: [0], key: [distance] }
      return (scores(position, zero, one, { positions })[0] as number) * Math.sqrt(2 * dim)
    }
    expectClose([row(15), row(16), row(200)], [1, 0, 0], { absolute: 1e-6 })
  })
})

describe('the mask decoder of DeBERTa', () => {
  test('is no part of the encoding, as in transformers: nothing enters by the embedding', () => {
    const { doors, parameters } = entryOf('deberta')
    expect(doors).not.toContain('embed')
    expect(parameters.map(({ name }) => name)).toEqual([
      'positionKey',
      'positionQuery',
      'buckets',
      'maxDistance',
      'positionPosition',
      'transposed',
      'swapped',
    ])
  })

  test('absolute positions are an encoding beside it, and leave its scores alone', () => {
    const [q, k] = pair(15, 1, 5, 8)
    const deberta: DebertaPosition = { type: 'deberta', positionKey: new Random(16).tensor(8, 8) }
    const absolute: LearnedPosition = { type: 'learned', table: new Random(17).tensor(5, 8) }
    expect(scores([absolute, deberta], q, k)).toEqual(scores(deberta, q, k))
  })
})

describe('the shift of Transformer-XL', () => {
  const data = golden<EncodingCase>('encodings/transformerXl.safetensors')
  const shifted = data.cases.map(([name]) => name).filter((name) => data.has(`${name}.paddedShift`))
  const near = { absolute: 1e-5, relative: 1e-5 }

  const load = (name: string) => {
    const tensor = (what: string) => data.tensor(`${name}.${what}`)
    const [query, key] = [tensor('query'), tensor('key')]
    const details = new Map(data.cases).get(name)?.position as { clampLength: number }
    const position: TransformerXlPosition = {
      type: 'transformerXl',
      clampLength: details.clampLength,
      weight: tensor('weight'),
      contentBias: tensor('contentBias'),
      positionBias: tensor('positionBias'),
    }
    const positions = { query: [...tensor('queryPositions').data], key: [...tensor('keyPositions').data] }
    return { query, key, position, positions, padded: tensor('paddedShift').data }
  }

  test('is in four cases', () => expect(shifted.length).toBe(4))

  test.each(shifted)('%s: the exact distances agree on and below the diagonal only', (name) => {
    const { query, key, position, positions, padded } = load(name)
    const exact = scores(position, query, key, { positions })
    const past = (_: unknown, at: number) => !beyond(at)
    const beyond = (at: number) => {
      const keys = positions.key.length
      const row = Math.floor(at / keys) % positions.query.length
      return (positions.key[at % keys] as number) > (positions.query[row] as number)
    }
    expectClose(exact.filter(past), padded.filter(past), near)
    const above = (values: Float32Array) => values.filter((_, at) => beyond(at))
    expectFar(above(exact), above(padded))
  })

  test.each(shifted)('%s: padding a column and reshaping makes one the other', (name) => {
    const { query, key, position, positions, padded } = load(name)
    const [rows, keys] = [positions.query.length, positions.key.length]
    // the matrix before it is shifted: every query stands at the last key
    const atEnd = { query: count(rows, () => keys - 1), key: positions.key }
    const zeros = ({ shape, data }: { shape: readonly number[]; data: { length: number } }) => ({
      shape,
      data: new Float32Array(data.length),
    })
    const still = { ...position, weight: zeros(position.weight), positionBias: zeros(position.positionBias) }
    const content = scores(still, query, key, { positions })
    const term = subtract(scores(position, query, key, { positions: atEnd }), content)
    const made = add(paddedShift(term, rows, keys), content)
    expectClose(made, padded, near)
  })

  test('one past the diagonal it leaves no position term at all, then those of the next query', () => {
    const term = Float32Array.of(11, 12, 13, 21, 22, 23, 31, 32, 33)
    expect([...paddedShift(term, 3, 3)]).toEqual([13, 0, 21, 22, 23, 0, 31, 32, 33])
  })

  test('XLNet without segments is the same encoding, with true distances on both sides', () => {
    const { query, key, position, positions } = load(shifted[0] as string)
    const xlnet = scores({ ...position, type: 'xlnet' }, query, key, { positions })
    expect(xlnet).toEqual(scores(position, query, key, { positions }))
  })

  /** [heads, rows, keys]: a column of zeros in front, read as [keys + 1, rows], the first row dropped. */
  function paddedShift(term: Float32Array, rows: number, keys: number): Float32Array {
    const size = rows * keys
    return Float32Array.from(term, (_, at) => {
      const inHead = (at % size) + rows
      const [row, column] = [Math.floor(inHead / (keys + 1)), inHead % (keys + 1)]
      return column === 0 ? 0 : (term[at - (at % size) + row * keys + column - 1] as number)
    })
  }
})

describe('CoPE before the scale', () => {
  const [tokens, dim] = [6, 16]
  const [q, k] = pair(17, 2, tokens, dim)
  const before: CopePosition = { type: 'cope', table: new Random(18).tensor(tokens, dim) }
  const after: CopePosition = { ...before, where: 'afterScale' }
  const term = (position: Position) => {
    const causal = { isCausal: true }
    const all = subtract(scores(position, q, k, causal), scores([], q, k, causal))
    return all.filter((s) => !Number.isNaN(s)) // hidden: −∞ − −∞
  }

  test('is before it by default, as the authors’ code', () => {
    expect(defaultOf('cope', 'where')).toBe('beforeScale')
  })

  test('after it the term is √d times larger', () => {
    expectClose(
      term(after),
      term(before).map((s) => s * Math.sqrt(dim)),
      { absolute: 1e-5 },
    )
    expectFar(term(after), term(before))
  })

  test('a table over √d makes them equal: the gates see scaled scores either way', () => {
    const smaller = times(before.table, 1 / Math.sqrt(dim))
    expectClose(term({ ...after, table: smaller }), term(before), { absolute: 1e-6 })
  })
})
