// A matrix of biases, [heads, queries, keys], and what is hidden in it.

import { largest, smallest } from '../boundary/checks.js'
import type { PositionEncoding } from '../position/position.js'
import { average } from './round.js'

export interface Matrix {
  heads: number
  queries: number
  keys: number
  data: Float32Array
  /** [queries, keys]: is the cell hidden in any head? */
  hidden: boolean[]
  query: Float32Array
  key: Float32Array
}

/** −Infinity, and the large negative numbers that stand for it. */
const HIDDEN = -9990

export function hiddenCells(data: Float32Array, cells: number): boolean[] {
  const hidden = new Array<boolean>(cells).fill(false)
  for (let i = 0; i < data.length; i++) if ((data[i] as number) <= HIDDEN) hidden[i % cells] = true
  return hidden
}

/** Calls with every visible cell. */
export function forVisible(
  { queries, keys, hidden }: Matrix,
  visit: (query: number, key: number, cell: number) => void,
): void {
  for (let i = 0; i < queries; i++)
    for (let j = 0; j < keys; j++) if (!hidden[i * keys + j]) visit(i, j, i * keys + j)
}

export function visibleOf(matrix: Matrix, data: ArrayLike<number> = matrix.data): number[] {
  const cells = matrix.queries * matrix.keys
  const found: number[] = []
  for (let head = 0; head < matrix.heads; head++)
    forVisible(matrix, (_, __, cell) => found.push(data[head * cells + cell] as number))
  return found
}

/** The mask of the hidden cells: none, causal, or a causal window; undefined for any other. */
export function maskOf(matrix: Matrix): { isCausal?: boolean; mask?: PositionEncoding } | undefined {
  const { hidden, keys } = matrix
  if (!hidden.includes(true)) return {}
  const distances = hidden.map((_, cell) => distanceAt(matrix, Math.floor(cell / keys), cell % keys))
  if (hidden.every((isHidden, cell) => isHidden === (distances[cell] as number) > 0))
    return { isCausal: true }
  const seen = distances.filter((_, cell) => !hidden[cell])
  const [left, right] = [-smallest(seen), largest(seen)]
  const isWindow = hidden.every((isHidden, cell) => {
    const distance = distances[cell] as number
    return isHidden === (distance < -left || distance > Math.max(right, 0))
  })
  return isWindow ? { mask: { type: 'mask', kind: 'window', left, right: Math.max(right, 0) } } : undefined
}

/** key − query */
export function distanceAt({ query, key }: Matrix, i: number, j: number): number {
  return (key[j] as number) - (query[i] as number)
}

/** The mean of each head at each class of cells, and the largest distance of a cell from it. */
export interface Classes {
  /** Class → one number per head. */
  means: Map<number, number[]>
  spread: number
}

/** `classOf` a cell; undefined leaves it out. */
export function classesOf(matrix: Matrix, classOf: (i: number, j: number) => number): Classes {
  const cells = matrix.queries * matrix.keys
  const members = new Map<number, number[]>()
  forVisible(matrix, (i, j, cell) => {
    const name = classOf(i, j)
    const list = members.get(name) ?? []
    list.push(cell)
    members.set(name, list)
  })
  let spread = 0
  const means = new Map<number, number[]>()
  for (const [name, list] of members) {
    const perHead = Array.from({ length: matrix.heads }, (_, head) => {
      const values = list.map((cell) => matrix.data[head * cells + cell] as number)
      const mean = average(values)
      for (const value of values) if (!(Math.abs(value - mean) <= spread)) spread = Math.abs(value - mean)
      return mean
    })
    means.set(name, perHead)
  }
  return { means, spread }
}
