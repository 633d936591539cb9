// Typed reading of a Hugging Face config.json. null counts as absent where transformers takes None; where it does not, it would silently
// become the default of the family, so it is refused.

import {
  type Fields,
  fieldOf,
  flagOf,
  integerOf,
  itemsOf,
  numberOf,
  numbersOf,
  textOf,
} from '../boundary/checks.js'
import { refuse, show } from '../boundary/errors.js'

export interface UnreadField {
  path: string
  key: string
  value: unknown
  overruled: boolean
}

/** Fields with a default that transformers' classes take as None, which stands for that default. */
const NULLABLE = new Set([
  'head_dim',
  'num_key_value_heads',
  'num_kv_heads',
  'n_inner',
  'ffn_hidden_size',
  'num_ln_in_parallel_attn',
  'final_logit_softcapping',
  'attn_logit_softcapping',
])

/** The paths of fields that were read, and of those without effect. */
class Notes {
  readonly read = new Set<string>()
  readonly overruled = new Set<string>()
}

/** A parsed config.json, or an object inside it. Records which fields were read, so that the others can be reported. */
export class ConfigFields {
  readonly #object: unknown
  readonly #path: string
  readonly #notes: Notes

  constructor(object: unknown, path = 'config', notes = new Notes()) {
    fieldOf(object, 'model_type', path) // throws if it is not an object
    this.#object = object
    this.#path = path
    this.#notes = notes
  }

  /** A copy with some fields replaced. */
  with(fields: Fields): ConfigFields {
    return new ConfigFields({ ...(this.#object as object), ...fields }, this.#path, this.#notes)
  }

  /** Paths of present fields that were not read; for objects that were read, those inside. */
  unread(): UnreadField[] {
    const { read, overruled } = this.#notes
    return this.keys().flatMap((key) => {
      const [path, value] = [this.path(key), this.#value(key)]
      if (value === undefined) return []
      if (!read.has(path)) return [{ path, key, value, overruled: overruled.has(path) }]
      const readByField = typeof value === 'object' && !Array.isArray(value) && !read.has(`${path}.`)
      return readByField ? new ConfigFields(value, path, this.#notes).unread() : []
    })
  }

  /** Marks a field as read that has no effect here: another field has precedence, or its condition does not hold. */
  overrule(key: string): void {
    this.#notes.overruled.add(this.path(key))
  }

  has(key: string): boolean {
    return this.#get(key) !== undefined
  }

  /** Is the field present, possibly null? */
  names(key: string): boolean {
    return this.keys().includes(key)
  }

  path(key: string): string {
    return `${this.#path}.${key}`
  }

  /** A field that is a positive integer, `most` at most. */
  count(key: string, fallback?: number, most?: number): number {
    return integerOf(this.#required(key, fallback), this.path(key), 1, most)
  }

  /** A field that is a positive integer, and that a family and transformers call by different names. */
  either(own: string, common: string, fallback: number): number {
    return this.has(own) || !this.has(common) ? this.count(own, fallback) : this.count(common)
  }

  integer(key: string, fallback: number): number {
    return integerOf(this.#required(key, fallback), this.path(key))
  }

  number(key: string, fallback?: number): number {
    return numberOf(this.#required(key, fallback), this.path(key))
  }

  /** A field that is a number above 0. */
  positive(key: string, fallback?: number): number {
    const number = this.number(key, fallback)
    if (number > 0) return number
    throw refuse('ERR_VALUE', this.path(key), String(number), 'a number above 0')
  }

  flag(key: string, fallback: boolean): boolean {
    return flagOf(this.#required(key, fallback), this.path(key))
  }

  text(key: string, fallback?: string): string {
    return textOf(this.#required(key, fallback), this.path(key))
  }

  /** A field that is a list of numbers; undefined when absent. */
  numbers(key: string): readonly number[] | undefined {
    const value = this.#get(key)
    return value === undefined ? undefined : numbersOf(value, this.path(key))
  }

  /** A field that is a list of strings; undefined when absent. */
  texts(key: string): readonly string[] | undefined {
    const value = this.#get(key)
    if (value === undefined) return undefined
    return itemsOf(value, this.path(key), 'a list of strings').map((v, i) =>
      textOf(v, `${this.path(key)}[${i}]`),
    )
  }

  /** A field that is an object; undefined when absent. */
  inner(key: string): ConfigFields | undefined {
    const value = this.#get(key)
    return value === undefined ? undefined : new ConfigFields(value, this.path(key), this.#notes)
  }

  /** Is the field an object? */
  isObject(key: string): boolean {
    return typeof this.#get(key) === 'object'
  }

  isText(key: string): boolean {
    return typeof this.#get(key) === 'string'
  }

  keys(): string[] {
    return Object.keys(this.#object as object)
  }

  /** The value of a field unchanged, with everything inside; null counts as absent. */
  raw(key: string): unknown {
    this.#notes.read.add(`${this.path(key)}.`)
    return this.#get(key)
  }

  /** The value of a field unchanged, without counting as read; null counts as absent. */
  peek(key: string): unknown {
    return this.#value(key)
  }

  #get(key: string): unknown {
    this.#notes.read.add(this.path(key))
    return this.#value(key)
  }

  #value(key: string): unknown {
    return fieldOf(this.#object, key, this.#path) ?? undefined
  }

  #isNull(key: string): boolean {
    return fieldOf(this.#object, key, this.#path) === null
  }

  #required(key: string, fallback: unknown): unknown {
    const given = this.#get(key)
    if (given === undefined && fallback !== undefined && this.#isNull(key) && !NULLABLE.has(key))
      throw refuse('ERR_VALUE', this.path(key), 'null', `a value, or no such field: ${show(fallback)}`)
    const value = given ?? fallback
    if (value === undefined) throw refuse('ERR_VALUE', this.path(key), 'nothing', 'a value')
    return value
  }
}
