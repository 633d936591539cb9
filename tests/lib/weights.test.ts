// Rules of tensors, piece by piece, against the same rules in plain loops over whole tensors.

import { describe, expect, test } from 'vitest'
import { type Piece, Weights } from '../../web/lib/checkpoint/weights.js'
import type { TensorRule } from '../../web/lib/families/family.js'
import type { Recipe } from '../../web/lib/families/index.js'
import { expectRefusal } from '../support/errors.js'
import { Random } from '../support/random.js'

/** A canonical tensor in the making: rows or columns must come in order, without gaps. */
class Canonical {
  readonly #columns: (number[] | undefined)[] = []
  readonly #rows: number[][] = []
  readonly #width: number

  constructor(width: number) {
    this.#width = width
  }

  set({ data, first, byColumn }: Piece, rows: number): void {
    const length = byColumn ? rows : this.#width
    const there = byColumn ? this.#columns : this.#rows
    expect(first).toBe(there.length)
    expect(data.length % length).toBe(0)
    for (let at = 0; at < data.length; at += length) there.push([...data.slice(at, at + length)])
  }

  get rows(): number[][] {
    if (this.#rows.length) return this.#rows
    return (this.#columns[0] ?? []).map((_, row) =>
      this.#columns.map((column) => column?.[row] ?? Number.NaN),
    )
  }
}

// What a rule means: element [row][column] of the matrix, transposed, plus, taps turned; then row by row to its part.
function reference(rule: TensorRule, data: Float32Array): Map<string, number[][]> {
  const { shape, to, groups = 1, transposed, plus = 0, taps } = rule
  const [first = 1, ...rest] = shape
  const width = rest.reduce((product, n) => product * n, 1)
  const [rows, columns] = transposed ? [width, first] : [first, width]
  const at = (row: number, column: number) => {
    const place = taps ? (column % (width / taps)) * taps + Math.floor(column / (width / taps)) : column
    const index = transposed ? place * width + row : row * width + place
    return Math.fround((data[index] ?? Number.NaN) + plus)
  }
  const group = to.reduce((sum, part) => sum + part.rows, 0)
  expect(groups * group).toBe(rows)
  const found = new Map<string, number[][]>(to.map(({ name }) => [name, []]))
  for (let row = 0; row < rows; row++) {
    let within = row % group
    const part = to.find((p) => {
      if (within < p.rows) return true
      within -= p.rows
      return false
    })
    found.get(part?.name ?? '')?.push(Array.from({ length: columns }, (_, column) => at(row, column)))
  }
  return found
}

const one = (rows: number, name = 'a') => [{ name, rows }]
const rules: [string, Omit<TensorRule, 'from'>][] = [
  ['as it lies', { shape: [5, 3], to: one(5) }],
  ['a vector', { shape: [7], to: one(7) }],
  ['more axes', { shape: [3, 2, 4], to: one(3) }],
  ['transposed', { shape: [3, 5], to: one(5), transposed: true }],
  ['transposed, with more axes', { shape: [3, 2, 4], to: one(8), transposed: true }],
  ['split in three', { shape: [6, 4], to: [...one(3), ...one(1, 'b'), ...one(2, 'c')] }],
  [
    'split and transposed',
    { shape: [4, 6], to: [...one(3), ...one(1, 'b'), ...one(2, 'c')], transposed: true },
  ],
  ['fused by head', { shape: [12, 5], to: [...one(1), ...one(1, 'b'), ...one(2, 'c')], groups: 3 }],
  ['fused by head, a bias', { shape: [12], to: [...one(2), ...one(2, 'b')], groups: 3 }],
  [
    'fused by head and transposed',
    { shape: [5, 12], to: [...one(2), ...one(2, 'b')], groups: 3, transposed: true },
  ],
  ['one more than stored', { shape: [9], to: one(9), plus: 1 }],
  ['a convolution', { shape: [3, 4, 3], to: one(3), taps: 3 }],
]

describe.each(rules)('%s', (_, parts) => {
  const rule: TensorRule = { from: 'x', ...parts }
  const recipe = {
    rules: [rule],
    copies: {},
    factors: [],
    positions: { decoder: [] },
    rename: (name: string) => name.replace('prefix.', ''),
  } as unknown as Recipe
  const [rows = 1, ...rest] = rule.shape
  const width = rest.reduce((product, n) => product * n, 1)
  const data = new Random(11).tensor(rows, width).data

  test.each([1, 2, 5, 100])('in pieces of %i rows', (size) => {
    const truth = reference(rule, data)
    const made = new Map(rule.to.map(({ name }) => [name, new Canonical(truth.get(name)?.[0]?.length ?? 0)]))
    const before = data.slice()
    const weights = new Weights(recipe, (piece) => {
      const { rows } = rule.to.find(({ name }) => name === piece.name) ?? { rows: 0 }
      made.get(piece.name)?.set(piece, rows * (rule.groups ?? 1))
    })
    const receive = weights.receiverOf({ name: 'prefix.x', dtype: 'F32' })
    for (let first = 0; first < rows; first += size) {
      receive?.(data.subarray(first * width, (first + size) * width), first)
    }
    for (const [name, tensor] of truth) expect(made.get(name)?.rows, name).toEqual(tensor)
    expect(data).toEqual(before) // lent, not given
  })
})

const recipeOf = (copies: Record<string, string>) =>
  ({
    rules: [],
    copies,
    factors: [],
    positions: { decoder: [] },
    rename: (name: string) => name,
  }) as unknown as Recipe

test('a tensor without a receiver is passed over', () => {
  expect(new Weights(recipeOf({}), () => {}).receiverOf({ name: 'x', dtype: 'F32' })).toBeUndefined()
})

describe('copies of tied weights', () => {
  const deliver = (weights: Weights, name: string, values: number[], piece: number) => {
    const receive = weights.receiverOf({ name, dtype: 'F32' })
    for (let at = 0; at < values.length; at += piece)
      receive?.(Float32Array.from(values.slice(at, at + piece)), at)
  }
  const both = (copy: number[]) => {
    const weights = new Weights(recipeOf({ copy: 'original' }), () => {})
    deliver(weights, 'original', [1, 2, 3, 4, 5], 2)
    deliver(weights, 'copy', copy, 3)
    return weights
  }

  test('may be there, in pieces of any size', () => both([1, 2, 3, 4, 5]).requireEqualCopies())

  test.each([[[1, 2, 3, 4, 6]], [[2, 1, 3, 4, 5]], [[1, 2, 3, 4]], [[1, 2, 3, 4, 5, 0]], [[1, 2, 3, 4, -5]]])(
    'must be equal: %j',
    (copy) => {
      expectRefusal(
        () => both(copy).requireEqualCopies(),
        'ERR_VALUE',
        '"copy"',
        '"original"',
        'tie_word_embeddings',
      )
    },
  )

  test('need not be there', () => {
    const weights = new Weights(recipeOf({ copy: 'original' }), () => {})
    deliver(weights, 'original', [1], 1)
    weights.requireEqualCopies()
  })

  test('of a type that is not supported are passed over', () => {
    expect(
      new Weights(recipeOf({ copy: 'original' }), () => {}).receiverOf({ name: 'copy', dtype: 'I8' }),
    ).toBeUndefined()
  })
})
