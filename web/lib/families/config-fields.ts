// Reading numbers, flags and words out of a Hugging Face config.json; null counts as absent, as it does there.

import { fieldOf, flagOf, integerOf, itemsOf, numberOf, numbersOf, textOf } from '../checks.js'
import { refuse } from '../errors.js'

/** A parsed config.json, or an object inside it. */
export class ConfigFields {
  readonly #object: unknown
  readonly #path: string

  constructor(object: unknown, path = 'config') {
    fieldOf(object, 'model_type', path) // refuses what is not an object
    this.#object = object
    this.#path = path
  }

  has(key: string): boolean {
    return this.#get(key) !== undefined
  }

  path(key: string): string {
    return `${this.#path}.${key}`
  }

  /** A positive integer. */
  count(key: string, fallback?: number): number {
    return integerOf(this.#required(key, fallback), this.path(key), 1)
  }

  integer(key: string, fallback: number): number {
    return integerOf(this.#get(key) ?? fallback, this.path(key))
  }

  number(key: string, fallback?: number): number {
    return numberOf(this.#required(key, fallback), this.path(key))
  }

  flag(key: string, fallback: boolean): boolean {
    return flagOf(this.#get(key) ?? fallback, this.path(key))
  }

  text(key: string, fallback?: string): string {
    return textOf(this.#required(key, fallback), this.path(key))
  }

  /** A list of numbers, or undefined. */
  numbers(key: string): readonly number[] | undefined {
    const value = this.#get(key)
    return value === undefined ? undefined : numbersOf(value, this.path(key))
  }

  /** A list of strings, or undefined. */
  texts(key: string): readonly string[] | undefined {
    const value = this.#get(key)
    if (value === undefined) return undefined
    return itemsOf(value, this.path(key), 'a list of strings').map((v, i) =>
      textOf(v, `${this.path(key)}[${i}]`),
    )
  }

  /** An object inside, or undefined. */
  inner(key: string): ConfigFields | undefined {
    const value = this.#get(key)
    return value === undefined ? undefined : new ConfigFields(value, this.path(key))
  }

  /** Whether the value is an object. */
  isObject(key: string): boolean {
    return typeof this.#get(key) === 'object'
  }

  isText(key: string): boolean {
    return typeof this.#get(key) === 'string'
  }

  keys(): string[] {
    return Object.keys(this.#object as object)
  }

  #get(key: string): unknown {
    return fieldOf(this.#object, key, this.#path) ?? undefined
  }

  #required(key: string, fallback: unknown): unknown {
    const value = this.#get(key) ?? fallback
    if (value === undefined) throw refuse('ERR_VALUE', this.path(key), 'nothing', 'a value')
    return value
  }
}
