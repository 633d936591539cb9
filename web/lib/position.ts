// Position encodings as plain JSON, and their lowering to what the core reads. Keys and kinds come from the catalogue;
// the ranges of numbers are checked by the core itself, which has the only copy of them.

import { type EncodingEntry, type EncodingParameter, encodings } from './catalogue.js'
import {
  choiceOf,
  type Fields,
  fieldOf,
  fieldsOf,
  flagOf,
  integerOf,
  isList,
  itemsOf,
  numberOf,
  numbersOf,
  oneOf,
  textOf,
} from './checks.js'
import { refuse } from './errors.js'
import type { RawPosition } from './raw.js'
import { type TensorLike, tensorOf } from './tensor.js'

export interface NonePosition {
  type: 'none'
}

export interface SinusoidalPosition {
  type: 'sinusoidal'
  base?: number
  layout?: 'interleaved' | 'concatenated'
}

export interface LearnedPosition<Table = TensorLike> {
  type: 'learned'
  /** [positions, d_model] */
  table: Table
}

export interface RopePosition {
  type: 'rope'
  base?: number
  layout?: 'half' | 'interleaved'
  /** 0 = all channels of a head */
  rotaryDim?: number
  scaling?: RopeScaling
}

/** How frequencies are scaled for longer contexts; the names are Hugging Face's in camelCase. */
export interface RopeScaling {
  ropeType?: 'default' | 'linear' | 'dynamic' | 'ntk' | 'yarn' | 'longrope' | 'llama3' | 'proportional'
  factor?: number
  originalMaxPositionEmbeddings?: number
  maxPositionEmbeddings?: number
  attentionFactor?: number
  betaFast?: number
  betaSlow?: number
  mscale?: number
  mscaleAllDim?: number
  truncate?: boolean
  lowFreqFactor?: number
  highFreqFactor?: number
  shortFactor?: readonly number[]
  longFactor?: readonly number[]
}

export interface AlibiPosition {
  type: 'alibi'
  /** One per head; empty or absent = the slopes of the paper. */
  slopes?: readonly number[]
  symmetric?: boolean
}

export interface T5Position<Table = TensorLike> {
  type: 't5'
  /** [buckets, heads] */
  table: Table
  bidirectional?: boolean
  maxDistance?: number
}

export type PositionEncoding<Table = TensorLike> =
  | NonePosition
  | SinusoidalPosition
  | LearnedPosition<Table>
  | RopePosition
  | AlibiPosition
  | T5Position<Table>

/** One encoding, or a list that composes. */
export type Position<Table = TensorLike> = PositionEncoding<Table> | readonly PositionEncoding<Table>[]

const LARGEST_STACK = 16

/** Checks a position and flattens it; undefined is no encoding. */
export function lowerPosition(value: unknown, argument = 'position'): RawPosition {
  if (value === undefined) return []
  if (!isList(value, argument)) return [lowerEncoding(value, argument)]
  const parts = itemsOf(value, argument, 'a list of encodings', LARGEST_STACK)
  return parts.map((part, i) => lowerEncoding(part, `${argument}[${i}]`))
}

/** As lowerPosition, for a question about one door: refused when the position enters elsewhere only. */
export function lowerForDoor(value: unknown, door: string): RawPosition {
  const parts = lowerPosition(value)
  const entries = parts.flatMap(({ type }) => encodings.filter((entry) => entry.type === type))
  if (entries.every(({ type }) => type === 'none') || entries.some((entry) => entry.doors.includes(door)))
    return parts
  const got = entries.map((entry) => `${entry.type} (enters by ${entry.doors.join(', ')})`).join(' and ')
  throw refuse('ERR_VALUE', 'position', got, `an encoding that enters by ${door}`)
}

function lowerEncoding(value: unknown, argument: string): Fields {
  const { type, ...fields } = fieldsOf(value, argument)
  const entry = entryOf(type, argument)
  return { type: entry.type, ...lowerFields(fields, entry.parameters, argument, entry.type) }
}

