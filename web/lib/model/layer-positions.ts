// The positions of a model's layers: one for all or one per layer, for each stack of an encoder–decoder. Equal positions are
// passed to the core once.

import { fieldOf, fieldsOf, isList, itemsOf, optionsOf, smallest } from '../boundary/checks.js'
import { refuse } from '../boundary/errors.js'
import { isFloat32Array } from '../boundary/kinds.js'
import type { RawPosition, RawPositions, RawTable } from '../boundary/raw.js'
import type { TensorLike } from '../boundary/tensor.js'
import type { LayerPositions, ModelSpec } from '../families/family.js'
import {
  hasSegments,
  isPositionTable,
  isScaledByLength,
  lowerPosition,
  type Position,
} from '../position/position.js'
import {
  type Multiply,
  resolveTables,
  type StoredTensor,
  type TableReference,
} from '../position/table-reference.js'

/** One position for all layers, or one for each. */
export type StackPosition = Position | { layers: readonly Position[] }

/** The position of the only stack or the decoder; or of both stacks of an encoder–decoder, where an absent one is unchanged. */
export type ModelPosition = StackPosition | { encoder?: StackPosition; decoder?: StackPosition }

/** The position of each layer; equal positions are one object. */
export interface ResolvedPositions {
  decoder: Position[]
  encoder?: Position[]
}

/** Replaces table references by tables, once for equal references. */
export function resolveLayers(
  { decoder, encoder }: LayerPositions,
  find: (stored: StoredTensor) => TensorLike,
  multiply?: Multiply,
): ResolvedPositions {
  const resolved = new Map<string, Position>()
  const resolve = (position: Position<TableReference>) => {
    const key = JSON.stringify(position)
    const known = resolved.get(key) ?? resolveTables(position, find, multiply)
    resolved.set(key, known)
    return known
  }
  return { decoder: decoder.map(resolve), ...(encoder ? { encoder: encoder.map(resolve) } : {}) }
}

/** The public form of a model's positions. */
export function describePositions({ decoder, encoder }: ResolvedPositions): ModelPosition {
  const one = (layers: Position[]) => (new Set(layers).size === 1 && layers[0] ? layers[0] : { layers })
  return encoder ? { encoder: one(encoder), decoder: one(decoder) } : one(decoder)
}

export function lowerPositions({ decoder, encoder }: ResolvedPositions): RawPositions {
  return rawPositions(lowerLayers(decoder, 'position'), lowerLayers(encoder ?? [], 'position'))
}

/** The caller's position, completed by the model's own; undefined if the caller gives none. */
export function surgeryOf(
  value: unknown,
  argument: string,
  spec: ModelSpec,
  own: RawPositions,
): RawPositions | undefined {
  if (value === undefined) return undefined
  const asked = byStack(value, argument, spec)
  const [decoder, encoder] = [asked.get('decoder'), asked.get('encoder')]
  return rawPositions(
    decoder ? lowerStack(decoder, spec.layers) : { stacks: own.stacks, stackOf: own.stackOf },
    encoder
      ? lowerStack(encoder, spec.encoder?.layers ?? 0)
      : { stacks: own.encoderStacks, stackOf: own.encoderStackOf },
  )
}

interface Asked {
  value: unknown
  argument: string
}

function byStack(value: unknown, argument: string, spec: ModelSpec): ReadonlyMap<string, Asked> {
  const fields = isList(value, argument) ? {} : fieldsOf(value, argument)
  if (!('encoder' in fields || 'decoder' in fields)) return new Map([['decoder', { value, argument }]])
  if (!spec.encoder) {
    const wanted = 'one position, since the model has one stack'
    throw refuse('ERR_UNSUPPORTED', argument, 'positions of an encoder and a decoder', wanted)
  }
  const given = Object.entries(optionsOf(fields, argument, ['encoder', 'decoder']))
  return new Map(
    given.flatMap(([stack, own]) =>
      own === undefined ? [] : [[stack, { value: own, argument: `${argument}.${stack}` }]],
    ),
  )
}

interface Lowered {
  stacks: RawPositions['stacks']
  stackOf: Int32Array
}

function rawPositions(decoder: Lowered, encoder: Lowered): RawPositions {
  return {
    stacks: decoder.stacks,
    stackOf: decoder.stackOf,
    encoderStacks: encoder.stacks,
    encoderStackOf: encoder.stackOf,
  }
}

