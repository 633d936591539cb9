// Fields of a figure's state. A field parses any value, from an attribute, a link or a program, and never throws: numbers are
// clamped to their range, invalid values are replaced by the default, and the figure says so.

import type { Json } from '../../../content/json.js'

export interface Field<T> {
  /** The default. */
  readonly initial: T
  read(value: unknown): Read<T>
  /** The value as plain JSON; undefined is left out. */
  print(value: T): Json | undefined
}

/** `wanted` is set when the value was invalid: a short text that is the same in every language. */
interface Read<T> {
  value?: T
  wanted?: string
}

export type Fields = Readonly<Record<string, Field<unknown>>>

export type StateOf<F> = { readonly [K in keyof F]: F[K] extends Field<infer T> ? T : never }

const same = <T extends Json>(value: T): T => value

/** Numbers arrive as such, and as text from attributes and links. */
function numeric(value: unknown): number {
  if (typeof value === 'number') return value
  return typeof value === 'string' && /^\s*[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?\s*$/i.test(value)
    ? Number(value)
    : Number.NaN
}

export function number(initial: number, min: number, max: number): Field<number> {
  const wanted = `${min} … ${max}`
  return {
    initial,
    print: same,
    read: (given) => {
      const value = numeric(given)
      if (!Number.isFinite(value)) return { wanted }
      const clamped = Math.max(min, Math.min(max, value))
      return clamped === value ? { value } : { value: clamped, wanted }
    },
  }
}

export function integer(initial: number, min: number, max: number): Field<number> {
  const whole = number(initial, min, max)
  return {
    ...whole,
    read: (given) => {
      const { value, wanted } = whole.read(given)
      if (value === undefined || Number.isInteger(value)) return { value, wanted } as Read<number>
      return { value: Math.round(value), wanted: `${min}, ${min + 1} … ${max}` }
    },
  }
}

/** Whole numbers without a remainder, as pairs of channels need; others are moved down. */
export function multipleOf(step: number, whole: Field<number>): Field<number> {
  return {
    ...whole,
    read: (given) => {
      const { value, wanted } = whole.read(given)
      if (value === undefined || value % step === 0) return { value, wanted } as Read<number>
      return {
        value: value - (value % step),
        wanted: wanted === undefined ? `${step} n` : `${wanted} = ${step} n`,
      }
    },
  }
}

/** An optional field: undefined is a valid value. */
export function optional<T>(field: Field<T>): Field<T | undefined> {
  return {
    initial: undefined,
    print: (value) => (value === undefined ? undefined : field.print(value)),
    read: (given) => (given === undefined || given === '' ? { value: undefined } : field.read(given)),
  }
}

export function choice<const T extends string>(initial: NoInfer<T>, choices: readonly T[]): Field<T> {
  return {
    initial,
    print: same,
    read: (given) => (choices.includes(given as T) ? { value: given as T } : { wanted: choices.join(' | ') }),
  }
}

/** Like `hidden` in HTML: an attribute that is there is true, unless it says "false". */
export function flag(initial: boolean): Field<boolean> {
  return {
    initial,
    print: same,
    read: (given) => {
      if (typeof given === 'boolean') return { value: given }
      const known = { '': true, true: true, '1': true, false: false, '0': false }[String(given)]
      return known === undefined ? { wanted: 'true | false' } : { value: known }
    },
  }
}

/** An identifier such as the type of an encoding; checked later against the catalogue. */
export function name(initial: string): Field<string> {
  return {
    initial,
    print: same,
    read: (given) =>
      typeof given === 'string' && /^[\w.-]{0,40}$/.test(given)
        ? { value: given }
        : { wanted: 'a–z, 0–9, . _ -' },
  }
}

export function text(initial: string, longest: number): Field<string> {
  return {
    initial,
    print: same,
    read: (given) => {
      if (typeof given !== 'string') return { wanted: `≤ ${longest}` }
      if (given.length <= longest) return { value: given }
      return { value: Array.from(given).slice(0, longest).join(''), wanted: `≤ ${longest}` }
    },
  }
}

export type Simple = string | number | boolean
export type Settings = Readonly<Record<string, Simple>>

const MOST_SETTINGS = 32
const LONGEST_SETTING = 200
const LONGEST_SETTINGS = 2000

/** Named values, as an object or as "base=500000&layout=half"; names are checked later. */
export function settings(): Field<Settings> {
  const wanted = 'name=value&name=value'
  return {
    initial: {},
    print: (value) => (Object.keys(value).length ? { ...value } : undefined),
    read: (given) => {
      const entries = entriesOf(given)
      if (!entries) return { wanted }
      const legal = entries.map(asValue).filter(isSetting).slice(0, MOST_SETTINGS)
      const value = Object.fromEntries(legal)
      return Object.keys(value).length === entries.length ? { value } : { value, wanted }
    },
  }
}

function entriesOf(given: unknown): [string, unknown][] | undefined {
  if (typeof given === 'string')
    return given.length > LONGEST_SETTINGS ? undefined : [...new URLSearchParams(given)]
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return undefined
  return Object.entries(given)
}

/** Links hold text only: numbers and booleans are parsed, so that a state survives the round trip. */
function asValue([key, value]: [string, unknown]): [string, unknown] {
  if (value === 'true' || value === 'false') return [key, value === 'true']
  const number = typeof value === 'string' ? Number(value) : Number.NaN
  return [key, Number.isFinite(number) && String(number) === value ? number : value]
}

function isSetting(entry: [string, unknown]): entry is [string, Simple] {
  const [key, value] = entry
  if (!/^[a-z][\w.]{0,60}$/i.test(key) || key in Object.prototype) return false
  if (typeof value === 'string') return value.length <= LONGEST_SETTING
  return typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value))
}