// Parameters named `group.name` are the fields of an object inside the object.
function lowerFields(
  fields: Fields,
  parameters: readonly EncodingParameter[],
  argument: string,
  owner: string,
): Fields {
  const names = [...new Set(parameters.map((p) => p.name.split('.')[0] as string))]
  const stranger = Object.keys(fields).find((key) => !names.includes(key))
  if (stranger !== undefined) {
    const wanted = names.length ? oneOf(names) : 'no parameters'
    throw refuse('ERR_VALUE', `${argument}.${stranger}`, `an unknown parameter of ${owner}`, wanted)
  }
  const lowered = names.map((name) => {
    const path = `${argument}.${name}`
    const parameter = parameters.find((p) => p.name === name)
    return parameter
      ? lowerParameter(parameter, fields[name], path)
      : lowerGroup(name, fields[name], parameters, path)
  })
  return Object.assign({}, ...lowered) as Fields
}

function lowerGroup(
  name: string,
  value: unknown,
  parameters: readonly EncodingParameter[],
  argument: string,
): Fields {
  if (value === undefined) return {}
  const inside = parameters
    .filter((p) => p.name.startsWith(`${name}.`))
    .map((p) => ({ ...p, name: p.name.slice(name.length + 1) }))
  return { [name]: lowerFields(fieldsOf(value, argument), inside, argument, name) }
}

function entryOf(type: unknown, argument: string): EncodingEntry {
  const name = textOf(type, `${argument}.type`)
  const entry = encodings.find((e) => e.type === name)
  if (!entry) {
    const known = encodings.map((e) => e.type)
    throw refuse(
      'ERR_UNSUPPORTED',
      `${argument}.type`,
      `the unknown encoding ${JSON.stringify(name)}`,
      oneOf(known),
    )
  }
  return entry
}

function lowerParameter(parameter: EncodingParameter, value: unknown, argument: string): Fields {
  if (value !== undefined) return lowerings[parameter.kind](value, argument, parameter)
  if (!parameter.required) return {}
  throw refuse('ERR_TYPE', argument, 'nothing', `a ${parameter.kind} (${parameter.description})`)
}

type Lowering = (value: unknown, argument: string, parameter: EncodingParameter) => Fields

const lowerings: Record<EncodingParameter['kind'], Lowering> = {
  number: (value, argument, { name, range }) => ({
    [name]: numberOf(value, argument, range && `a number, ${range}`),
  }),
  integer: (value, argument, { name }) => ({ [name]: integerOf(value, argument) }),
  boolean: (value, argument, { name }) => ({ [name]: flagOf(value, argument) }),
  choice: (value, argument, { name, choices = [] }) => ({ [name]: choiceOf(value, argument, choices) }),
  numbers: (value, argument, { name }) => ({ [name]: numbersOf(value, argument) }),
  tensor: lowerTable,
}

function lowerTable(value: unknown, argument: string, { name }: EncodingParameter): Fields {
  if (isReference(value)) {
    throw refuse(
      'ERR_VALUE',
      argument,
      `a reference to ${JSON.stringify(value.tensor)}`,
      'that tensor, read from the checkpoint',
    )
  }
  const { data, shape } = tensorOf(value, argument, [2])
  return { [name]: data, rows: shape[0], columns: shape[1] }
}

/** Stands for a table that lies in a checkpoint: its tensor name and shape. */
export interface TableReference {
  tensor: string
  shape: number[]
}

function isReference(value: unknown): value is TableReference {
  return typeof value === 'object' && value !== null && typeof fieldOf(value, 'tensor', 'table') === 'string'
}

/** Replaces table references by the tensors that `find` returns. */
export function resolveTables(
  position: Position<TableReference>,
  find: (table: TableReference) => TensorLike,
): Position {
  const parts = (Array.isArray(position) ? position : [position]) as PositionEncoding<TableReference>[]
  const resolved = parts.map((part) => ('table' in part ? { ...part, table: find(part.table) } : part))
  return resolved.length === 1 && resolved[0] ? resolved[0] : resolved
}
