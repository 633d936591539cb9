// Products and normalisations by themselves, against plain double loops.

import { describe, expect, test } from 'vitest'
import type { Tensor } from 'whereformer'
import { expectClose } from '../support/close.js'
import { expectRefusal } from '../support/errors.js'
import { useLibrary } from '../support/library.js'
import { Random } from '../support/random.js'

const library = useLibrary()
const random = new Random(40)
const SIZES = [0, 1, 3, 7, 8, 9, 17, 97]
const pairsOf = (a: readonly number[], b: readonly number[]) =>
  a.flatMap((x) => b.map((y) => [x, y] as const))

// a [rows, inner] · b [inner, columns]
function product(a: Tensor, b: Tensor): number[] {
  const [rows = 0, inner = 0] = a.shape
  const columns = b.shape[1] ?? 0
  return Array.from({ length: rows * columns }, (_, i) => {
    let sum = 0
    for (let k = 0; k < inner; k++) {
      sum += (a.data[Math.floor(i / columns) * inner + k] ?? 0) * (b.data[k * columns + (i % columns)] ?? 0)
    }
    return sum
  })
}

/** Each row of x by a function in double precision. */
function byRow({ data, shape }: Tensor, row: (x: number[]) => number[]): number[] {
  const width = shape.at(-1) ?? 0
  const rows = width ? data.length / width : 0
  return Array.from({ length: rows }, (_, r) => row([...data.subarray(r * width, (r + 1) * width)])).flat()
}

const sum = (x: readonly number[]) => x.reduce((a, b) => a + b, 0)

function softmaxOf(x: number[]): number[] {
  const weights = x.map((v) => Math.exp(v - Math.max(...x)))
  return weights.map((w) => w / sum(weights))
}

function layerNormOf(x: number[], epsilon: number): number[] {
  const mean = sum(x) / x.length
  const variance = sum(x.map((v) => (v - mean) ** 2)) / x.length
  return x.map((v) => (v - mean) / Math.sqrt(variance + epsilon))
}

function rmsNormOf(x: number[], epsilon: number): number[] {
  return x.map((v) => v / Math.sqrt(sum(x.map((u) => u * u)) / x.length + epsilon))
}

const matrix = (data: Float32Array, rows: number, columns: number): Tensor => ({
  data,
  shape: [rows, columns],
})

