// What --position takes: names of encodings, several that act together, a formula, JSON, a file of JSON, or a module.

import { basename, extname, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { FormulaKind } from '../formula/names.js'
import { biasOf, rotationOf } from '../formula/position.js'
import { readFormula } from '../formula/read.js'
import {
  type DrawnPositions,
  type LabEncoding,
  type LabPosition,
  type LabPositions,
  presetNames,
  presets,
} from '../lab/exports.js'
import { messageOf } from '../lib/boundary/errors.js'
import { customPosition } from '../lib/position/custom.js'
import { textOf } from './files.js'
import { UsageError } from './usage.js'

/** The sizes of the tables that functions of a module become. */
export interface TableSizes {
  readonly heads: number
  /** The width of a head. */
  readonly dim: number
  /** The tokens of the longest sequence. */
  readonly length: number
}

export async function encodingsIn(
  values: readonly string[],
  sizes: () => TableSizes,
): Promise<LabEncoding[]> {
  const found = (await Promise.all(values.map((value) => encodingsOf(value.trim(), sizes)))).flat()
  return found.map((encoding, i) => renamed(encoding, found.slice(0, i)))
}

async function encodingsOf(value: string, sizes: () => TableSizes): Promise<LabEncoding[]> {
  const [, kind, formula = ''] = /^(bias|frequencies)=(.*)$/s.exec(value) ?? []
  if (kind) return [ofFormula(formula, kind as FormulaKind, sizes)]
  if (value === 'all') return presetNames.map(namedEncoding)
  if (/^[[{]/.test(value)) return [inJson(parsed(value, value), undefined)]
  const ending = extname(value)
  if (ending === '.json') return [inJson(parsed(await fileOf(value), value), stemOf(value))]
  if (['.mjs', '.js', '.cjs'].includes(ending)) return [await inModule(value, sizes)]
  return value.split(',').map((name) => combined(name.trim()))
}

/** Encodings that act together, such as rope+alibi, in this order. */
function combined(name: string): LabEncoding {
  const parts = name.split('+').map(namedEncoding)
  const [only] = parts
  if (parts.length === 1 && only) return only
  const drawn = parts.flatMap(({ positions }) => positions ?? [])
  if (drawn.length > 1) throw refused(name, 'at most one encoding with drawn positions')
  const tables = parts.some((part) => part.tables === 'training')
  return {
    name,
    position: parts.flatMap(({ position }) => position as readonly LabPosition[]),
    ...(drawn[0] ? { positions: drawn[0] as DrawnPositions } : {}),
    ...(tables ? { tables: 'training' as const } : {}),
  }
}

function namedEncoding(name: string): LabEncoding {
  const preset = presets.find((one) => one.name === name)
  if (!preset) {
    const known = `${presetNames.join(', ')}, all, several with + between them, bias=FORMULA, frequencies=FORMULA, JSON, or a .json, .mjs or .js file`
    throw refused(JSON.stringify(name), known)
  }
  const { label, source, ...encoding } = preset
  return encoding
}

function ofFormula(text: string, kind: FormulaKind, sizes: () => TableSizes): LabEncoding {
  try {
    const formula = readFormula(text, kind)
    const position = kind === 'bias' ? biasOf(formula, sizes()) : rotationOf(formula, sizes())
    return { name: text, position: { ...position } }
  } catch (cause) {
    throw new UsageError(`--position: ${messageOf(cause)}`)
  }
}

/** The encoding in JSON: a position, or an encoding of the lab, { name, position, … }. */
function inJson(value: unknown, stem: string | undefined): LabEncoding {
  const fields = Object(value) as Partial<LabEncoding>
  if (fields.position !== undefined)
    return { ...fields, name: fields.name ?? stem ?? nameOf(fields.position) } as LabEncoding
  return { name: stem ?? nameOf(value), position: value as LabPositions }
}

/** The name of a position: its types with + between them. */
function nameOf(value: unknown): string {
  const { layers, type } = Object(value) as { layers?: unknown; type?: unknown }
  if (Array.isArray(layers)) return layers.map(nameOf).join('|')
  if (Array.isArray(value)) return value.map(nameOf).join('+')
  return String(type)
}

async function inModule(path: string, sizes: () => TableSizes): Promise<LabEncoding> {
  const name = stemOf(path)
  const given = await exportOf(path)
  if (typeof given === 'function') return { name, position: tableOf({ bias: given }, path, sizes) }
  const { type, ...functions } = Object(given) as { type?: unknown }
  if (type === 'custom') return { name, position: tableOf(functions, path, sizes) }
  if (typeof given !== 'object' || given === null)
    throw refused(path, 'a module whose default export is a position or a function of head, query and key')
  return inJson(given, name)
}

async function exportOf(path: string): Promise<unknown> {
  try {
    return (await import(pathToFileURL(resolve(path)).href)).default
  } catch (cause) {
    throw new UsageError(`--position: ${path} could not be loaded (${messageOf(cause)})`)
  }
}

function tableOf(functions: object, path: string, sizes: () => TableSizes): LabPosition {
  try {
    const { heads, length } = sizes()
    return { ...customPosition({ ...functions, heads, length }) }
  } catch (cause) {
    throw new UsageError(`--position: ${path}: ${messageOf(cause)}`)
  }
}

async function fileOf(path: string): Promise<string> {
  try {
    return await textOf(path)
  } catch (cause) {
    throw new UsageError(`--position: ${messageOf(cause)}`)
  }
}

function parsed(text: string, from: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new UsageError(`--position: ${from} is not JSON (${messageOf(cause)})`)
  }
}

/** Gives an encoding another name if one before has its name, which the lab would refuse: positions of one type differ in parameters. */
function renamed(encoding: LabEncoding, before: readonly LabEncoding[]): LabEncoding {
  const same = before.filter(({ name }) => name === encoding.name)
  const isTwice = same.some((one) => JSON.stringify(one) === JSON.stringify(encoding))
  return same.length === 0 || isTwice
    ? encoding
    : { ...encoding, name: `${encoding.name}-${same.length + 1}` }
}

const stemOf = (path: string) => basename(path, extname(path))

const refused = (got: string, wanted: string) => new UsageError(`--position: got ${got}, wanted ${wanted}`)
