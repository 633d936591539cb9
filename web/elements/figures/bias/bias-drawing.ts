// The bias of every head, computed with the library.

import type { EncodingEntry, PositionEncoding } from 'whereformer'
import type { Bilingual } from '../../../content/bilingual.js'
import type { AnyLibrary } from '../../parts/engine/library.js'
import { beyond } from '../../parts/figure/beyond.js'
import type { StateOf } from '../../parts/figure/fields.js'
import type { Refusal } from '../../parts/figure/figure-state.js'
import { unused } from '../../parts/figure/unused.js'
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
import { type BiasWeights, numbered, weightsOf } from './bias-weights.js'

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
  /** The position of the first query and key of the maps. */
  first: number
  /** In the view of weights. */
  weights: BiasWeights | undefined
  /** T5's table is that of a trained model. */
  trained: boolean
  /** Replaces the usual note: ALiBi by the key's position. */
  notes: Bilingual<readonly string[]> | undefined
}

/** The width of a head where a bias needs one. */
const HEAD_DIM = 16

/** Its buckets have been learned by a model that is shipped with the page. */
const TRAINED_TYPE = 't5'

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
  const choice = {
    length,
    dim: HEAD_DIM,
    head: 0,
    base: undefined,
    layout: '',
    kind: String(values.kind ?? ''),
  }
  const trained = state.view === 'weights' && entry.type === TRAINED_TYPE
  const position = trained
    ? (await import('./trained-buckets.generated.js')).trainedBuckets
    : positionOf(entry, sizes, { ...choice, parameters: values, own })
  const heads = trained ? headsOf(position) : sizes.heads
  const ids = Array.from({ length }, (_, i) => state.first + i)
  const options = { heads, positions: { query: ids, key: ids }, dim: HEAD_DIM }
  const { data } = await library.bias(position, options)
  const maps = distinct(data, length)
  const causal = trained || (entry.causal !== undefined && values.symmetric !== true)
  const counted =
    !trained && entry.parameters.some(({ name }) => name === 'table') && data.every(Number.isInteger)
  const slopes = entry.linearBias ? slopesOf(maps) : undefined
  const weighs = !counted || entry.type === TRAINED_TYPE
  const views: BiasView[] = [
    'map',
    ...(weighs ? (['weights'] as const) : []),
    'distance',
    ...(slopes ? (['slopes'] as const) : []),
  ]
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
      ...(trained ? unused(['heads', 'parameters'], 'view=map | distance') : refusals),
      ...formulaRefusals(own, { bias: state.bias }, `encoding=${OWN}`),
      ...(view === state.view ? [] : [{ name: 'view' as const, wanted: views.join(' | '), used: view }]),
      ...beyond(state, { head: maps.length }),
    ],
    tables: trained ? 'none' : tablesOf(entry, position, counted),
    slopes,
    first: state.first,
    trained,
    weights:
      view === 'weights'
        ? await weightsOf(
            library,
            maps,
            causal,
            trained ? await bucketsOf(library, position, options) : undefined,
          )
        : undefined,
    notes:
      slopes && 'keyed' in position
        ? (await import('../../parts/positions/keyed-notes.js')).keyedNotes(
            position,
            slopes[head] ?? Number.NaN,
          )
        : undefined,
  }
}

const headsOf = (position: PositionEncoding): number =>
  (position.type === TRAINED_TYPE && position.table.shape[1]) || 1

async function bucketsOf(
  library: AnyLibrary,
  position: PositionEncoding,
  options: Parameters<AnyLibrary['bias']>[1],
): Promise<Matrix | undefined> {
  const { data } = await library.bias(numbered(position, options.heads), options)
  return distinct(data, Math.sqrt(data.length / options.heads))[0]
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
