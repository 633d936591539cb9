// Biases that are a function of the distance: tables, buckets and curves.

import { largest } from '../boundary/checks.js'
import type { TensorLike } from '../boundary/tensor.js'
import type { KerplePosition, PositionEncoding } from '../position/position.js'
import type { Course } from './course.js'
import { type Classes, classesOf, distanceAt, joined, type Matrix } from './matrix.js'
import { MOST_NUMBERS } from './request.js'
import { BASES, digitsOf, roundNear } from './round.js'
import type { Conventions } from './types.js'

/** Formulas of the distance that may have made a matrix, to be verified; nothing if it is no function of the distance. */
export async function curvesOf(
  { heads }: Matrix,
  byDistance: Classes,
  tolerance: number,
  course: Course,
): Promise<Conventions[]> {
  if (!isSpreadWithin(byDistance, tolerance)) return []
  const kerples = await kerplesOf(byDistance, heads, course)
  return [...kerples, ...sandwiches(byDistance, heads, tolerance)].map((position) => ({ position }))
}

/** Tables of distances, of buckets of distances, and of two-dimensional offsets. */
export async function tablesOfDistances(
  matrix: Matrix,
  byDistance: Classes,
  tolerance: number,
  course: Course,
): Promise<Conventions[]> {
  if (matrix.queries < 2 && byDistance.means.size === matrix.keys)
    return bucketsAlone(matrix, byDistance, tolerance)
  if (isSpreadWithin(byDistance, tolerance)) return tablesOf(matrix, byDistance, tolerance)
  return [...(await swinsOf(matrix, tolerance, course)), ...forgetOf(matrix, tolerance)]
}

export const distancesOf = (matrix: Matrix, course: Course): Promise<Classes> =>
  classesOf(matrix, course, (i, j) => distanceAt(matrix, i, j))

const isSpreadWithin = ({ spread }: Classes, tolerance: number): boolean => spread <= 2 * tolerance

// Tables of buckets for a single query, of which any numbers are a table of distances: buckets show where distances share one.
function bucketsAlone(matrix: Matrix, byDistance: Classes, tolerance: number): Conventions[] {
  return tablesOf(matrix, byDistance, tolerance).filter(
    ({ position, mistake }) => mistake !== undefined || !hasType(position, 'relativeBias', 'buckets'),
  )
}

const hasType = (position: unknown, ...types: string[]): boolean =>
  types.includes((position as PositionEncoding | undefined)?.type ?? '')

/** The mistake of a table with as many rows as tokens, where a negative index counts from its end. */
export function wrongTables(
  { queries, keys, heads, hidden }: Matrix,
  { means, spread }: Classes,
  tolerance: number,
): Conventions[] {
  if (queries !== keys || hidden.includes(1) || !(spread <= 2 * tolerance)) return []
  const isCyclic = [...means].every(([distance, row]) => {
    const other = means.get(distance > 0 ? distance - keys : distance) ?? []
    return row.every((value, h) => Math.abs(value - (other[h] as number)) <= 2 * tolerance)
  })
  return isCyclic ? withTable(relativeBias(means, heads), { mistake: 'table-rows' }) : []
}

const SANDWICH_DIMS = [128, 8, 16, 32, 64, 256, 512, 1024]
const MOST_DISTANCES = 64

/** Sandwich, d̄ from the bias at distance 0, which is d̄ · H / 16 of the first head, and the base that comes nearest. */
function sandwiches({ means }: Classes, heads: number, tolerance: number): PositionEncoding[] {
  const first = [...means].map(([distance, row]) => [distance, (row[0] as number) * (8 / heads)] as const)
  const some = first.sort(([a], [b]) => Math.abs(a) - Math.abs(b)).slice(0, MOST_DISTANCES)
  const own = some[0]?.[0] === 0 ? 2 * some[0][1] : Number.NaN
  const near = 2 * Math.round(own / 2)
  const dims = Number.isNaN(own)
    ? SANDWICH_DIMS
    : near >= 2 && near <= 4096 && Math.abs(own - near) < 0.01 * near
      ? [near]
      : []
  return dims.flatMap((dim) => {
    const cosines = (distance: number, base: number) => {
      let sum = 0
      for (let i = 0; i < dim; i += 2) sum += Math.cos(distance * base ** (-i / dim))
      return sum
    }
    const base = bestBase((base) =>
      some.reduce((sum, [distance, value]) => sum + (value - cosines(distance, base)) ** 2, 0),
    )
    // how far the base may be off before a number is off by the tolerance
    const shown = largest(
      some.map(([distance]) => Math.abs(cosines(distance, 1.001 * base) - cosines(distance, base))),
    )
    const error = Math.min(Math.max(1e-3, (1e-3 * tolerance * (8 / heads)) / shown), 0.1)
    const bases = [...new Set([10000, ...roundNear(base, error, BASES)])]
    return bases.map((base) => ({
      type: 'sandwich' as const,
      ...(dim === 128 ? {} : { dim }),
      ...(base === 10000 ? {} : { base }),
    }))
  })
}