const MOST_LAYERS = 1024

function lowerStack({ value, argument }: Asked, layers: number): Lowered {
  const list = isList(value, argument) ? undefined : fieldOf(value, 'layers', argument)
  if (list === undefined) {
    return { stacks: [{ position: lowerPosition(value, argument) }], stackOf: new Int32Array(layers) }
  }
  optionsOf(value, argument, ['layers'])
  const each = itemsOf(list, `${argument}.layers`, 'a list of positions', MOST_LAYERS)
  if (each.length !== layers) {
    throw refuse('ERR_SHAPE', `${argument}.layers`, `${each.length} positions`, `${layers}, one per layer`)
  }
  return lowerLayers(each, `${argument}.layers`)
}

function lowerLayers(layers: readonly unknown[], argument: string): Lowered {
  const seen = new Map<unknown, number>()
  const different: RawPosition[] = []
  const stackOf = layers.map((position, i) => {
    const known = seen.get(position) ?? placeOf(lowerPosition(position, `${argument}[${i}]`), different)
    seen.set(position, known)
    return known
  })
  return { stacks: different.map((position) => ({ position })), stackOf: Int32Array.from(stackOf) }
}

function placeOf(position: RawPosition, different: RawPosition[]): number {
  const known = different.findIndex((other) => isSame(other, position))
  return known >= 0 ? known : different.push(position) - 1
}

// Are two values equal? Plain values are compared by value, tables by address.
function isSame(a: unknown, b: unknown): boolean {
  if (isFloat32Array(a) && isFloat32Array(b)) {
    return a.buffer === b.buffer && a.byteOffset === b.byteOffset && a.length === b.length
  }
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return Object.is(a, b)
  const [keys, others] = [Object.keys(a), Object.keys(b)]
  return (
    keys.length === others.length && keys.every((key) => isSame(Reflect.get(a, key), Reflect.get(b, key)))
  )
}

/** Positions with the segment of each position, for encodings that compare segments. */
export function withSegments(positions: RawPositions, segments: readonly number[] | undefined): RawPositions {
  return segments ? changed(positions, hasSegments, (part) => ({ ...part, segments })) : positions
}

/** Positions under which token i uses row ids[i] of a learned table and position i for everything else. */
export function withRows(positions: RawPositions, ids: Float32Array | undefined): RawPositions {
  if (!ids) return positions
  return changed(positions, isPositionTable, ({ table, offset = 0, ...part }) => {
    const { data, columns } = table as RawTable
    const rows = new Float32Array(ids.length * columns)
    ids.forEach((id, i) => {
      const row = id + (offset as number)
      rows.set(data.subarray(row * columns, (row + 1) * columns), i * columns)
    })
    return { ...part, table: { data: rows, rows: ids.length, columns } }
  })
}

/** Do frequencies depend on the length of a sequence? */
export function followsLength(positions: RawPositions): boolean {
  return hasPart(positions, isScaledByLength)
}

/** Positions with frequencies for this length where they depend on it, as in a batch of longer sequences. */
export function withLength(positions: RawPositions, length: number | undefined): RawPositions {
  if (length === undefined) return positions
  return changed(positions, isScaledByLength, (part) => ({
    ...part,
    scaling: { currentLength: length, ...(part.scaling as object) },
  }))
}

type RawPart = RawPosition[number]

function changed(
  positions: RawPositions,
  concerns: (part: RawPart) => boolean,
  change: (part: RawPart) => RawPart,
): RawPositions {
  const stacks = positions.stacks.map(({ position }) => ({
    position: position.map((part) => (concerns(part) ? change(part) : part)),
  }))
  return { ...positions, stacks }
}

export function hasPart({ stacks }: RawPositions, holds: (part: RawPart) => boolean): boolean {
  return stacks.some(({ position }) => position.some(holds))
}

/** The number of positions of a stack: bounded by a learned table, else unbounded. */
export function roomOf(stacks: RawPositions['stacks']): number {
  const learned = stacks.flatMap(({ position }) => position.filter(isPositionTable))
  const rooms = learned.map(({ table, offset = 0 }) => (table as RawTable).rows - (offset as number))
  return smallest(rooms)
}
