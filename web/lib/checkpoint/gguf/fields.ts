// Metadata of a GGUF file, read by name; what was not read would change the model, and is refused.

import type { Here, ReaderParts } from '../weight-file.js'
import type { Metadata, Value } from './metadata.js'

const { fround } = Math

/** The shortest number that has the same float32: 1e-5, where the file holds 9.99999974737875e-6. */
function shortest(value: number): number {
  if (fround(value) !== value) return value
  for (let digits = 1; digits < 9; digits++) {
    const short = Number(value.toPrecision(digits))
    if (fround(short) === value) return short
  }
  return Number(value.toPrecision(9))
}

export const GIVE_CONFIG = 'give the config.json of the model that it was made from'

export class Fields {
  readonly #metadata: Metadata
  readonly #label: string
  readonly #parts: ReaderParts
  readonly #read = new Set<string>()
  readonly architecture: string

  constructor(metadata: Metadata, { label, parts }: Here) {
    this.#metadata = metadata
    this.#label = label
    this.#parts = parts
    this.architecture = this.text('general.architecture')
  }

  /** A field of the architecture: `.context_length`; any other by its whole name. */
  get(key: string): Value | undefined {
    const name = this.#name(key)
    this.#read.add(name)
    return this.#metadata.get(name)
  }

  text(key: string, fallback?: string): string {
    const value = this.get(key) ?? fallback
    if (typeof value === 'string') return value
    throw this.bad(key, value, 'a text')
  }

  number(key: string, fallback?: number): number {
    const value = this.get(key) ?? fallback
    if (typeof value === 'number' && Number.isFinite(value)) return shortest(value)
    throw this.bad(key, value, 'a finite number')
  }

  count(key: string, fallback?: number): number {
    const value = this.#same(key) ?? fallback
    if (typeof value === 'number' && Number.isSafeInteger(value) && value > 0) return value
    throw this.bad(key, value, 'a positive integer')
  }

  // One number for all layers, or a list of the same.
  #same(key: string): Value | undefined {
    const value = this.get(key)
    if (!Array.isArray(value)) return value
    if (value.length > 0 && value.every((one) => one === value[0])) return value[0]
    throw this.#parts.refuse(
      'ERR_UNSUPPORTED',
      this.#argument(key),
      'other numbers in other layers',
      'the same in all layers',
    )
  }

  /** Refuses a field with another value than the ones that change nothing. */
  require(key: string, ...allowed: readonly (Value | undefined)[]): void {
    const value = this.get(key)
    if (value === undefined || allowed.includes(value)) return
    throw this.unsupported(key, value, `${this.#parts.show(allowed[0])}; ${GIVE_CONFIG}`)
  }

  unsupported(key: string, value: Value, wanted: string) {
    const { refuse, show } = this.#parts
    return refuse('ERR_UNSUPPORTED', this.#argument(key), show(value), wanted)
  }

  /** Refuses fields of the architecture that were not read. */
  requireAllRead(): void {
    const own = `${this.architecture}.`
    const left = [...this.#metadata.keys()].filter((key) => key.startsWith(own) && !this.#read.has(key))
    if (left.length === 0) return
    const { refuse } = this.#parts
    throw refuse('ERR_UNSUPPORTED', this.#label, `metadata with ${left.join(', ')}`, `none; ${GIVE_CONFIG}`)
  }

  bad(key: string, value: unknown, wanted: string) {
    const { refuse, show } = this.#parts
    return refuse('ERR_PARSE', this.#argument(key), value === undefined ? 'nothing' : show(value), wanted)
  }

  #name(key: string): string {
    return key.startsWith('.') ? this.architecture + key : key
  }

  #argument(key: string): string {
    return `${this.#label}, ${this.#name(key)}`
  }
}