describe('matmul', () => {
  test.each(pairsOf(SIZES, SIZES))('%i × inner · inner × %i, whatever the inner size', (rows, columns) => {
    for (const inner of SIZES) {
      const [a, b] = [random.tensor(rows, inner), random.tensor(inner, columns)]
      const c = library.wf.matmul(a, b)
      expect(c.shape).toEqual([rows, columns])
      expectClose(c.data, product(a, b), { absolute: 1e-6 * (1 + inner) })
    }
  })

  test('leading axes: equal, or absent on one side', () => {
    const [a, b] = [random.tensor(2, 3, 5, 4), random.tensor(2, 3, 4, 6)]
    const all = library.wf.matmul(a, b)
    expect(all.shape).toEqual([2, 3, 5, 6])
    const one = (i: number, j: number) =>
      product(
        matrix(a.data.subarray(20 * i, 20 * (i + 1)), 5, 4),
        matrix(b.data.subarray(24 * j, 24 * (j + 1)), 4, 6),
      )
    const six = [0, 1, 2, 3, 4, 5]
    expectClose(
      all.data,
      six.flatMap((i) => one(i, i)),
      { absolute: 1e-5 },
    )
    const firstA = matrix(a.data.slice(0, 20), 5, 4)
    const firstB = matrix(b.data.slice(0, 24), 4, 6)
    const sharedB = library.wf.matmul(a, firstB)
    expect(sharedB.shape).toEqual([2, 3, 5, 6])
    expectClose(
      sharedB.data,
      six.flatMap((i) => one(i, 0)),
      { absolute: 1e-5 },
    )
    const sharedA = library.wf.matmul(firstA, b)
    expect(sharedA.shape).toEqual([2, 3, 5, 6])
    expectClose(
      sharedA.data,
      six.flatMap((i) => one(0, i)),
      { absolute: 1e-5 },
    )
  })

  test('no products at all', () => {
    expect(library.wf.matmul(random.tensor(0, 2, 3), random.tensor(0, 3, 4)).shape).toEqual([0, 2, 4])
    expect(library.wf.matmul(random.tensor(0, 2, 3), random.tensor(3, 4)).shape).toEqual([0, 2, 4])
    expect(library.wf.matmul(random.tensor(2, 3), random.tensor(0, 3, 4)).data).toHaveLength(0)
  })

  test('NaN and infinities go where IEEE sends them', () => {
    const a = matrix(Float32Array.of(1, Number.NaN, 1, 2, Number.POSITIVE_INFINITY, 0), 3, 2)
    const b = matrix(Float32Array.of(1, 0, 3, 4), 2, 2)
    const [x, y, z, w, u, v] = library.wf.matmul(a, b).data
    expect([x, y, z, w, u, v]).toEqual([Number.NaN, Number.NaN, 7, 8, Number.POSITIVE_INFINITY, Number.NaN])
  })

  test('bad input is named', () => {
    const { wf } = library
    const [a, b] = [random.tensor(2, 3), random.tensor(3, 4)]
    expectRefusal(() => wf.matmul(random.tensor(3), b), 'ERR_SHAPE', 'a:', '[3]', '2 or 3')
    expectRefusal(() => wf.matmul(a, random.tensor(4)), 'ERR_SHAPE', 'b:', '[4]')
    expectRefusal(() => wf.matmul(a, a), 'ERR_SHAPE', 'b:', '[2, 3]', '3 rows')
    expectRefusal(() => wf.matmul(random.tensor(2, 2, 3), random.tensor(3, 3, 4)), 'ERR_SHAPE', 'b:', '[2]')
    expectRefusal(() => wf.matmul(random.tensor(1, 2, 3), random.tensor(5, 3, 4)), 'ERR_SHAPE', 'b:')
    expectRefusal(() => wf.matmul(a, { data: [1] as never, shape: [3, 4] }), 'ERR_TYPE', 'b.data')
    expectRefusal(() => wf.matmul(undefined as never, b), 'ERR_TYPE', 'a')
    expectRefusal(() => wf.matmul(a, b, { ou: b } as never), 'ERR_VALUE', 'options.ou')
    expectRefusal(() => wf.matmul(a, b, { out: random.tensor(4, 2) }), 'ERR_SHAPE', 'options.out', '[2, 4]')
    expectRefusal(() => wf.matmul(a, b, { out: 1 as never }), 'ERR_TYPE', 'options.out')
  })
})

const operations = [
  ['softmax', (x: Tensor, out?: Tensor) => library.wf.softmax(x, out && { out }), softmaxOf],
  [
    'layerNorm',
    (x: Tensor, out?: Tensor) => library.wf.layerNorm(x, out && { out }),
    (x: number[]) => layerNormOf(x, 1e-5),
  ],
  [
    'rmsNorm',
    (x: Tensor, out?: Tensor) => library.wf.rmsNorm(x, out && { out }),
    (x: number[]) => rmsNormOf(x, 1e-6),
  ],
] as const

