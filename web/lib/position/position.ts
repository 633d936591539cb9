// Lowers positions to the form that the core reads. Keys, kinds and bounds come from the catalogue, which is generated from the core's
// list of parameters; the core checks other constraints (shapes, relations).

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
  reading,
  textOf,
} from '../boundary/checks.js'
import { refuse } from '../boundary/errors.js'
import { liesInCore } from '../boundary/heap-regions.js'
import type { RawPosition, RawTable } from '../boundary/raw.js'
import { shapeText, tensorOf } from '../boundary/tensor.js'
import { type EncodingEntry, type EncodingParameter, encodings } from './catalogue.js'

export type * from './position-types.generated.js'

const LARGEST_STACK = 16

/** Checks a position and flattens it; undefined is an empty stack. */
export function lowerPosition(value: unknown, argument = 'position'): RawPosition {
  if (value === undefined) return []
  if (!isList(value, argument)) return [lowerEncoding(value, argument)]
  const parts = itemsOf(value, argument, 'a list of encodings', LARGEST_STACK)
  return parts.map((part, i) => lowerEncoding(part, `${argument}[${i}]`))
}

/**
 * Checks a position of which one hook is computed, and flattens it: refused if no part has that hook. Parts without effect on the result
 * are left out, since such a call lacks the sizes that they would need.
 */
export function lowerForHook(value: unknown, hook: string): RawPosition {
  const parts = lowerPosition(value)
  const relevant = [hook, 'positions', ...(hook === 'bias' ? ['score'] : [])] // the scale, which may apply to biases
  if (entriesOf(parts).every(({ doors }) => doors.length === 0)) return parts
  if (entersBy(parts, hook)) return parts.filter((part) => relevant.some((name) => entersBy([part], name)))
  const got = entriesOf(parts).map((entry) => `${entry.type} (enters by ${entry.doors.join(', ')})`)
  throw refuse('ERR_VALUE', 'position', got.join(' and '), `an encoding that enters by ${hook}`)
}

export function entersBy(parts: RawPosition, hook: string): boolean {
  return entriesOf(parts).some(({ doors }) => doors.includes(hook))
}

type RawPart = RawPosition[number]

/** Does the part add the row of the position id in a learned table, `table`, to the embeddings? Position 0 is in row `offset`. */
export function isPositionTable({ type }: RawPart): boolean {
  const { doors = [], parameters = [] } = entryByType.get(type as string) ?? {}
  const table = parameters.find(({ name }) => name === 'table')
  return doors.includes('embed') && table?.shape?.[0] === 'positions'
}

/** Does the part compare the segments of positions? */
export function hasSegments({ type }: RawPart): boolean {
  return entryByType.get(type as string)?.parameters.some(({ name }) => name === 'segments') === true
}

export function modelInputIs(input: EncodingEntry['modelInput']): (part: RawPart) => boolean {
  return ({ type }) => entryByType.get(type as string)?.modelInput === input
}

/** Are the frequencies of the part scaled by a method that depends on the length of the sequence? */
export function isScaledByLength({ type, scaling }: RawPart): boolean {
  const parameter = entryByType
    .get(type as string)
    ?.parameters.find(({ name }) => name === 'scaling.ropeType')
  const { ropeType } = (scaling ?? {}) as { ropeType?: string }
  return ropeType !== undefined && parameter?.followsLength?.includes(ropeType) === true
}

const entryByType = new Map(encodings.map((entry) => [entry.type, entry]))

function entriesOf(parts: RawPosition): EncodingEntry[] {
  return parts.map(({ type }) => entryByType.get(type as string) as EncodingEntry)
}

function lowerEncoding(value: unknown, argument: string): Fields {
  const { type, ...fields } = fieldsOf(value, argument)
  const entry = entryOf(type, argument)
  return lowerFields(fields, partsOf(entry.parameters), argument, entry.type, { type: entry.type })
}

type Parts = ReadonlyMap<string, EncodingParameter | Parts>

const knownParts = new WeakMap<readonly EncodingParameter[], Parts>()

/** Parameters by name; those named `group.name` are the fields of an object inside the object. */
function partsOf(parameters: readonly EncodingParameter[]): Parts {
  const known = knownParts.get(parameters)
  if (known) return known
  const parts = new Map<string, EncodingParameter | Map<string, EncodingParameter>>()
  for (const parameter of parameters) {
    const [name = '', inside] = parameter.name.split('.')
    const group = parts.get(name) ?? new Map()
    if (inside !== undefined && group instanceof Map) group.set(inside, { ...parameter, name: inside })
    parts.set(name, inside === undefined ? parameter : group)
  }
  knownParts.set(parameters, parts as Parts)
  return parts as Parts
}

