// A matrix of biases, [heads, queries, keys], and what is hidden in it.

import type { PositionEncoding } from '../position/position.js'
import { Largest } from './compare.js'
import type { Course } from './course.js'

export interface Matrix {
  heads: number
  queries: number
  keys: number
  data: Float32Array
  /** The hidden cells [queries, keys]: 1 where a cell is hidden in any head. */
  hidden: Uint8Array
  query: Float32Array
  key: Float32Array
}

/** The largest number that hides a cell: large negative ones stand for −Infinity. */
const HIDDEN = -9990

export function hiddenCells(data: Float32Array, cells: number): Uint8Array {
  const hidden = new Uint8Array(cells)
  for (let first = 0; first < data.length; first += cells)
    for (let cell = 0; cell < cells; cell++) if ((data[first + cell] as number) <= HIDDEN) hidden[cell] = 1
  return hidden
}

/** Calls with every visible cell of the queries [first, end). */
function visibleIn(
  { keys, hidden }: Matrix,
  first: number,
  end: number,
  visit: (query: number, key: number, cell: number) => void,
): void {
  for (let i = first; i < end; i++)
    for (let j = 0; j < keys; j++) if (!hidden[i * keys + j]) visit(i, j, i * keys + j)
}

/** Calls with every visible cell, piece by piece. */
export function eachVisible(
  matrix: Matrix,
  course: Course,
  visit: (query: number, key: number, cell: number) => void,
): Promise<void> {
  const width = matrix.keys * matrix.heads
  return course.pieces(matrix.queries, width, (first, end) => visibleIn(matrix, first, end, visit))
}

/** The numbers of all visible cells. */
export async function visibleOf(matrix: Matrix, course: Course): Promise<Float32Array> {
  const { heads, queries, keys, data, hidden } = matrix
  const cells = queries * keys
  let count = 0
  for (const isHidden of hidden) count += 1 - isHidden
  const found = new Float32Array(heads * count)
  let next = 0
  await eachVisible(matrix, course, (_, __, cell) => {
    for (let head = 0; head < heads; head++) found[head * count + next] = data[head * cells + cell] as number
    next++
  })
  return found
}

/** The largest difference of the visible cells from what `make` gives for some queries, [heads, end − first, keys]. */
export async function differenceFrom(
  matrix: Matrix,
  course: Course,
  enough: number | undefined,
  make: (first: number, end: number) => Float32Array | undefined,
): Promise<number> {
  const found = new Largest(enough)
  await course.pieces(matrix.queries, matrix.heads * matrix.keys, (first, end) => {
    const made = make(first, end)
    if (made) return found.add(differenceIn(matrix, made, first, end))
    found.add(Number.POSITIVE_INFINITY)
    return false
  })
  return found.value
}

function differenceIn(matrix: Matrix, made: Float32Array, first: number, end: number): number {
  const { heads, queries, keys, data } = matrix
  let most = 0
  visibleIn(matrix, first, end, (i, j, cell) => {
    for (let head = 0; head < heads; head++) {
      const got = made[(head * (end - first) + i - first) * keys + j] as number
      const wanted = data[head * queries * keys + cell] as number
      const difference = got === wanted ? 0 : Math.abs(got - wanted)
      if (!(difference <= most)) most = Number.isNaN(difference) ? Number.POSITIVE_INFINITY : difference
    }
  })
  return most
}

/** The mask of the hidden cells: none, causal, or a causal window; undefined for any other. */
export async function maskOf(
  matrix: Matrix,
  course: Course,
): Promise<{ isCausal?: boolean; mask?: PositionEncoding } | undefined> {
  const { hidden } = matrix
  if (!hidden.includes(1)) return {}
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  await eachVisible({ ...matrix, heads: 1 }, course, (i, j) => {
    const distance = distanceAt(matrix, i, j)
    least = Math.min(least, distance)
    most = Math.max(most, distance)
  })
  if (await isHiddenBy(matrix, course, (distance) => distance > 0)) return { isCausal: true }
  const [left, right] = [-least, Math.max(most, 0)]
  const isWindow = await isHiddenBy(matrix, course, (distance) => distance < -left || distance > right)
  return isWindow ? { mask: { type: 'mask', kind: 'window', left, right } } : undefined
}

/** Are exactly those cells hidden whose distance a rule hides? */
async function isHiddenBy(
  matrix: Matrix,
  course: Course,
  rule: (distance: number) => boolean,
): Promise<boolean> {
  const { queries, keys, hidden } = matrix
  let holds = true
  await course.pieces(queries, keys, (first, end) => {
    for (let i = first; holds && i < end; i++)
      for (let j = 0; holds && j < keys; j++)
        holds = (hidden[i * keys + j] === 1) === rule(distanceAt(matrix, i, j))
    return holds
  })
  return holds
}

/** The distance of a cell, key − query. */
export function distanceAt({ query, key }: Matrix, i: number, j: number): number {
  return (key[j] as number) - (query[i] as number)
}

/** The numbers of a class of cells, per head. */
interface Members {
  count: number
  sum: number[]
  least: number[]
  most: number[]
}

/** The mean of each head at each class of cells, and the largest distance of a cell from it. */
export interface Classes {
  members: ReadonlyMap<number, Members>
  /** The means of each class, one per head. */
  means: Map<number, number[]>
  spread: number
}

/** Groups the visible cells of a matrix into classes. */
export async function classesOf(
  matrix: Matrix,
  course: Course,
  classOf: (i: number, j: number) => number,
): Promise<Classes> {
  const { heads, queries, keys, data } = matrix
  const cells = queries * keys
  const members = new Map<number, Members>()
  await eachVisible(matrix, course, (i, j, cell) => {
    const of = membersOf(members, classOf(i, j), heads)
    of.count++
    for (let head = 0; head < heads; head++) {
      const value = data[head * cells + cell] as number
      add(of, head, value, value, value)
    }
  })
  return summary(members)
}

/** Joins classes into fewer ones. */
export function joined({ members }: Classes, heads: number, classOf: (name: number) => number): Classes {
  const all = new Map<number, Members>()
  for (const [name, { count, sum, least, most }] of members) {
    const of = membersOf(all, classOf(name), heads)
    of.count += count
    for (let head = 0; head < heads; head++)
      add(of, head, sum[head] as number, least[head] as number, most[head] as number)
  }
  return summary(all)
}

function membersOf(all: Map<number, Members>, name: number, heads: number): Members {
  const known = all.get(name)
  if (known) return known
  const made = {
    count: 0,
    sum: new Array<number>(heads).fill(0),
    least: new Array<number>(heads).fill(Number.POSITIVE_INFINITY),
    most: new Array<number>(heads).fill(Number.NEGATIVE_INFINITY),
  }
  all.set(name, made)
  return made
}

function add({ sum, least, most }: Members, head: number, total: number, low: number, high: number): void {
  sum[head] = (sum[head] as number) + total
  least[head] = Math.min(least[head] as number, low)
  most[head] = Math.max(most[head] as number, high)
}

function summary(members: ReadonlyMap<number, Members>): Classes {
  let spread = 0
  const means = new Map<number, number[]>()
  for (const [name, { count, sum, least, most }] of members) {
    const perHead = sum.map((total) => total / count)
    for (const [head, mean] of perHead.entries())
      spread = Math.max(spread, mean - (least[head] as number), (most[head] as number) - mean)
    means.set(name, perHead)
  }
  return { members, means, spread }
}
