// The property meter: what an encoding does, in numbers and smallest counter-examples. docs/properties.md has the method.

import { integerOf, optionsOf } from '../boundary/checks.js'
import type { Core } from '../boundary/core.js'
import type { RawMeasureResult } from '../boundary/raw.js'
import { lowerPosition, type Position } from './position.js'

export interface MeasureOptions {
  /** 4 when absent. */
  heads?: number
  /** The width of a head, 32 when absent. What enters by embed is added to each head's rows, so tables are this wide too. */
  dim?: number
  /** Positions 0 … length − 1 are looked at; 128 when absent. */
  length?: number
  /** Distances below this count as seen in training; half the length when absent. */
  trainLength?: number
  /** Of the random contents. */
  seed?: number
}

/** What `measure` finds. All scores are before the softmax, of tokens that differ in nothing but their position. */
export interface Properties {
  /** Positions that were looked at: fewer than asked for where a table ends. */
  length: number
  uniqueness: Uniqueness
  relativity: Relativity
  decay: Decay
  extrapolation: Extrapolation
}

/** Can positions, or distances, be told apart? */
export interface Uniqueness {
  /** What was compared: codes of positions when the encoding enters by embed, else what distances into the past do to scores. */
  of: 'positions' | 'distances'
  /** The smallest difference of two, as a root mean square (to within 0.15 %); 0 = two are alike. */
  smallest: number
  /** The two that are least different, the first ones where several are. */
  pair: [number, number]
}

/** A pair of tokens, and what its score changes by when both move `shift` positions further. */
export interface ScoreChange {
  query: number
  key: number
  shift: number
  change: number
}

/** Does a score depend on the distance alone? */
export interface Relativity {
  /** The largest change of a score when query and key move together: rounding when the encoding is relative. */
  largestChange: number
  /** Where it is found: positions 0 and 0, moved by 0, when nothing changes at all. */
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
  /** It never rises. */
  monotone: boolean
  /** Where it first rises. */
  firstRise?: { from: number; to: number; by: number }
  /** RoFormer's bound (section 3.4.3) on rotated scores, by distance; absent without frequencies. */
  bound?: Float32Array
}

/** What lies beyond the distances that were seen in training? */
export interface Extrapolation {
  trainLength: number
  /** The first position or distance (see uniqueness.of) whose numbers leave the range of those seen; absent when none does. */
  leavesAt?: number
  /** By how much, in units of the range seen. */
  excess?: number
  /** Of `pairs` rotated pairs of channels: those that make no whole turn within trainLength, so that new phases follow. */
  unseenPairs: number
  pairs: number
  /** The first position that a table has no row for; absent when there is one for each. */
  endsAt?: number
}

/** Probes the encoding and says what it found: two tokens that it confuses, a score that moves, where a curve rises … */
export function measure(core: Core, position: Position, options?: MeasureOptions): Properties {
  const given = optionsOf(options, 'options', ['heads', 'dim', 'length', 'trainLength', 'seed'])
  const heads = integerOf(given.heads ?? 4, 'options.heads', 1, 1024)
  const dim = integerOf(given.dim ?? 32, 'options.dim', 1, 4096)
  const length = integerOf(given.length ?? 128, 'options.length', 2, 2048)
  const half = Math.floor(length / 2)
  const trainLength = integerOf(given.trainLength ?? half, 'options.trainLength', 1, length)
  const seed = integerOf(given.seed ?? 0, 'options.seed')
  const request = { position: lowerPosition(position), heads, headDim: dim, length, trainLength, seed }
  const found = core.call((raw) => raw.measure(request))
  return propertiesOf(found, length, trainLength)
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
      largestChange: found.largestChange,
      ...placesOf(largest),
      ...present('smallest', changeOf(found.firstChange, found.firstQuery, found.firstKey)),
    },
    decay: {
      curve: found.decay,
      monotone: !isPlace(found.riseFrom),
      ...present('firstRise', riseOf(found)),
      ...present('bound', found.bound.length ? found.bound : undefined),
    },
    extrapolation: {
      trainLength,
      ...(isPlace(found.leavesAt) && { leavesAt: found.leavesAt, excess: found.excess }),
      unseenPairs: found.unseenPairs,
      pairs: found.pairs,
      ...present('endsAt', found.length < asked ? found.length : undefined),
    },
  }
}

const isPlace = (index: number): boolean => index >= 0

// The core returns where the pair moved to; the pair of the same distance that starts at position 0 is its origin.
function changeOf(change: number, movedQuery: number, movedKey: number): ScoreChange | undefined {
  if (!isPlace(movedQuery)) return undefined
  const shift = Math.min(movedQuery, movedKey)
  return { query: movedQuery - shift, key: movedKey - shift, shift, change }
}

function placesOf({ query, key, shift }: ScoreChange = { query: 0, key: 0, shift: 0, change: 0 }) {
  return { query, key, shift }
}

function riseOf({ riseFrom, riseTo, rise }: RawMeasureResult): Decay['firstRise'] {
  return isPlace(riseFrom) ? { from: riseFrom, to: riseTo, by: rise } : undefined
}

function present<K extends string, V>(key: K, value: V | undefined): { [key in K]?: V } {
  return value === undefined ? {} : ({ [key]: value } as { [key in K]: V })
}
