// A few encodings in plain loops and double precision, and what a stack of them makes of the scores. Written from their papers.

import type { PositionEncoding, Tensor } from 'whereformer'

/** What one encoding does; distance = key − query. */
interface ReferencePart {
  turn?(row: number[], position: number): number[]
  /** Of a query at its own position. */
  factor?(position: number): number
  /** The distance that a pair counts as. */
  distance?(query: number, key: number): number
  bias?(head: number, distance: number): number
  /** By index. */
  visible?(query: number, key: number): boolean
  cap?: number
  scale?: number
}

function referencePart(encoding: PositionEncoding, heads: number): ReferencePart {
  const make = parts[encoding.type as keyof typeof parts] as
    | ((encoding: PositionEncoding, heads: number) => ReferencePart)
    | undefined
  if (!make) throw new Error(`no reference for ${encoding.type}`)
  return make(encoding, heads)
}

type Of<T extends PositionEncoding['type']> = Extract<PositionEncoding, { type: T }>

const parts = {
  none: () => ({}),
  rope: ({ base = 10000, layout = 'half' }: Of<'rope'>) => ({
    turn: (row: number[], position: number) => turned(row, position, base, layout),
  }),
  alibi: ({ slopes = [], symmetric = false }: Of<'alibi'>, heads: number) => ({
    bias: (head: number, distance: number) => {
      const slope = slopes[head] ?? 2 ** ((-8 * (head + 1)) / heads)
      return symmetric ? -slope * Math.abs(distance) : slope * distance
    },
  }),
  kerple: ({ r1, r2 }: Of<'kerple'>) => ({
    bias: (head: number, distance: number) =>
      -(r1[head] as number) * Math.log(1 + (r2[head] as number) * Math.abs(distance)),
  }),
  relativeBias: ({ table }: Of<'relativeBias'>) => ({
    bias: (head: number, distance: number) => {
      const reach = ((table.shape[0] as number) - 1) / 2
      const row = Math.max(-reach, Math.min(reach, distance)) + reach
      return at(table, row, head)
    },
  }),
  t5: ({ table, bidirectional = true, maxDistance = 128 }: Of<'t5'>) => ({
    scale: 1,
    bias: (head: number, distance: number) =>
      at(table, bucket(distance, table.shape[0] as number, bidirectional, maxDistance), head),
  }),
  selfExtend: ({ group = 8, window = 1024 }: Of<'selfExtend'>) => ({
    distance: (query: number, key: number) => {
      if (query - key < window) return key - query
      return Math.floor(key / group) - (Math.floor(query / group) + window - window / group)
    },
  }),
  rerope: ({ window = 512 }: Of<'rerope'>) => ({
    distance: (query: number, key: number) => -Math.min(query - key, window),
  }),
  logN: ({ trainLength = 512 }: Of<'logN'>) => ({
    factor: (position: number) => Math.max(1, Math.log(position + 1) / Math.log(trainLength)),
  }),
  softcap: ({ cap = 50 }: Of<'softcap'>) => ({ cap }),
  mask: (mask: Of<'mask'>) => ({ visible: visibility(mask) }),
}

function at(table: { data: Float32Array; shape: readonly number[] }, row: number, column: number): number {
  return table.data[row * (table.shape[1] as number) + column] as number
}

function turned(row: number[], position: number, base: number, layout: string): number[] {
  const half = row.length / 2
  const out = [...row]
  for (let i = 0; i < half; i++) {
    const angle = position * base ** (-i / half)
    const [first, second] = layout === 'half' ? [i, i + half] : [2 * i, 2 * i + 1]
    const [x, y] = [row[first] as number, row[second] as number]
    out[first] = x * Math.cos(angle) - y * Math.sin(angle)
    out[second] = x * Math.sin(angle) + y * Math.cos(angle)
  }
  return out
}

function bucket(distance: number, buckets: number, bidirectional: boolean, most: number): number {
  const count = bidirectional ? buckets / 2 : buckets
  const offset = bidirectional && distance > 0 ? count : 0
  const n = bidirectional ? Math.abs(distance) : Math.max(-distance, 0)
  const exact = count / 2
  if (n < exact) return offset + n
  const log = exact + Math.floor((Math.log(n / exact) / Math.log(most / exact)) * (count - exact))
  return offset + Math.min(log, count - 1)
}