/** The base of the least misfit, on a grid of logarithms that is made ever finer. */
function bestBase(misfit: (base: number) => number): number {
  let [low, high, steps] = [Math.log(1.5), Math.log(1e8), 180]
  let best = low
  while (high - low > 1e-9) {
    const width = (high - low) / steps
    let least = Number.POSITIVE_INFINITY
    const from = low
    for (let i = 0; i <= steps; i++) {
      const found = misfit(Math.exp(from + i * width))
      if (found < least) [least, best] = [found, from + i * width]
    }
    ;[low, high, steps] = [Math.max(best - width, Math.log(1.0001)), best + width, 10]
  }
  return Math.exp(best)
}

/** A table [rows, heads] of these rows. */
function tableOf(rows: readonly (readonly number[])[], heads: number): TensorLike {
  const data = new Float32Array(rows.length * heads)
  for (const [i, row] of rows.entries()) data.set(row, i * heads)
  return { data, shape: [rows.length, heads] }
}

/** A way to part distances into buckets. */
interface Partition {
  bucketOf: (distance: number) => number
  /** The encoding with the table of these buckets. */
  position: (means: ReadonlyMap<number, readonly number[]>) => PositionEncoding | undefined
  mistake?: string
  /** How many numbers say where the buckets begin, where no formula does. */
  edges?: number
  /** Are distances up to one told apart, and those beyond it not? */
  isClipped?: boolean
}

/** The buckets that join most distances; where none are joined, a number for each distance is as good as T5's exact buckets. */
function tablesOf({ heads }: Matrix, byDistance: Classes, tolerance: number): Conventions[] {
  const { means } = byDistance
  const distances = [...means.keys()].sort((a, b) => a - b)
  const all = [
    ...clipped(heads, distances, means, tolerance),
    ...namedBuckets(heads, distances, means, tolerance),
    ...edgedBuckets(heads, distances, means, tolerance),
  ]
  const fitting = all.flatMap((partition) => {
    const buckets = joined(byDistance, heads, partition.bucketOf)
    if (!(buckets.spread <= 2 * tolerance)) return []
    const { mistake, edges } = partition
    const free = edges === undefined ? {} : { free: edges + buckets.means.size } // where they begin, and their numbers
    return withTable(partition.position(buckets.means), mistake ? { mistake } : free).map((how) => ({
      how,
      merged: distances.length - buckets.means.size,
      isNamed: !hasType(how.position, 'buckets'),
      isClipped: partition.isClipped ?? false,
    }))
  })
  const most = Math.max(0, largest(fitting.map(({ merged }) => merged)))
  // numbers of 16 bits are equal by chance: formulas that join almost as many distances as the best come as well
  const isNear = ({ merged, isNamed, isClipped }: (typeof fitting)[number]) =>
    isNamed && !isClipped && merged < most && merged > 0.95 * most
  const nearly = fitting.filter(isNear)
  const best = fitting.filter(({ merged }) => merged === most)
  // T5's usual buckets come before a table that clips, and that before T5's with numbers of their own
  const usual = best.some(
    ({ how }) => hasType(how.position, 't5') && !('maxDistance' in (how.position ?? {})),
  )
  const named = best.filter((one) => one.isNamed && !one.isClipped)
  const plain = usual ? [] : best.filter(({ isClipped }) => isClipped)
  const first = [plain, named].find((some) => some.length > 0) ?? [...best, ...nearly]
  if (most > 0) return first.map(({ how }) => how)
  const free = { free: distances.length }
  return [...withTable(relativeBias(means, heads), free), ...named.slice(0, 1).map(({ how }) => how)]
}

