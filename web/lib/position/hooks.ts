// Single hooks as functions: embed ①, rotate ② (with its frequencies) and bias ③; and `place`, which remaps position ids
// before any hook.

import { allocateFloats } from '../boundary/allocate.js'
import {
  choiceOf,
  consecutive,
  flagOf,
  integerOf,
  largest,
  numberOf,
  type Options,
  optionsOf,
  positionsOf,
  positionsOfLength,
} from '../boundary/checks.js'
import type { Core } from '../boundary/core.js'
import { refuse, show } from '../boundary/errors.js'
import { resultIn, roomOf } from '../boundary/out.js'
import { NOTHING, type RawPosition } from '../boundary/raw.js'
import {
  elementCount,
  type Given,
  shapeText,
  type Tensor,
  type TensorInput,
  tensorOf,
} from '../boundary/tensor.js'
import { type CustomPosition, withoutCustom } from './custom.js'
import { isPositionTable, lowerForHook, type Position } from './position.js'
import { hasRows, type PositionRows, rowsOfPositions } from './position-rows.js'

export interface EmbedOptions {
  /** Either the position ids or how many, from 0. */
  positions?: ArrayLike<number>
  length?: number
  dim: number
}

/** The vectors that the encoding adds to the embeddings: [positions, dim]. */
export function embed(core: Core, position: Position, options: EmbedOptions): Tensor {
  const given = optionsOf(options, 'options', ['positions', 'length', 'dim'])
  const lowered = lowerForHook(position, 'embed')
  const positions = listOrLength(['positions', given.positions], ['length', given.length], {
    least: firstRow(lowered),
  })
  const dim = integerOf(given.dim, 'options.dim', 1)
  const { data } = core.call((raw) => raw.embed({ position: lowered, positions, dim }))
  return { data, shape: [positions.length, dim] }
}

// Tables with an offset have rows for padding, before position 0.
function firstRow(parts: RawPosition): number {
  return -Math.max(0, largest(parts.filter(isPositionTable).map(({ offset = 0 }) => Number(offset))))
}

/** The name of an option and its value. */
type Named = readonly [key: string, value: unknown]

function listOrLength(
  [listKey, list]: Named,
  [lengthKey, length]: Named,
  { first, least = 0 }: { first?: unknown; least?: number } = {},
): Float32Array {
  if ((list === undefined) === (length === undefined)) {
    const got =
      list === undefined ? `neither ${listKey} nor ${lengthKey}` : `both ${listKey} and ${lengthKey}`
    throw refuse('ERR_VALUE', 'options', got, 'one of the two')
  }
  if (length === undefined) return positionsOf(list, `options.${listKey}`, least)
  const start = first === undefined ? 0 : integerOf(first, 'options.queryOffset')
  return consecutive(integerOf(length, `options.${lengthKey}`), start)
}

export interface RotateOptions {
  /** Position ids from 0 to 2^24, one per token, or a list of such lists, one for each entry of the first axis of x. */
  positions?: PositionRows
  /** Whose rows x holds: some encodings treat queries, keys and values differently. 'query' when absent. */
  side?: Side
  /**
   * Undoes the rotation, its attention factor too: `rotate(position, rotate(position, x), { inverse: true })` is x, up to rounding.
   * For outputs of attention whose values were rotated (DeepSeek V4): side 'value', at the positions of the queries. Encodings that do
   * more than rotate pairs have no inverse (`logN`, `irope`, `pope`).
   */
  inverse?: boolean
  /** Receives the result instead of a new array; may be x. */
  out?: Tensor
}

export type Side = 'query' | 'key' | 'value'

const SIDES = ['query', 'key', 'value'] as const

/** Rotates rows [batch?, heads?, tokens, headDim] by their positions; the result may be wider (PoPE doubles headDim). */
export function rotate(core: Core, position: Position, x: TensorInput, options?: RotateOptions): Tensor {
  const rows = tensorOf(x, 'x', [2, 3, 4])
  const { shape } = rows
  const given = optionsOf(options, 'options', ['positions', 'side', 'inverse', 'out'])
  if (hasRows(given.positions, 'options.positions')) return rotateEach(core, position, rows, given)
  const [tokens, headDim] = shape.slice(-2) as [number, number]
  const positions = positionsOfLength(given.positions, tokens, 'options.positions')
  const lowered = lowerForHook(position, 'rotate')
  const leading = shape.slice(0, -1)
  const side = SIDES.indexOf(choiceOf(given.side ?? 'query', 'options.side', SIDES))
  const inverse = flagOf(given.inverse ?? false, 'options.inverse')
  const out = given.out === undefined ? undefined : roomForRows(given.out, leading)
  const room = out?.data ?? NOTHING
  const request = { position: lowered, headDim, side, inverse, out: room, ...rowsToTurn(rows, positions) }
  const rotated = core.call((raw) => raw.rotate(request))
  const made = [...leading, rotated.width]
  if (out === undefined) return { data: rotated.data, shape: made }
  if (shapeText(out.shape) === shapeText(made)) return given.out as Tensor
  throw refuse('ERR_SHAPE', 'options.out', `shape ${shapeText(out.shape)}`, shapeText(made))
}

