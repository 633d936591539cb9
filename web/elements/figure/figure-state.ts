// The state of a figure as plain JSON and as the text of a link. Read field by field; unknown keys are ignored.

import type { Fields, Json } from './fields.js'

/** The longest text of a state. */
export const LONGEST_STATE = 2000

/** A rejected value and what was wanted. */
export interface Complaint {
  name: string
  got: string
  wanted: string
}

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

function parseStateText(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text))
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