/** A number for each distance; undefined of distances between whole numbers, and where the table is far larger than the matrix may be. */
function relativeBias(
  means: ReadonlyMap<number, readonly number[]>,
  heads: number,
): PositionEncoding | undefined {
  const distances = [...means.keys()]
  const farthest = largest(distances.map(Math.abs))
  const rows = 2 * farthest + 1
  if (rows * heads > MOST_NUMBERS || !distances.every(Number.isInteger)) return undefined
  const data = new Float32Array(rows * heads)
  for (const [distance, row] of means) data.set(row, (distance + farthest) * heads)
  return { type: 'relativeBias', table: { data, shape: [rows, heads] } }
}

/** A number for each distance up to one, whose numbers those beyond it share; where that is most of all distances, they are too many. */
function clipped(
  heads: number,
  distances: readonly number[],
  means: ReadonlyMap<number, readonly number[]>,
  tolerance: number,
): Partition[] {
  const farthest = largest(distances.map(Math.abs))
  const isEqual = (a: number, b: number) => {
    const [row, other] = [means.get(a), means.get(b)]
    return !row || !other || row.every((x, h) => Math.abs(x - (other[h] as number)) <= 2 * tolerance)
  }
  let last = farthest
  while (last > 0 && isEqual(last, last - 1) && isEqual(-last, 1 - last)) last--
  if (last === 0 || last > farthest - 2) return []
  const clip = (distance: number) => Math.max(-last, Math.min(last, distance))
  const free = 2 * last > farthest ? { edges: 1 } : {}
  return [{ bucketOf: clip, position: (means) => relativeBias(means, heads), isClipped: true, ...free }]
}

const withTable = (position: PositionEncoding | undefined, rest: Conventions = {}): Conventions[] =>
  position ? [{ position, ...rest }] : []

function namedBuckets(
  heads: number,
  distances: readonly number[],
  means: ReadonlyMap<number, readonly number[]>,
  tolerance: number,
): Partition[] {
  const sides = distances.some((distance) => distance > 0) ? [true, false] : [false, true]
  const known = sides.flatMap((bidirectional) =>
    BUCKETS.flatMap((buckets) =>
      farthestOf(means, buckets, bidirectional, tolerance).map((farthest) =>
        t5(heads, buckets, farthest, bidirectional),
      ),
    ),
  )
  const wrong = Object.entries(WRONG_BUCKETS)
    .filter(([, bucketOf]) => distances.some((d) => bucketOf(d) !== usualBucket(d)))
    .map(([mistake, bucketOf]) => ({ bucketOf, mistake, position: () => relativeBias(means, heads) }))
  return [...known, ...wrong]
}

/** How many buckets are looked for, the most usual first. */
const BUCKETS = [32, 64, 16, 8, 24, 40, 20, 48, 12, 128]
const USUAL_FARTHEST = [128, 256, 64, 32, 512, 1024]
const MOST_FARTHEST = 4096
const LISTED = 6

/**
 * The distances at which T5's buckets may end, where those that share a bucket have one number: of the whole ones those that join most
 * distances, a round one first, and the usual ones.
 */
function farthestOf(
  means: ReadonlyMap<number, readonly number[]>,
  buckets: number,
  bidirectional: boolean,
  tolerance: number,
): number[] {
  const exact = buckets / (bidirectional ? 4 : 2)
  const steps = [...means.keys()].flatMap((distance) => {
    const before = distance - Math.sign(distance)
    const [row, other] = [means.get(distance), means.get(before)]
    if (!row || !other || Math.abs(distance) <= exact) return []
    const isEqual = row.every((x, h) => Math.abs(x - (other[h] as number)) <= 2 * tolerance)
    return [{ distance, before, isEqual }]
  })
  const joins = (farthest: number): number => {
    let count = 0
    for (const { distance, before, isEqual } of steps) {
      const bucketOf = (d: number) => t5Bucket(d, buckets, farthest, bidirectional)
      if (bucketOf(distance) !== bucketOf(before)) continue
      if (!isEqual) return 0
      count++
    }
    return count
  }
  let [most, best] = [1, [] as number[]]
  for (let farthest = exact + 1; farthest <= MOST_FARTHEST; farthest++) {
    const count = joins(farthest)
    if (count > most) [most, best] = [count, []]
    if (count === most) best.push(farthest)
  }
  const usual = USUAL_FARTHEST.filter((x) => best.length === 0 || best.includes(x))
  const round = [...best].sort((a, b) => digitsOf(a) - digitsOf(b) || a - b)
  return [...new Set([...usual, ...round.slice(0, LISTED)])].slice(0, USUAL_FARTHEST.length)
}

