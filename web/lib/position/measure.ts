// The property meter: properties of an encoding, with the smallest counter-examples. docs/properties.md has the method.

import { integerOf, optionsOf } from '../boundary/checks.js'
import type { Core } from '../boundary/core.js'
import { messageOf, refuse, WhereformerError } from '../boundary/errors.js'
import type { RawMeasureResult } from '../boundary/raw.js'
import { lowerPosition, type Position } from './position.js'

export interface MeasureOptions {
  /** 4 when absent. */
  heads?: number
  /**
   * The width of a head, 32 when absent. Encodings that add to embeddings are added to each head's rows, so their tables have this width.
   */
  dim?: number
  /** Measures positions 0 … length − 1; 128 when absent, at most 2048, and less with many or wide heads: it takes seconds at most. */
  length?: number
  /** Distances below this count as seen in training; half the length when absent. */
  trainLength?: number
  /** Seed of the random contents. */
  seed?: number
}

/** The result of `measure`. All scores are before the softmax, of tokens that differ only in position. */
export interface Properties {
  /** Number of positions measured: less than requested if a table ends. */
  length: number
  uniqueness: Uniqueness
  relativity: Relativity
  decay: Decay
  extrapolation: Extrapolation
}

/** Can positions, or distances, be distinguished? */
export interface Uniqueness {
  /** What is compared: vectors that are added to embeddings, of two positions; else the effect of past distances on scores. */
  of: 'positions' | 'distances'
  /** The smallest difference of two positions or distances, as a root mean square (to within 0.15 %); 0 = two are equal. */
  smallest: number
  /** The two positions or distances with the smallest difference, the first such pair. */
  pair: [number, number]
}

/** A pair of tokens, and the change of its score when both move by `shift` positions. */
export interface ScoreChange {
  query: number
  key: number
  shift: number
  change: number
}

/** Do scores depend only on the distance? */
export interface Relativity {
  /** The largest change of a score when query and key move together: rounding error if the encoding is relative. */
  largestChange: number
  /** Where the largest change occurs: positions 0 and 0, moved by 0, if nothing changes. */
  query: number
  key: number
  shift: number
  /** The change of more than 1e-4 among the smallest positions; absent when the encoding is relative. */
  smallest?: ScoreChange
}

/** How the score of one query with a key of the same content falls with distance. An upper bound is no decay of real scores. */
export interface Decay {
  /** The score at each distance into the past, as a mean over heads, with query and key all ones; −Infinity where hidden. */
  curve: Float32Array
  /** The curve never rises. */
  monotone: boolean
  /** Where the curve first rises. */
  firstRise?: { from: number; to: number; by: number }
  /** RoFormer's bound (section 3.4.3) on rotated scores, by distance; absent without frequencies. */
  bound?: Float32Array
}

/** What changes beyond the distances seen in training? */
export interface Extrapolation {
  trainLength: number
  /** The first position or distance (see uniqueness.of) with values outside of the range seen; absent if there is none. */
  leavesAt?: number
  /** By how much values exceed the range seen in training, in units of that range. */
  excess?: number
  /** How many of `pairs` rotated pairs of channels turn less than once within trainLength, so that later phases are new. */
  unseenPairs: number
  pairs: number
  /** The first position without a row in a table; absent if every position has one. */
  endsAt?: number
}

/** Measures four properties of an encoding, each with its smallest counter-example. */
export function measure(core: Core, position: Position, options?: MeasureOptions): Properties {
  const given = optionsOf(options, 'options', ['heads', 'dim', 'length', 'trainLength', 'seed'])
  const heads = integerOf(given.heads ?? 4, 'options.heads', 1, 1024)
  const dim = integerOf(given.dim ?? 32, 'options.dim', 1, 4096)
  const length = integerOf(given.length ?? 128, 'options.length', 2, 2048)
  requireBoundedWork(heads, dim, length)
  const half = Math.floor(length / 2)
  const trainLength = integerOf(given.trainLength ?? half, 'options.trainLength', 1, length)
  const seed = integerOf(given.seed ?? 0, 'options.seed')
  const request = { position: lowerPosition(position), heads, headDim: dim, length, trainLength, seed }
  const found = sized(request, () => core.call((raw) => raw.measure(request)))
  return propertiesOf(found, length, trainLength)
}

/** Tables that do not fit: the error names the sizes that they were to fit, which may be those when absent. */
function sized<T>({ heads, headDim }: { heads: number; headDim: number }, work: () => T): T {
  try {
    return work()
  } catch (cause) {
    if (!(cause instanceof WhereformerError && cause.code === 'ERR_SHAPE')) throw cause
    const sizes = `options.heads is ${heads}, options.dim ${headDim}`
    throw new WhereformerError('ERR_SHAPE', `${messageOf(cause)}; ${sizes}`, { cause })
  }
}

/** Products of a few seconds: the usual heads and width may have 1182 positions. */
const MOST_WORK = 2 ** 29
/** What a pair of positions costs besides the products of its channels. */
const WORK_OF_PAIR = 64

function requireBoundedWork(heads: number, dim: number, length: number): void {
  const longest = Math.max(2, Math.floor(Math.sqrt(MOST_WORK / (heads * (dim + WORK_OF_PAIR)))))
  if (length <= longest) return
  const wanted = `at most ${longest} with ${heads} heads of ${dim} channels`
  throw refuse('ERR_VALUE', 'options.length', String(length), wanted)
}

function propertiesOf(found: RawMeasureResult, asked: number, trainLength: number): Properties {
  const largest = changeOf(found.largestChange, found.largestQuery, found.largestKey)
  return {
    length: found.length,
    uniqueness: {
      of: found.ofPositions ? 'positions' : 'distances',
      smallest: found.smallestDifference,
      pair: [found.smallestFirst, found.smallestSecond],
    },
    relativity: {
      largestChange: found.largestChange ?? 0,
      ...placesOf(largest),
      ...present('smallest', changeOf(found.firstChange, found.firstQuery, found.firstKey)),
    },
    decay: {
      curve: found.decay,
      monotone: found.riseFrom === undefined,
      ...present('firstRise', riseOf(found)),
      ...present('bound', found.bound.length ? found.bound : undefined),
    },
    extrapolation: {
      trainLength,
      ...present('leavesAt', found.leavesAt),
      ...present('excess', found.excess),
      unseenPairs: found.unseenPairs,
      pairs: found.pairs,
      ...present('endsAt', found.length < asked ? found.length : undefined),
    },
  }
}

// The core returns the moved pair; it started as the pair of the same distance with a position of 0.
function changeOf(change?: number, movedQuery?: number, movedKey?: number): ScoreChange | undefined {
  if (change === undefined || movedQuery === undefined || movedKey === undefined) return undefined
  const shift = Math.min(movedQuery, movedKey)
  return { query: movedQuery - shift, key: movedKey - shift, shift, change }
}

function placesOf({ query, key, shift }: ScoreChange = { query: 0, key: 0, shift: 0, change: 0 }) {
  return { query, key, shift }
}

function riseOf({ riseFrom, riseTo, rise }: RawMeasureResult): Decay['firstRise'] {
  if (riseFrom === undefined || riseTo === undefined || rise === undefined) return undefined
  return { from: riseFrom, to: riseTo, by: rise }
}

function present<K extends string, V>(key: K, value: V | undefined): { [key in K]?: V } {
  return value === undefined ? {} : ({ [key]: value } as { [key in K]: V })
}
