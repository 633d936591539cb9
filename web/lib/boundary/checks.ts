// Checks of arguments. Each value is read once, so that getters and proxies cannot change it afterwards; errors name the argument.

import { refuse, show, WhereformerError } from './errors.js'
import { isAbortSignal, isUrl, typedArrayName } from './kinds.js'
import { NOTHING } from './raw.js'

export type Fields = Readonly<Record<string, unknown>>

/** The largest position or count: up to it float32 holds every whole number. */
export const LARGEST_POSITION = 2 ** 24

/** Runs user-supplied code (getters, iterators); whatever it throws becomes an error about `argument`. */
export function reading<T>(argument: string, read: () => T): T {
  try {
    return read()
  } catch (cause) {
    throw unreadable(argument, cause)
  }
}

function unreadable(argument: string, cause: unknown): WhereformerError {
  if (cause instanceof WhereformerError) return cause
  const message = `${argument}: got an object that throws when read, wanted plain data`
  return new WhereformerError('ERR_TYPE', message, { cause })
}

/** One field of an object, read once. */
export function fieldOf(value: unknown, key: string, argument: string): unknown {
  if (typeof value !== 'object' || value === null)
    throw refuse('ERR_TYPE', argument, show(value), 'an object')
  try {
    return (value as Fields)[key]
  } catch (cause) {
    throw unreadable(`${argument}.${key}`, cause)
  }
}

/** Every enumerable field of an object, each read once. */
export function fieldsOf(value: unknown, argument: string): Fields {
  return Object.fromEntries(keysOf(value, argument).map((key) => [key, fieldOf(value, key, argument)]))
}

function keysOf(value: unknown, argument: string): string[] {
  if (typeof value !== 'object' || value === null)
    throw refuse('ERR_TYPE', argument, show(value), 'an object')
  return reading(argument, () => Object.keys(value))
}

const MOST_LEVELS = 64

/** Refuses objects nested so deeply (or cyclically) that recursion would overflow the stack. */
export function requireShallow(value: unknown, argument: string): void {
  let level: ReadonlySet<unknown> = new Set([value])
  for (let depth = 0; depth < MOST_LEVELS; depth++) {
    level = reading(argument, () => insideOf(level))
    if (level.size === 0) return
  }
  const got = `objects more than ${MOST_LEVELS} levels deep`
  throw refuse('ERR_VALUE', argument, got, `at most ${MOST_LEVELS} levels`)
}

function insideOf(level: ReadonlySet<unknown>): ReadonlySet<unknown> {
  const inside = new Set<unknown>()
  for (const one of level) {
    if (typeof one !== 'object' || one === null || ArrayBuffer.isView(one)) continue
    for (const value of Object.values(one)) if (typeof value === 'object' && value !== null) inside.add(value)
  }
  return inside
}

/** An options object: `undefined` means none, a key outside `known` is refused, a field set to undefined counts as absent. */
export function optionsOf<K extends string>(
  value: unknown,
  argument: string,
  known: readonly K[],
): Options<K> {
  if (value === undefined) return {}
  const stranger = keysOf(value, argument).find((key) => !known.includes(key as K))
  if (stranger !== undefined) {
    throw refuse('ERR_VALUE', `${argument}.${stranger}`, 'an unknown option', oneOf(known))
  }
  const given: { [key in K]?: unknown } = {}
  for (const key of known) given[key] = fieldOf(value, key, argument)
  return given
}

export type Options<K extends string> = { readonly [key in K]?: unknown }

export function oneOf(values: readonly string[]): string {
  return `one of: ${values.join(', ')}`
}

export function numberOf(value: unknown, argument: string, wanted = 'a finite number'): number {
  if (typeof value !== 'number') throw refuse('ERR_TYPE', argument, show(value), wanted)
  if (!Number.isFinite(value)) throw refuse('ERR_VALUE', argument, String(value), wanted)
  return value
}

export function integerOf(value: unknown, argument: string, least = 0, most = LARGEST_POSITION): number {
  const wanted = `an integer from ${least} to ${most}`
  const number = numberOf(value, argument, wanted)
  if (!Number.isInteger(number) || number < least || number > most) {
    throw refuse('ERR_VALUE', argument, String(number), wanted)
  }
  return number
}

export function flagOf(value: unknown, argument: string): boolean {
  if (typeof value !== 'boolean') throw refuse('ERR_TYPE', argument, show(value), 'true or false')
  return value
}

export function addressOf(value: unknown, argument: string): string | URL | undefined {
  return value === undefined || isUrl(value) ? value : textOf(value, argument)
}