const edgedBuckets = (
  heads: number,
  distances: readonly number[],
  means: ReadonlyMap<number, readonly number[]>,
  tolerance: number,
): Partition[] => [false, true].map((directional) => edged(heads, distances, means, tolerance, directional))

function t5(heads: number, buckets: number, maxDistance: number, bidirectional: boolean): Partition {
  return {
    bucketOf: (distance) => t5Bucket(distance, buckets, maxDistance, bidirectional),
    position: (means) => ({
      type: 't5',
      table: tableOf(
        Array.from({ length: buckets }, (_, row) => means.get(row) ?? []),
        heads,
      ),
      ...(bidirectional ? {} : { bidirectional }),
      ...(maxDistance === 128 ? {} : { maxDistance }),
    }),
  }
}

/** T5's bucket of a distance, key − query (Raffel et al. 2020, section 2.1). */
function t5Bucket(distance: number, buckets: number, maxDistance: number, bidirectional: boolean): number {
  const side = bidirectional ? buckets / 2 : buckets
  const away = bidirectional ? Math.abs(distance) : Math.max(-distance, 0)
  const exact = side / 2
  const share = Math.log(away / exact) / Math.log(maxDistance / exact)
  const bucket = away < exact ? away : Math.min(exact + Math.floor(share * (side - exact) + 1e-9), side - 1)
  return bucket + (bidirectional && distance > 0 ? side : 0)
}

const usualBucket = (distance: number): number => t5Bucket(distance, 32, 128, true)

/** Buckets of docs/mistakes.md, by id. */
export const WRONG_BUCKETS: Readonly<Record<string, (distance: number) => number>> = {
  't5-32-is-distance': (distance) => usualBucket(Math.max(-33, Math.min(33, distance))),
  't5-last-at-128': (distance) => {
    const bucket = usualBucket(distance)
    return Math.abs(distance) < 128 && bucket % 16 === 15 ? bucket - 1 : bucket
  },
  't5-one-far-bucket': (distance) => (Math.abs(distance) >= 91 ? 15 : usualBucket(distance)),
}

/** The encoding `buckets` with edges where the numbers of the past change. */
function edged(
  heads: number,
  distances: readonly number[],
  means: ReadonlyMap<number, readonly number[]>,
  tolerance: number,
  directional: boolean,
): Partition {
  const differs = (a: number, b: number) => {
    const [one, other] = [means.get(a), means.get(b)]
    return !!one && !!other && one.some((x, h) => Math.abs(x - (other[h] as number)) > 2 * tolerance)
  }
  const away = [...new Set(distances.map(Math.abs))].sort((a, b) => a - b)
  const edges = away.filter((n) => n >= 1 && Number.isInteger(n) && (differs(-n, 1 - n) || differs(n, n - 1)))
  const rowOf = (distance: number) => countUpTo(edges, Math.abs(distance))
  return {
    edges: edges.length,
    bucketOf: (distance) =>
      rowOf(distance) + (directional && distance > 0 && rowOf(distance) > 0 ? edges.length : 0),
    position: (buckets) => ({
      type: 'buckets' as const,
      edges,
      table: tableOf(
        Array.from({ length: 1 + edges.length * (directional ? 2 : 1) }, (_, row) => buckets.get(row) ?? []),
        heads,
      ),
      ...(directional ? { directional } : {}),
    }),
  }
}

/** How many of the ascending numbers are at most so large. */
function countUpTo(numbers: readonly number[], most: number): number {
  let [low, high] = [0, numbers.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((numbers[middle] as number) <= most) low = middle + 1
    else high = middle
  }
  return low
}

/** KERPLE's two kernels, −r1 · ln(1 + r2 · n) and −r1 · n^r2, fitted head by head. */
async function kerplesOf({ means }: Classes, heads: number, course: Course): Promise<KerplePosition[]> {
  const away = [...means.keys()].map(Math.abs)
  const near = [...means.keys()].map(
    (distance, i) => [away[i] as number, means.get(distance) as number[]] as const,
  )
  if (new Set(away).size < 5) return []
  const shapes = {
    log: (n: number, rate: number) => Math.log1p(rate * n),
    power: (n: number, rate: number) => n ** rate,
  }
  const allHeads = Array.from({ length: heads }, (_, head) => head)
  const found = await course.map(['log', 'power'] as const, async (kind): Promise<KerplePosition[]> => {
    const fits = await course.stage('measuring', allHeads, (head) =>
      bestRate(
        near.map(([n, row]) => [n, row[head] as number] as const),
        shapes[kind],
        course,
      ),
    )
    if (fits.some(({ height, rate }) => !(height > 0 && rate > 0))) return []
    const [r1, r2] = [fits.map(({ height }) => height), fits.map(({ rate }) => rate)]
    return [{ type: 'kerple' as const, ...(kind === 'log' ? {} : { kind }), r1, r2 }]
  })
  return found.flat()
}