// Each entry of the first axis has positions of its own.
function rotateEach(
  core: Core,
  position: Position,
  x: Given,
  { positions, out, ...same }: Options<'positions' | 'side' | 'inverse' | 'out'>,
): Tensor {
  const { shape } = x
  const count = shape.length > 2 ? (shape[0] as number) : 1
  const rows = rowsOfPositions(positions, 'options.positions', count)
  const { data } = x
  const each = data.length / Math.max(count, 1)
  const inner = shape.length > 2 ? shape.slice(1) : shape
  // copied first: a call may move the memory of a heap tensor
  const parts = rows.map((_, i) => ({ data: data.slice(i * each, (i + 1) * each), shape: inner }))
  const turned = parts.map((part, i) =>
    rotate(core, position, part, { ...(same as RotateOptions), positions: rows[i] as ArrayLike<number> }),
  )
  const made = [...shape.slice(0, -1), turned[0]?.shape.at(-1) ?? (shape.at(-1) as number)]
  const room = roomOf(out, made).data
  const result = room.length > 0 ? room : allocateFloats(elementCount(made), 'the result')
  for (const [i, part] of turned.entries()) result.set(part.data, i * part.data.length)
  return resultIn(out, { data: result }, made)
}

// Without data there are no rows, whatever the other axes are.
function rowsToTurn({ data: x, shape }: Given, given: Float32Array) {
  const [heads, tokens] = [1, ...shape].slice(-3) as [number, number]
  if (x.length === 0) return { x, heads: heads || 1, tokens: 0, rows: 0, positions: NOTHING }
  const positions = given.length ? given : consecutive(tokens)
  return { x, heads, tokens, rows: elementCount(shape.slice(0, -2)), positions }
}

// The tensor that receives rotated rows, whose width the core computes.
function roomForRows(value: unknown, leading: readonly number[]): Given {
  const out = tensorOf(value, 'options.out')
  if (shapeText(out.shape.slice(0, -1)) === shapeText(leading)) return out
  const wanted = `[${[...leading, 'the width of rotated rows'].join(', ')}]`
  throw refuse('ERR_SHAPE', 'options.out', `shape ${shapeText(out.shape)}`, wanted)
}

export interface BiasOptions {
  heads: number
  /** Numbers of queries and keys; positions count from queryOffset and 0. */
  queries?: number
  keys?: number
  /** The position of the first query; required with counts that differ, or with counted queries and positions of keys. */
  queryOffset?: number
  /** Position ids instead of counts. */
  positions?: { query: ArrayLike<number>; key: ArrayLike<number> }
  /** The width of a head, for a bias that is added before the scores are scaled. */
  dim?: number
  /** Factor of q·k; absent = the encoding's own scale, else 1/√dim. */
  scale?: number
}

const BIAS_OPTIONS = ['heads', 'queries', 'keys', 'queryOffset', 'positions', 'dim', 'scale'] as const

/** The bias that the encoding adds to the scaled scores: [heads, queries, keys]. */
export function bias(core: Core, position: Position | CustomPosition, options: BiasOptions): Tensor {
  const given = optionsOf(options, 'options', BIAS_OPTIONS)
  const heads = integerOf(given.heads, 'options.heads', 1)
  const { query, key } = optionsOf(given.positions, 'options.positions', ['query', 'key'])
  const queries = listOrLength(['positions.query', query], ['queries', given.queries], {
    first: given.queryOffset,
  })
  const keys = listOrLength(['positions.key', key], ['keys', given.keys])
  requirePlaced(given, query, key, queries.length > 0 && queries.length !== keys.length)
  const dim = given.dim === undefined ? 0 : integerOf(given.dim, 'options.dim', 1)
  const scale = given.scale === undefined ? Number.NaN : numberOf(given.scale, 'options.scale')
  const plain = withoutCustom(position, 'position', heads, () => [...queries, ...keys])
  const lowered = lowerForHook(plain, 'bias')
  const at = { queryPositions: queries, keyPositions: keys }
  const { data } = core.call((raw) => raw.bias({ position: lowered, heads, ...at, headDim: dim, scale }))
  return { data, shape: [heads, queries.length, keys.length] }
}

// Requires the position of the first query exactly once: as queryOffset, or by positions.
function requirePlaced(
  { queryOffset }: { readonly queryOffset?: unknown },
  query: unknown,
  key: unknown,
  differ: boolean,
) {
  const counted = query === undefined
  const wanted = counted
    ? 'the position of the first query, when queries and keys are not counted alike'
    : 'nothing with positions.query'
  if (counted ? queryOffset === undefined && (differ || key !== undefined) : queryOffset !== undefined)
    throw refuse('ERR_VALUE', 'options.queryOffset', counted ? 'nothing' : show(queryOffset), wanted)
}

export interface FrequenciesOptions {
  /** The width of a head. */
  dim: number
  /** The length of the sequence, for scalings that depend on it. */
  length?: number
}

export interface Frequencies {
  /** Angle per position, one per rotated pair. */
  inverse: Float32Array
  /** Multiplied into both sine and cosine. */
  attentionFactor: number
}

export function frequencies(core: Core, position: Position, options: FrequenciesOptions): Frequencies {
  const given = optionsOf(options, 'options', ['dim', 'length'])
  const dim = integerOf(given.dim, 'options.dim', 1)
  const length = given.length === undefined ? 0 : integerOf(given.length, 'options.length')
  const lowered = lowerForHook(position, 'rotate')
  const { data, attentionFactor } = core.call((raw) => raw.frequencies({ position: lowered, dim, length }))
  return { inverse: data, attentionFactor }
}

export interface PlaceOptions {
  /** Either the position ids or how many, from 0. */
  positions?: ArrayLike<number>
  length?: number
}

/** The position ids that every hook receives, after an encoding has remapped them. */
export function place(core: Core, position: Position, options: PlaceOptions): Float32Array {
  const given = optionsOf(options, 'options', ['positions', 'length'])
  const positions = listOrLength(['positions', given.positions], ['length', given.length])
  const lowered = lowerForHook(position, 'positions')
  return core.call((raw) => raw.place({ position: lowered, positions })).data
}
