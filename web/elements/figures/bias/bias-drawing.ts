// The bias of every head, computed with the library.

import type { EncodingEntry, PositionEncoding } from 'whereformer'
import type { Bilingual } from '../../../content/bilingual.js'
import type { AnyLibrary } from '../../parts/engine/library.js'
import { beyond } from '../../parts/figure/beyond.js'
import type { StateOf } from '../../parts/figure/fields.js'
import type { Refusal } from '../../parts/figure/figure-state.js'
import { formulaRefusals } from '../../parts/formula/formula-refusals.js'
import type { OpenOwn } from '../../parts/formula/open-own.js'
import { OWN } from '../../parts/formula/own-fields.js'
import type { OwnFigure } from '../../parts/formula/own-figure.js'
import type { Matrix, Range } from '../../parts/matrix/matrix.js'
import { chosenEncoding } from '../../parts/positions/chosen-parameters.js'
import { positionOf, type Tables, tablesOf } from '../../parts/positions/drawn-position.js'
import { hookOf } from '../../parts/positions/encoding-numbers.js'
import type { ExampleSizes } from '../../parts/positions/example-positions.js'
import type { BiasView, biasFields } from './bias-fields.js'

export type BiasState = StateOf<typeof biasFields>

export interface BiasDrawing {
  entry: EncodingEntry
  /** Encodings whose bias depends on positions alone. */
  entries: readonly EncodingEntry[]
  position: PositionEncoding
  /** Sizes for which the tables of `position` are made. */
  sizes: ExampleSizes
  /** The encoding that is not in the catalogue, where it is the one drawn. */
  own: OwnFigure | undefined
  refusals: readonly Refusal<typeof biasFields>[]
  views: readonly BiasView[]
  view: BiasView
  /** A matrix per head; a single one if all are equal. */
  maps: readonly Matrix[]
  head: number
  /** Ends of the colour scale of all heads, symmetric about 0 where there are both signs. */
  range: Range
  /** The values are row numbers of a table, counted from 0. */
  counted: boolean
  causal: boolean
  tables: Tables
  /** The slope per head of a linear bias. */
  slopes: Float32Array | undefined
  /** Replaces the usual note: ALiBi by the key's position. */
  notes: Bilingual<readonly string[]> | undefined
}

/** The width of a head where a bias needs one. */
const HEAD_DIM = 16

/** Fallback for an encoding that is not in the catalogue. */
const USUAL = 'alibi'

export async function drawBias(
  library: AnyLibrary,
  state: BiasState,
  openOwn: OpenOwn,
): Promise<BiasDrawing> {
  const own = state.encoding === OWN ? await openOwn(() => sizesOf(state)) : undefined
  const all = own ? [own.entry, ...library.encodings] : library.encodings
  const entries = all.filter((entry) => hookOf(entry) === 'bias')
  const { entry, values, refusals } = chosenEncoding(entries, state, USUAL)
  const { length } = state
  const sizes = own?.sizes ?? sizesOf(state)
  const { heads } = sizes
  const choice = {
    length,
    dim: HEAD_DIM,
    head: 0,
    base: undefined,
    layout: '',
    kind: String(values.kind ?? ''),
  }
  const position = positionOf(entry, sizes, { ...choice, parameters: values, own })
  const { data } = await library.bias(position, { heads, queries: length, keys: length, dim: HEAD_DIM })
  const maps = distinct(data, length)
  const causal = entry.causal !== undefined && values.symmetric !== true
  const counted = entry.parameters.some(({ name }) => name === 'table') && data.every(Number.isInteger)
  const slopes = entry.linearBias ? slopesOf(maps) : undefined
  const views: BiasView[] = ['map', 'distance', ...(slopes ? (['slopes'] as const) : [])]
  const view = views.includes(state.view) ? state.view : 'map'
  const head = Math.min(state.head, maps.length - 1)
  return {
    entry,
    entries,
    position,
    sizes,
    own,
    views,
    view,
    maps,
    head,
    range: rangeOf(maps, causal, counted),
    counted,
    causal,
    refusals: [
      ...refusals,
      ...formulaRefusals(own, { bias: state.bias }, `encoding=${OWN}`),
      ...(view === state.view ? [] : [{ name: 'view' as const, wanted: views.join(' | '), used: view }]),
      ...beyond(state, { head: maps.length }),
    ],
    tables: tablesOf(entry, position, counted),
    slopes,
    notes:
      slopes && 'keyed' in position
        ? (await import('../../parts/positions/keyed-notes.js')).keyedNotes(
            position,
            slopes[head] ?? Number.NaN,
          )
        : undefined,
  }
}

const sizesOf = ({ length, heads }: BiasState): ExampleSizes => ({ tokens: length, dim: HEAD_DIM, heads })

/** The heads of [heads, length, length], or one of them where all are alike. */
function distinct(data: Float32Array, length: number): Matrix[] {
  const size = length * length
  const same = data.every((value, i) => Object.is(value, data[i % size]))
  return Array.from({ length: same ? 1 : data.length / size }, (_, head) => ({
    data: data.subarray(head * size, (head + 1) * size),
    rows: length,
    columns: length,
  }))
}

function rangeOf(maps: readonly Matrix[], causal: boolean, counted: boolean): Range {
  let [low, high] = [0, 0]
  for (const { data, columns } of maps) {
    for (let i = 0; i < data.length; i++) {
      const value = data[i] as number
      if ((causal && i % columns > Math.floor(i / columns)) || !Number.isFinite(value)) continue
      low = Math.min(low, value)
      high = Math.max(high, value)
    }
  }
  if (counted) return { low, high: high || 1 }
  const end = Math.max(-low, high) || 1
  return { low: -end, high: end }
}

/** Difference of the bias between keys 0 and 1 for the last query: the slope, whether ALiBi is by distance or by key. */
function slopesOf(maps: readonly Matrix[]): Float32Array {
  return Float32Array.from(maps, ({ data, rows, columns }) => {
    const start = (rows - 1) * columns
    return (data[start + 1] ?? Number.NaN) - (data[start] ?? Number.NaN)
  })
}

/** Is the bias 0 for every key after the query? */
function looksBack({ data, columns }: Matrix): boolean {
  return data.every((value, i) => i % columns <= Math.floor(i / columns) || value === 0)
}

export interface Course {
  /** key − query */
  distances: number[]
  /** One row per head. */
  heads: Float32Array[]
}

/**
 * The bias over distance, from the middle query when both sides count, else from the last one. Of a bias that depends on more than the
 * distance this is what that one query sees.
 */
export function courseOf({ maps, causal, counted }: BiasDrawing): Course & { query: number } {
  const length = maps[0]?.rows ?? 0
  const oneSided = causal || (!counted && maps.every(looksBack))
  const query = oneSided ? length - 1 : Math.floor(length / 2)
  const keys = Array.from({ length: oneSided ? query + 1 : length }, (_, key) => key)
  return {
    query,
    distances: keys.map((key) => key - query),
    heads: maps.map(({ data, columns }) =>
      Float32Array.from(keys, (key) => data[query * columns + key] as number),
    ),
  }
}
