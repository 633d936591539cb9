// The state of a figure as plain JSON and as the text of a link. Read field by field; what no field has is refused.

import type { Json } from '../../../content/json.js'
import type { Fields, StateOf } from './fields.js'

/** The longest text of a state. */
const LONGEST_STATE = 2000

/** Unknown keys that a figure names at most. */
const MOST_STRANGERS = 8

/** A rejected value and what was wanted; of a part of a field, `name` has a dot: parameters.base. */
export interface Complaint {
  name: string
  got: string
  wanted: string
}

/** A value that only a computation can reject; it gives way to `used`. */
export interface Refused {
  name: string
  /** In a few signs, the same in every language. */
  wanted: string
  /** The whole field as the figure goes on with it; absent = the default. */
  used?: unknown
  /** The value that came, where it is not the value of the field. */
  got?: unknown
  /** The name of the refused part, in a field that has parts. */
  part?: string
  /** What the reader made impossible elsewhere comes back with the setting that reads it; until then neither the state nor a link has it. */
  waits?: true
}

export type Refusal<F extends Fields> = {
  [K in keyof F & string]: Refused & { name: K } & ({ used: StateOf<F>[K] } | { waits: true; used?: never })
}[keyof F & string]

export interface ReadState {
  values: Record<string, unknown>
  complaints: Complaint[]
}

/** The valid values of an object, or of the text of a link. */
export function readState(fields: Fields, given: unknown): ReadState {
  const values: Record<string, unknown> = {}
  const complaints: Complaint[] = []
  const source = objectOf(given)
  if (!source) return { values, complaints: [{ name: 'state', got: shown(given), wanted: '{ … }' }] }
  for (const [name, field] of Object.entries(fields)) {
    if (!Object.hasOwn(source, name)) continue
    const { value, wanted } = field.read(source[name])
    if (wanted !== undefined) complaints.push({ name, got: shown(source[name]), wanted })
    if (value !== undefined) values[name] = value
  }
  const strangers = Object.keys(source).filter((name) => !Object.hasOwn(fields, name))
  const wanted = Object.keys(fields).join(' | ')
  for (const name of strangers.slice(0, MOST_STRANGERS))
    complaints.push({ name: shown(name), got: shown(source[name]), wanted })
  return { values, complaints }
}

function objectOf(given: unknown): Record<string, unknown> | undefined {
  if (typeof given === 'string') return given.length <= LONGEST_STATE ? parseStateText(given) : undefined
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return undefined
  return given as Record<string, unknown>
}

/** The values that differ from `usual`. */
export function printState(fields: Fields, state: object, usual: object): Record<string, Json> {
  const printed: Record<string, Json> = {}
  for (const [name, field] of Object.entries(fields)) {
    const print = (values: object) => field.print((values as Record<string, unknown>)[name])
    const value = print(state)
    if (value !== undefined && JSON.stringify(value) !== JSON.stringify(print(usual))) printed[name] = value
  }
  return withinLimit(printed)
}

// Only texts can be that long: the longest one is dropped.
function withinLimit(state: Record<string, Json>): Record<string, Json> {
  if (stateText(state).length <= LONGEST_STATE) return state
  const [longest] = Object.entries(state).sort(
    ([, a], [, b]) => JSON.stringify(b).length - JSON.stringify(a).length,
  )
  const { [longest?.[0] ?? '']: _, ...rest } = state
  return withinLimit(rest)
}

/** "encoding=rope&length=64": nested values are such texts themselves. */
export function stateText(state: { readonly [key: string]: Json }): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(state)) {
    const nested = typeof value === 'object' && value !== null && !Array.isArray(value)
    parameters.set(name, nested ? stateText(value as { readonly [key: string]: Json }) : String(value))
  }
  return parameters.toString()
}

/** A name that comes twice has two values, which no field takes. */
function parseStateText(text: string): Record<string, string | string[]> {
  const parameters = new URLSearchParams(text)
  const values = [...new Set(parameters.keys())].map((name) => {
    const [first = '', ...more] = parameters.getAll(name)
    return [name, more.length ? [first, ...more] : first] as const
  })
  return Object.fromEntries(values)
}

function pictureOf(value: object): string {
  try {
    return JSON.stringify(value)
  } catch {
    return 'an object'
  }
}

/** A short representation of any value. */
export function shown(value: unknown): string {
  const text = typeof value === 'object' && value !== null ? pictureOf(value) : String(value)
  return text.length > 40 ? `${text.slice(0, 40)}…` : text
}