export function textOf(value: unknown, argument: string): string {
  if (typeof value !== 'string') throw refuse('ERR_TYPE', argument, show(value), 'a string')
  return value
}

export function choiceOf<const T extends string>(value: unknown, argument: string, choices: readonly T[]): T {
  const text = textOf(value, argument)
  const choice = choices.find((c) => c === text)
  if (choice === undefined) throw refuse('ERR_VALUE', argument, show(text), oneOf(choices))
  return choice
}

/** A list or typed array of numbers, copied into a plain array. */
export function numbersOf(value: unknown, argument: string): number[] {
  return itemsOf(value, argument, 'a list of numbers').map((v, i) => numberOf(v, `${argument}[${i}]`))
}

/** The items of an array or typed array, each read once; anything longer than `most` is refused before it is read. */
export function itemsOf(
  value: unknown,
  argument: string,
  wanted: string,
  most = LARGEST_POSITION,
): unknown[] {
  if (!isList(value, argument) && !isNumericView(value))
    throw refuse('ERR_TYPE', argument, show(value), wanted)
  const list = value as ArrayLike<unknown>
  const length = reading(argument, () => list.length)
  if (length > most) throw refuse('ERR_SHAPE', argument, `${length} items`, `at most ${most}`)
  return reading(argument, () => {
    const items = new Array<unknown>(length)
    for (let i = 0; i < length; i++) items[i] = list[i]
    return items
  })
}

/** Array.isArray, without an uncaught TypeError for a revoked proxy. */
export function isList(value: unknown, argument: string): boolean {
  return reading(argument, () => Array.isArray(value))
}

function isNumericView(value: unknown): boolean {
  const name = typedArrayName(value)
  return name !== undefined && !name.startsWith('Big')
}

/** Checked position ids: finite, from `least` to 2^24, also fractional. Why none is negative: docs/decisions/0003. */
export function positionsOf(value: unknown, argument: string, least = 0): Float32Array {
  const wanted = `a position from ${least} to 2^24`
  const items = itemsOf(value, argument, 'a list of numbers')
  const positions = new Float32Array(items.length)
  for (const [i, item] of items.entries()) {
    const fits = typeof item === 'number' && item >= least && item <= LARGEST_POSITION
    if (!fits) throw refusedPosition(item, `${argument}[${i}]`, wanted)
    positions[i] = item
  }
  return positions
}

function refusedPosition(item: unknown, argument: string, wanted: string): WhereformerError {
  const given = numberOf(item, argument)
  const shifted =
    given < 0 ? `${wanted}; where distances count, add the same number to every position` : wanted
  return refuse('ERR_VALUE', argument, String(given), shifted)
}

/** The maximum of a list of any length (Math.max is limited by the stack); −Infinity of an empty one. */
export function largest(numbers: Iterable<number>): number {
  let most = Number.NEGATIVE_INFINITY
  for (const number of numbers) most = Math.max(most, number)
  return most
}

/** The minimum of a list of any length; Infinity of an empty one. */
export function smallest(numbers: Iterable<number>): number {
  let least = Number.POSITIVE_INFINITY
  for (const number of numbers) least = Math.min(least, number)
  return least
}

/** Position ids start, start + 1, … */
export function consecutive(length: number, start = 0): Float32Array {
  const numbers = new Float32Array(length)
  for (let i = 0; i < length; i++) numbers[i] = start + i
  return numbers
}

export function signalOf(value: unknown, argument: string): AbortSignal | undefined {
  if (value === undefined) return undefined
  if (isAbortSignal(value)) return value
  throw refuse('ERR_TYPE', argument, show(value), 'an AbortSignal')
}

export function callbackOf<T>(value: unknown, argument: string): T | undefined {
  if (value === undefined) return undefined
  if (typeof value !== 'function') throw refuse('ERR_TYPE', argument, show(value), 'a function')
  return value as T
}

/** A list of strings, each one of `known`; undefined is an empty list. */
export function choicesOf<const T extends string>(
  value: unknown,
  argument: string,
  known: readonly T[],
): Set<T> {
  if (value === undefined) return new Set()
  const names = itemsOf(value, argument, `a list of ${known.join(', ')}`, 16)
  return new Set(names.map((name, i) => choiceOf(name, `${argument}[${i}]`, known)))
}

/** Checked positions, one per token; absent = empty, which the core reads as 0, 1, 2 … */
export function positionsOfLength(value: unknown, length: number, argument: string): Float32Array {
  if (value === undefined) return NOTHING
  const positions = positionsOf(value, argument)
  if (positions.length !== length) {
    throw refuse('ERR_SHAPE', argument, `${positions.length} positions`, `${length}, one per token`)
  }
  return positions
}