function visibility(mask: Of<'mask'>): (query: number, key: number) => boolean {
  const {
    kind = 'causal',
    prefix = 0,
    left = Infinity,
    right = Infinity,
    dilation = 1,
    documents = [],
  } = mask
  const near = (i: number, j: number) => j >= i - left && j <= i + right
  const kinds: Partial<Record<typeof kind, (i: number, j: number) => boolean>> = {
    causal: (i, j) => j <= i,
    prefix: (i, j) => j <= i || j < prefix,
    window: near,
    dilated: (i, j) => near(i, j) && Math.abs(i - j) % dilation === 0,
    document: (i, j) => documents[i] === documents[j],
  }
  const visible = kinds[kind]
  if (!visible) throw new Error(`no reference for the mask ${kind}`)
  return visible
}

/** Scores [heads, queries, keys] of query [heads, queries, d] and key [heads, keys, d] under a stack; ids count from 0. */
export function referenceScores(
  query: Tensor,
  key: Tensor,
  stack: readonly PositionEncoding[],
  ids = { query: (i: number) => i, key: (j: number) => j },
): number[] {
  const [heads, queries, width] = query.shape as [number, number, number]
  const keys = key.shape[1] as number
  const all = stack.map((encoding) => referencePart(encoding, heads))
  const scale = all.find((part) => part.scale !== undefined)?.scale ?? 1 / Math.sqrt(width)
  const scores: number[] = []
  for (let h = 0; h < heads; h++) {
    for (let i = 0; i < queries; i++) {
      for (let j = 0; j < keys; j++) {
        const [q, k] = [rowOf(query, h, i), rowOf(key, h, j)]
        scores.push(scoreOf(all, q, k, { head: h, at: [ids.query(i), ids.key(j)], index: [i, j], scale }))
      }
    }
  }
  return scores
}

interface Pair {
  head: number
  at: [query: number, key: number]
  index: [query: number, key: number]
  scale: number
}

function scoreOf(all: ReferencePart[], q: number[], k: number[], { head, at, index, scale }: Pair): number {
  if (all.some((part) => part.visible && !part.visible(...index))) return -Infinity
  const own = all.find((part) => part.distance)?.distance
  const distance = own ? own(...at) : at[1] - at[0]
  const [queryAt, keyAt] = own ? [-distance, 0] : at
  const turn = (row: number[], position: number) =>
    all.reduce((sofar, part) => part.turn?.(sofar, position) ?? sofar, row)
  const factor = all.reduce((product, part) => product * (part.factor?.(at[0]) ?? 1), 1)
  const turnedKey = turn(k, keyAt)
  const dot = turn(q, queryAt).reduce((sum, x, c) => sum + x * (turnedKey[c] as number), 0) * factor * scale
  const cap = all.find((part) => part.cap)?.cap
  const capped = cap ? cap * Math.tanh(dot / cap) : dot
  return all.reduce((sum, part) => sum + (part.bias?.(head, distance) ?? 0), capped)
}

function rowOf({ data, shape: [, tokens = 0, width = 0] }: Tensor, head: number, token: number): number[] {
  const from = (head * tokens + token) * width
  return [...data.subarray(from, from + width)]
}

/** softmax(scores) · value, [heads, queries, valueDim] */
export function referenceOutput(scores: readonly number[], value: Tensor, queries: number): number[] {
  const [heads, keys, width] = value.shape as [number, number, number]
  const output: number[] = []
  for (let h = 0; h < heads; h++) {
    for (let i = 0; i < queries; i++) {
      const row = scores.slice((h * queries + i) * keys, (h * queries + i + 1) * keys)
      const largest = Math.max(...row)
      const powers = row.map((s) => (largest === -Infinity ? 0 : Math.exp(s - largest)))
      const sum = powers.reduce((a, b) => a + b, 0) || 1
      for (let c = 0; c < width; c++) {
        output.push(
          powers.reduce(
            (total, p, j) => total + (p / sum) * (value.data[(h * keys + j) * width + c] as number),
            0,
          ),
        )
      }
    }
  }
  return output
}
