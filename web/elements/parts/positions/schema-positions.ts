// A position of any encoding, made from its parameters in the catalogue: tables get the lengths that their axes are named after.

import type { EncodingEntry, EncodingParameter, PositionEncoding, Tensor } from 'whereformer'
import { linear, walk } from './seeded-tables.js'

export interface ExampleSizes {
  tokens: number
  /** The width of an embedding, or of a head where the encoding acts on heads. */
  dim: number
  heads: number
}

export type EncodingSchema = Pick<EncodingEntry, 'type' | 'doors' | 'parameters'>

type Fields = Record<string, unknown>

/** Length of an axis, or of a part of its formula, where nothing gives it. */
const MODEST = 8

/** `given` and every other parameter that is required, or every other one. Relations that the schema has in words are up to `given`. */
export function positionFromSchema(
  schema: EncodingSchema,
  sizes: ExampleSizes,
  given: object = {},
  which: 'required' | 'all' = 'required',
): PositionEncoding {
  const isTable = ({ kind }: EncodingParameter) => kind === 'tensor'
  const missing = schema.parameters.filter(
    ({ name, required }) => (which === 'all' || required) && read(given, name) === undefined,
  )
  const numbers = missing.filter((parameter) => !isTable(parameter))
  const withNumbers = numbers.reduce((fields: Fields, parameter) => {
    return written(fields, parameter.name, simpleValue(parameter, sizes))
  }, given as Fields)
  const lengthOf = lengths(schema, sizes, withNumbers)
  const fields = missing.filter(isTable).reduce((fields: Fields, parameter) => {
    return written(fields, parameter.name, tableOf(parameter, schema.type, lengthOf))
  }, withNumbers)
  return { type: schema.type, ...fields } as PositionEncoding
}

/** A name with a dot is a field of an object inside the object. */
export function read(fields: object, path: string): unknown {
  return path.split('.').reduce<unknown>((value, key) => (value as Fields | undefined)?.[key], fields)
}

function written(fields: Fields, path: string, value: unknown): Fields {
  const [outer = '', inner] = path.split('.')
  return {
    ...fields,
    [outer]: inner === undefined ? value : { ...(fields[outer] as Fields), [inner]: value },
  }
}

function simpleValue(parameter: EncodingParameter, sizes: ExampleSizes): unknown {
  const { kind, choices, default: usual, range = '' } = parameter
  if (/\bnot beside\b/.test(range)) return usual // it excludes another parameter
  if (kind === 'numbers' && !(usual as readonly number[] | undefined)?.length) {
    return Array.from({ length: listLength(range, sizes) }, (_, i) => allowed(i + 1, parameter))
  }
  if (usual !== undefined) return usual
  if (kind === 'choice') return choices?.[0]
  return kind === 'boolean' ? false : allowed(4, parameter)
}

/** The schema has the length of a list in words: "one per head". */
function listLength(range: string, { tokens, dim, heads }: ExampleSizes): number {
  if (/per (position|token)/.test(range)) return tokens
  return /per pair/.test(range) ? dim / 2 : heads
}

/** The wanted number, or the nearest whole one that is allowed. */
function allowed(wanted: number, { minimum, exclusiveMinimum, maximum }: EncodingParameter): number {
  const least = Math.max(minimum ?? -Infinity, (exclusiveMinimum ?? -Infinity) + 1)
  return Math.min(Math.max(wanted, least), maximum ?? Infinity)
}

function tableOf(
  { name, shape = [], range = '' }: EncodingParameter,
  type: string,
  lengthOf: (axis: string) => number,
): Tensor {
  const [rows = 1, columns = 1] = shape.map(lengthOf)
  const seed = seedOf(`${type}.${name}`)
  if (!/\bwhole\b/.test(range)) return walk(seed, rows, columns)
  const table = linear(seed, [rows, columns], 0, 4)
  return { ...table, data: table.data.map(Math.floor) }
}

/** Another one for each name (FNV-1a). */
function seedOf(name: string): number {
  return Array.from(name).reduce(
    (hash, letter) => Math.imul(hash ^ letter.charCodeAt(0), 16777619),
    2166136261,
  )
}

/** How long an axis is: as in a table that is given, or what its formula comes to. */
function lengths(schema: EncodingSchema, sizes: ExampleSizes, fields: Fields): (axis: string) => number {
  const known = new Map<string, number>()
  const record = (name: string, length: unknown) => {
    if (typeof length === 'number' && length > 0) known.set(name, length)
  }
  for (const { name, kind, shape = [] } of schema.parameters) {
    const value = read(fields, name)
    if (kind === 'integer') record(name, value)
    const table = kind === 'tensor' ? (value as Tensor | undefined) : undefined
    for (const [i, axis] of shape.entries()) record(axis, table?.shape[i])
  }
  const ofSizes = sizesByName(schema, sizes)
  return (axis) => known.get(axis) ?? evaluated(axis, (name) => known.get(name) ?? ofSizes[name] ?? MODEST)
}

function sizesByName(
  { doors }: EncodingSchema,
  { tokens, dim, heads }: ExampleSizes,
): Record<string, number> {
  const model = doors.includes('embed') ? dim : heads * dim
  return {
    tokens,
    positions: tokens,
    nodes: tokens,
    N: tokens,
    heads,
    headDim: dim,
    head_dim: dim,
    valueDim: dim,
    pairs: dim / 2,
    dModel: model,
    d_model: model,
  }
}

/** `2k + 1`, `heads · headDim`, `(2·height − 1)(2·width − 1)`: whole numbers and names, as in a formula. */
function evaluated(formula: string, lengthOf: (name: string) => number): number {
  const parts = formula.match(/\d+|[A-Za-z_]\w*|[()+−·]/g) ?? []
  const take = () => parts.shift() ?? ''
  const isNext = (...signs: string[]) => signs.includes(parts[0] ?? ')')
  function sum(): number {
    let value = product()
    while (isNext('+', '−')) value += take() === '+' ? product() : -product()
    return value
  }
  function product(): number {
    let value = factor()
    while (!isNext('+', '−', ')')) value *= factor()
    return value
  }
  function factor(): number {
    const part = take()
    if (part === '·') return 1
    if (part !== '(') return /^\d/.test(part) ? Number(part) : lengthOf(part)
    const inside = sum()
    take() // ')'
    return inside
  }
  return sum()
}