// The rate of a kernel, on a grid of logarithms that is made ever finer; its height follows by least squares.
async function bestRate(
  points: readonly (readonly [number, number])[],
  shape: (n: number, rate: number) => number,
  course: Course,
): Promise<{ rate: number; height: number }> {
  const fitOf = (rate: number) => {
    let [xx, xy, yy] = [0, 0, 0]
    for (const [n, y] of points) {
      const x = shape(n, rate)
      xx += x * x
      xy -= x * y
      yy += y * y
    }
    return { height: xx > 0 ? xy / xx : 0, misfit: xx > 0 ? yy - (xy * xy) / xx : yy }
  }
  let [low, high] = [Math.log(1e-3), Math.log(30)]
  let best = 0
  for (let round = 0; round < 12; round++) {
    const steps = Array.from({ length: 41 }, (_, i) => low + ((high - low) * i) / 40)
    const tried = await course.map(steps, (step) => ({ step, misfit: fitOf(Math.exp(step)).misfit }))
    best = tried.reduce((a, b) => (b.misfit < a.misfit ? b : a)).step
    const width = (high - low) / 20
    ;[low, high] = [best - width, best + width]
  }
  const rate = roundNear(Number(Math.exp(best).toPrecision(7)), 4e-6)[0] as number
  return { rate, height: roundNear(Number(fitOf(rate).height.toPrecision(7)), 4e-6)[0] as number }
}

/** Swin's bias for windows of every width and height that have as many tokens. */
async function swinsOf(matrix: Matrix, tolerance: number, course: Course): Promise<Conventions[]> {
  const { queries, keys, heads } = matrix
  if (queries !== keys || matrix.hidden.includes(1)) return []
  const widths = Array.from({ length: keys }, (_, i) => i + 1).filter(
    (w) => w > 1 && w < keys && keys % w === 0,
  )
  const found = await course.stage('measuring', widths, async (width): Promise<Conventions[]> => {
    const height = keys / width
    const columns = 2 * width - 1
    const offset = (i: number, j: number) => {
      const rows = Math.floor(i / width) - Math.floor(j / width) + height - 1
      return rows * columns + (i % width) - (j % width) + width - 1
    }
    if (!isAlikeAlong(matrix, width, tolerance)) return []
    const { means, spread } = await classesOf(matrix, course, offset)
    if (!(spread <= 2 * tolerance)) return []
    const rows = Array.from({ length: columns * (2 * height - 1) }, (_, row) => means.get(row) ?? [])
    return [
      { position: { type: 'swin' as const, table: tableOf(rows, heads), width, height }, free: means.size },
    ]
  })
  return found.flat()
}

// Have the first cells and those one column on the same number? Most windows are refuted by few cells.
function isAlikeAlong({ keys, data }: Matrix, width: number, tolerance: number): boolean {
  const last = Math.min(keys - 1, 64)
  for (let i = 0; i < last; i++)
    for (let j = 0; j < last; j++) {
      if ((i + 1) % width === 0 || (j + 1) % width === 0) continue
      const [one, next] = [data[i * keys + j] as number, data[(i + 1) * keys + j + 1] as number]
      if (!(Math.abs(one - next) <= 4 * tolerance)) return false
    }
  return true
}

/** Forget gates: b_ij = a_i − a_j for keys up to the query. */
function forgetOf(matrix: Matrix, tolerance: number): Conventions[] {
  const { heads, queries, keys, data } = matrix
  if (queries !== keys) return []
  const logits = new Float32Array(keys * heads)
  for (let head = 0; head < heads; head++)
    for (let i = 1; i < keys; i++) {
      const step = data[(head * queries + i) * keys + i - 1] as number
      if (!(step <= tolerance)) return []
      const kept = Math.min(step, -1e-30) // ln σ(x)
      logits[i * heads + head] = kept - Math.log(-Math.expm1(kept))
    }
  return [{ position: { type: 'forget', gateLogits: { data: logits, shape: [keys, heads] } }, free: keys }]
}