describe.each(operations)('%s', (_, apply, expected) => {
  test.each(SIZES)('rows of %i', (width) => {
    for (const shape of [[width], [5, width], [2, 3, width], [0, width]]) {
      const x = random.tensor(...shape)
      const made = apply(x)
      expect(made.shape).toEqual(shape)
      expectClose(made.data, byRow(x, expected), { absolute: 2e-6, relative: 2e-6 })
    }
  })

  test('into out, which may be the input', () => {
    const x = random.tensor(3, 17)
    const wanted = byRow(x, expected)
    const out = { data: new Float32Array(51), shape: [3, 17] }
    expect(apply(x, out)).toBe(out)
    expectClose(out.data, wanted, { absolute: 2e-6 })
    expect(apply(x, x)).toBe(x)
    expectClose(x.data, wanted, { absolute: 2e-6 })
  })

  test('a NaN spoils its row and no other', () => {
    const x = random.tensor(3, 9)
    const clean = apply(x).data
    x.data[13] = Number.NaN
    const { data } = apply(x)
    expect(data.map(Number.isNaN as never).subarray(9, 18)).toEqual(new Float32Array(9).fill(1))
    expect([...data.subarray(0, 9), ...data.subarray(18)]).toEqual([
      ...clean.subarray(0, 9),
      ...clean.subarray(18),
    ])
  })

  test('bad input is named', () => {
    const x = random.tensor(2, 3)
    expectRefusal(() => apply({ data: x.data, shape: [] }), 'ERR_SHAPE', 'x')
    expectRefusal(() => apply({ data: x.data, shape: [2, 2] }), 'ERR_SHAPE', 'x.data')
    expectRefusal(() => apply('x' as never), 'ERR_TYPE', 'x')
    expectRefusal(() => apply(x, random.tensor(3, 2)), 'ERR_SHAPE', 'options.out', '[2, 3]')
  })
})

describe('softmax at its ends', () => {
  test('hidden entries are exactly 0, a row of them is zeros', () => {
    const hidden = Number.NEGATIVE_INFINITY
    const x = matrix(Float32Array.of(hidden, 1, hidden, hidden, hidden, hidden), 2, 3)
    expect([...library.wf.softmax(x).data]).toEqual([0, 1, 0, 0, 0, 0])
  })

  test('scores of ±1e4 give no NaN', () => {
    const x = matrix(Float32Array.of(1e4, -1e4, 1e4, 0), 1, 4)
    expectClose(library.wf.softmax(x).data, [0.5, 0, 0.5, 0], { absolute: 1e-7 })
  })
})

describe('norms with weights', () => {
  const x = random.tensor(4, 9)
  const [weight, bias] = [random.tensor(9), random.tensor(9)]
  const column = (i: number, of: Tensor) => of.data[i % 9] ?? 0

  test('layer norm: weight, bias and epsilon, each by itself', () => {
    const { wf } = library
    const plain = byRow(x, (row) => layerNormOf(row, 0.5))
    const options = { epsilon: 0.5 }
    expectClose(wf.layerNorm(x, options).data, plain, { absolute: 2e-6 })
    const weighted = plain.map((v, i) => v * column(i, weight))
    expectClose(wf.layerNorm(x, { ...options, weight }).data, weighted, { absolute: 2e-6 })
    const shifted = plain.map((v, i) => v + column(i, bias))
    expectClose(wf.layerNorm(x, { ...options, bias }).data, shifted, { absolute: 2e-6 })
    const both = weighted.map((v, i) => v + column(i, bias))
    expectClose(wf.layerNorm(x, { ...options, weight, bias }).data, both, { absolute: 2e-6 })
  })

  test('RMS norm: weight and epsilon', () => {
    const expected = byRow(x, (row) => rmsNormOf(row, 2)).map((v, i) => v * column(i, weight))
    expectClose(library.wf.rmsNorm(x, { weight, epsilon: 2 }).data, expected, { absolute: 2e-6 })
  })

  test('bad weights are named', () => {
    const { wf } = library
    expectRefusal(() => wf.layerNorm(x, { weight: random.tensor(8) }), 'ERR_SHAPE', 'options.weight', '[9]')
    expectRefusal(() => wf.layerNorm(x, { bias: random.tensor(1, 9) }), 'ERR_SHAPE', 'options.bias')
    expectRefusal(() => wf.rmsNorm(x, { weight: 1 as never }), 'ERR_TYPE', 'options.weight')
    expectRefusal(() => wf.rmsNorm(x, { epsilon: -1 }), 'ERR_VALUE', 'options.epsilon')
    expectRefusal(() => wf.layerNorm(x, { epsilon: Number.NaN }), 'ERR_VALUE', 'options.epsilon')
    expectRefusal(() => wf.rmsNorm(x, { bias } as never), 'ERR_VALUE', 'options.bias')
  })
})
