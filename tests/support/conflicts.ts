// What the tests of conflicting implementations share.

import { expect } from 'vitest'
import { type AttentionOptions, encodings, type Position, type Side, type Tensor } from 'whereformer'
import { useLibrary } from './library.js'
import { Random } from './random.js'

export const library = useLibrary()

export function entryOf(type: string) {
  const entry = encodings.find((one) => one.type === type)
  return entry ?? expect.fail(`no encoding ${type}`)
}

export function parameterOf(type: string, name: string) {
  const parameter = entryOf(type).parameters.find((one) => one.name === name)
  return parameter ?? expect.fail(`${type} has no parameter ${name}`)
}

export function defaultOf(type: string, name: string) {
  return parameterOf(type, name).default
}

/** Absent means something of its own. */
export function isOptional(type: string, name: string): boolean {
  return parameterOf(type, name).optional === true
}

export function count<T>(length: number, of: (i: number) => T): T[] {
  return Array.from({ length }, (_, i) => of(i))
}

/** Query and key. */
export function pair(seed: number, ...shape: number[]): [Tensor, Tensor] {
  const random = new Random(seed)
  return [random.tensor(...shape), random.tensor(...shape)]
}

export function scores(
  position: Position,
  q: Tensor,
  k: Tensor,
  options: AttentionOptions = {},
): Float32Array {
  const result = library.wf.attention(q, k, k, { ...options, position, return: ['scores'] })
  return result.scores?.data ?? new Float32Array(0)
}

export function weights(
  position: Position,
  q: Tensor,
  k: Tensor,
  options: AttentionOptions = {},
): Float32Array {
  const result = library.wf.attention(q, k, k, { ...options, position, return: ['weights'] })
  return result.weights?.data ?? new Float32Array(0)
}

/** A head of 8 channels, paired by halves, with only pair i in use: the dot products of query and key, pair by pair. */
export function pairScores(
  { query, key }: { query: Position; key: Position },
  [m, n]: [number, number],
): number[] {
  const [pairs, dim] = [4, 8]
  const x = { data: Float32Array.from({ length: pairs * dim }, (_, at) => Number(at % (dim + 1) === 0)) }
  const rows = { ...x, shape: [pairs, dim] }
  const turn = (position: Position, side: Side, at: number) =>
    library.wf.rotate(position, rows, { side, positions: count(pairs, () => at) }).data
  const [q, k] = [turn(query, 'query', m), turn(key, 'key', n)]
  return count(pairs, (i) =>
    count(dim, (c) => (q[i * dim + c] as number) * (k[i * dim + c] as number)).reduce((a, b) => a + b),
  )
}

export function both(position: Position): { query: Position; key: Position } {
  return { query: position, key: position }
}

/** Channel c of the result is channel order[c] of x. */
export function channels({ data, shape }: Tensor, order: readonly number[]): Tensor {
  const width = order.length
  return {
    data: data.map((_, at) => data[at - (at % width) + (order[at % width] as number)] as number),
    shape,
  }
}

/** Row r of the result is row of(r) of the table. */
export function rowsOf({ data, shape }: Tensor, of: (row: number) => number): Tensor {
  const width = shape[1] as number
  return {
    data: data.map((_, at) => data[of(Math.floor(at / width)) * width + (at % width)] as number),
    shape,
  }
}

export function times(
  { data, shape }: { data: Float32Array; shape: readonly number[] },
  factor: number,
): Tensor {
  return { data: data.map((x) => x * factor), shape: [...shape] }
}

export function subtract(a: Float32Array, b: Float32Array): Float32Array {
  return a.map((x, i) => x - (b[i] as number))
}

export function add(a: Float32Array, b: Float32Array): Float32Array {
  return a.map((x, i) => x + (b[i] as number))
}

/** Somewhere they differ by more than rounding. */
export function expectFar(a: ArrayLike<number>, b: ArrayLike<number>): void {
  expect(a.length).toBe(b.length)
  expect(Math.max(...count(a.length, (i) => Math.abs((a[i] as number) - (b[i] as number))))).toBeGreaterThan(
    0.01,
  )
}
