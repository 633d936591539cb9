// An encoding of the caller: a function of head, query and key, evaluated once into a table of an encoding that every operation knows.

import {
  callbackOf,
  consecutive,
  integerOf,
  isList,
  itemsOf,
  largest,
  optionsOf,
} from '../boundary/checks.js'
import { refuse, show } from '../boundary/errors.js'
import type { GraphormerPosition, RelativeBiasPosition } from './position-types.generated.js'

export interface CustomFunctions {
  /** Added to the scaled score of head `head`, for the positions of query and key. 0 when absent. */
  bias?: (head: number, query: number, key: number) => number
  /** Added to the scaled score of head `head` as a function of the distance, key − query. 0 when absent. */
  byDistance?: (head: number, distance: number) => number
  /** May the query attend to the key? */
  visible?: (query: number, key: number) => boolean
}

/**
 * A position of functions, for attention(), bias() and trainer(), which know heads and positions. A trainer starts from the table of their
 * values, and changes it.
 */
export interface CustomPosition extends CustomFunctions {
  type: 'custom'
}

export interface CustomOptions extends CustomFunctions {
  heads: number
  /** Positions are 0 … length − 1. */
  length: number
}

// Pairs are numbered in float32, so they are 2^24 at most. That is the bound of all calls of the functions, too (about half a second): one head
// may have 4096 positions, 16 heads 1024; `byDistance` alone needs heads · (2 · length − 1) calls, so 2048 heads may have 4096.
const MOST_CALLS = 2 ** 24
const MOST_POSITIONS = 4096

/**
 * A plain position, which runs and can be sent to a worker; a trainer starts from its table and changes it: `relativeBias` if what the functions return depends on
 * the distance alone (then every kernel for distances applies), else `graphormer`, a table of all pairs.
 */
export function customPosition(options: CustomOptions): RelativeBiasPosition | GraphormerPosition {
  const given = optionsOf(options ?? null, 'options', ['heads', 'length', ...FUNCTIONS])
  const heads = integerOf(given.heads, 'options.heads', 1, 4096)
  const length = integerOf(given.length, 'options.length', 1, MOST_POSITIONS)
  return evaluated(given, 'options', heads, length)
}

const FUNCTIONS = ['bias', 'byDistance', 'visible'] as const
type Given = { readonly [key in (typeof FUNCTIONS)[number]]?: unknown }

/** A position whose custom parts are evaluated into tables, for these heads and positions. */
export function withoutCustom(
  value: unknown,
  argument: string,
  heads: number,
  positions: () => Iterable<number>,
): unknown {
  const isCustom = (part: unknown) => (part as { type?: unknown } | null | undefined)?.type === 'custom'
  const plain = (part: unknown, at: string) => {
    if (!isCustom(part)) return part
    const { type: _, ...given } = optionsOf(part, at, ['type', ...FUNCTIONS])
    const length = largest(positions()) + 1
    return evaluated(given, at, heads, Math.max(Math.ceil(length), 1))
  }
  if (!isList(value, argument)) return plain(value, argument)
  return itemsOf(value, argument, 'a list of encodings', 16).map((part, i) =>
    plain(part, `${argument}[${i}]`),
  )
}

type Score = (head: number, query: number, key: number) => number

function evaluated(
  given: Given,
  argument: string,
  heads: number,
  length: number,
): RelativeBiasPosition | GraphormerPosition {
  const score = scoreOf(given, argument)
  const queries = given.bias || given.visible ? length : 0 // that may differ from others at the same distances
  const calls = heads * Math.max(queries * length, 2 * length - 1)
  if (calls > MOST_CALLS)
    throw refuse(
      'ERR_VALUE',
      argument,
      `${heads} heads and ${length} positions, ${calls} calls`,
      `${MOST_CALLS} at most`,
    )
  return byDistance(score, heads, length, queries) ?? byPair(score, heads, length)
}

// The score of a pair, −∞ where the key is hidden.
function scoreOf(given: Given, argument: string): Score {
  const bias = callbackOf<CustomFunctions['bias']>(given.bias, `${argument}.bias`)
  const distance = callbackOf<CustomFunctions['byDistance']>(given.byDistance, `${argument}.byDistance`)
  const visible = callbackOf<CustomFunctions['visible']>(given.visible, `${argument}.visible`)
  if (!bias && !distance && !visible)
    throw refuse('ERR_VALUE', argument, 'no function', 'bias, byDistance or visible')
  return (head, query, key) => {
    if (visible && !visible(query, key)) return Number.NEGATIVE_INFINITY
    const pair = () => `head ${head}, query ${query}, key ${key}`
    const ofPair = bias ? requireScore(bias(head, query, key), `${argument}.bias`, pair) : 0
    return ofPair + (distance ? requireScore(distance(head, key - query), `${argument}.byDistance`, pair) : 0)
  }
}

function requireScore(value: unknown, argument: string, pair: () => string): number {
  if (typeof value === 'number' && value < Number.POSITIVE_INFINITY) return value
  const wanted = 'a number, or −Infinity to hide the key'
  throw refuse('ERR_VALUE', argument, `${show(value)} for ${pair()}`, wanted)
}

// The scores as a function of the distance; undefined if one of the first `queries` queries shows that they are none.
function byDistance(
  score: Score,
  heads: number,
  length: number,
  queries: number,
): RelativeBiasPosition | undefined {
  const rows = 2 * length - 1
  const data = new Float32Array(rows * heads).map((_, i) => {
    const distance = Math.floor(i / heads) - length + 1
    return score(i % heads, Math.max(0, -distance), Math.max(0, distance))
  })
  for (let i = 0; i < heads * queries * length; i++) {
    const [head, query, key] = [i % heads, Math.floor(i / heads / length), Math.floor(i / heads) % length]
    const row = key - query + length - 1
    if (!Object.is(data[row * heads + head], Math.fround(score(head, query, key)))) return undefined
  }
  return { type: 'relativeBias', table: { data, shape: [rows, heads] } }
}

function byPair(score: Score, heads: number, length: number): GraphormerPosition {
  const pairs = length * length
  const distances = consecutive(pairs)
  const data = new Float32Array(pairs * heads).map((_, i) =>
    score(i % heads, Math.floor(i / heads / length), Math.floor(i / heads) % length),
  )
  return {
    type: 'graphormer',
    distances: { data: distances, shape: [length, length] },
    table: { data, shape: [pairs, heads] },
  }
}