function lowerFields(
  fields: Fields,
  parts: Parts,
  argument: string,
  owner: string,
  lowered: Record<string, unknown>,
): Fields {
  for (const key of Object.keys(fields)) {
    if (parts.has(key)) continue
    const wanted = parts.size ? oneOf([...parts.keys()]) : 'no parameters'
    throw refuse('ERR_VALUE', `${argument}.${key}`, `an unknown parameter of ${owner}`, wanted)
  }
  for (const [name, part] of parts) {
    const value = fields[name]
    if (value !== undefined) lowered[name] = lowerPart(part, value, `${argument}.${name}`, name)
    else if ('required' in part && part.required) refuseAbsence(part, `${argument}.${name}`)
  }
  return lowered
}

function lowerPart(part: EncodingParameter | Parts, value: unknown, argument: string, name: string): unknown {
  if ('kind' in part) return lowerings[part.kind](value, argument, part)
  return lowerFields(fieldsOf(value, argument), part, argument, name, {})
}

const KIND_WORDS: Readonly<Record<EncodingParameter['kind'], string>> = {
  number: 'a number',
  integer: 'an integer',
  boolean: 'true or false',
  choice: 'a choice',
  numbers: 'a list of numbers',
  tensor: 'a tensor',
}

function refuseAbsence({ kind, description }: EncodingParameter, argument: string): never {
  throw refuse('ERR_TYPE', argument, 'nothing', `${KIND_WORDS[kind]} (${description})`)
}

function entryOf(type: unknown, argument: string): EncodingEntry {
  const name = textOf(type, `${argument}.type`)
  const entry = entryByType.get(name)
  if (!entry) {
    if (name === 'custom') {
      const table =
        'customPosition({ heads, length, … }), a table, except for attention(), bias() and trainer()'
      throw refuse('ERR_UNSUPPORTED', argument, 'an encoding as functions', table)
    }
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

type Lowering = (value: unknown, argument: string, parameter: EncodingParameter) => unknown

const lowerings: Record<EncodingParameter['kind'], Lowering> = {
  number: (value, argument, parameter) => bounded(value, argument, parameter, 'a number'),
  integer: (value, argument, parameter) => {
    const number = bounded(value, argument, parameter, 'an integer')
    return integerOf(number, argument, parameter.minimum ?? 0, parameter.maximum)
  },
  boolean: flagOf,
  choice: (value, argument, { choices = [] }) => choiceOf(value, argument, choices),
  numbers: (value, argument, parameter) => {
    const list = isTensor(value, argument) ? lowerTable(value, argument, []).data : value
    return numbersOf(list, argument).map((x, i) => bounded(x, `${argument}[${i}]`, parameter, 'a number'))
  },
  tensor: (value, argument) => lowerTable(value, argument, [2]),
}

function bounded(value: unknown, argument: string, parameter: EncodingParameter, kind: string): number {
  const wanted = parameter.range ? `${kind}, ${parameter.range}` : kind
  const number = numberOf(value, argument, wanted)
  if (!withinBounds(number, parameter)) throw refuse('ERR_VALUE', argument, String(number), wanted)
  return number
}

function withinBounds(x: number, { minimum, exclusiveMinimum, maximum, even }: EncodingParameter): boolean {
  if (minimum !== undefined && x < minimum) return false
  if (exclusiveMinimum !== undefined && x <= exclusiveMinimum) return false
  if (maximum !== undefined && x > maximum) return false
  return !even || x % 2 === 0
}

function isTensor(value: unknown, argument: string): boolean {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return false
  return reading(argument, () => 'data' in value || 'tensor' in value)
}

function lowerTable(value: unknown, argument: string, rank: readonly number[]): RawTable {
  const name = typeof value === 'object' && value !== null ? fieldOf(value, 'tensor', argument) : undefined
  if (typeof name === 'string') {
    const got = `a reference to ${JSON.stringify(name)}`
    throw refuse('ERR_VALUE', argument, got, 'that tensor, read from the checkpoint')
  }
  const { data, shape } = tensorOf(value, argument, rank.length ? rank : undefined)
  if (rank.length && data.length === 0) {
    throw refuse('ERR_SHAPE', argument, `shape ${shapeText(shape)}`, 'at least one row and one column')
  }
  return { data: outsideOfCore(data), rows: shape[0] ?? 1, columns: shape[1] ?? 1 }
}

// Tables are read one after the other, and memory growth in between would detach a view.
function outsideOfCore(data: Float32Array): Float32Array {
  return liesInCore(data) ? data.slice() : data
}
