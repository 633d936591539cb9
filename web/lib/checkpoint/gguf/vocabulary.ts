// The fields tokenizer.ggml.* of a GGUF file: tokens by number, what kind each is, merges or scores.

import { specialToken } from '../../tokenizer/files/added-tokens.js'
import type { Here } from '../weight-file.js'
import type { Metadata } from './metadata.js'

/** Kinds of tokens. */
const NORMAL = 1
const UNKNOWN = 2
const CONTROL = 3
const USER = 4
const UNUSED = 5

const SPECIAL: readonly (number | undefined)[] = [UNKNOWN, CONTROL]

/** The longest token in characters: how a token may be put together is tried at each of its characters. */
const LONGEST_TOKEN = 2000

const PREFIX = 'tokenizer.ggml.'

export class Vocabulary {
  readonly #metadata: Metadata
  readonly #here: Here
  readonly tokens: readonly string[]
  readonly #types: readonly number[]

  constructor(metadata: Metadata, here: Here) {
    this.#metadata = metadata
    this.#here = here
    const tokens = this.#list<string>('tokens', 'string')
    if (!tokens) throw this.#bad('tokens', undefined, 'a list of texts')
    const long = tokens.find(({ length }) => length > LONGEST_TOKEN)
    if (long !== undefined)
      throw this.#bad('tokens', `one of ${long.length} characters`, `at most ${LONGEST_TOKEN}`)
    this.tokens = tokens
    this.#types = this.#list<number>('token_type', 'number', tokens.length) ?? tokens.map(() => NORMAL)
  }

  has(name: string): boolean {
    return this.#field(name) !== undefined
  }

  text(name: string): string {
    const value = this.#field(name)
    if (typeof value === 'string') return value
    throw this.#bad(name, value, 'a text')
  }

  flag(name: string, fallback: boolean): boolean {
    const value = this.#field(name) ?? fallback
    if (typeof value === 'boolean') return value
    throw this.#bad(name, value, 'true or false')
  }

  /** The text of the token that a field names by its number; undefined if there is no such field. */
  named(name: string): string | undefined {
    const id = this.#field(`${name}_token_id`)
    if (id === undefined) return undefined
    const token = typeof id === 'number' ? this.tokens[id] : undefined
    if (token !== undefined) return token
    throw this.#bad(`${name}_token_id`, id, `a number below ${this.tokens.length}`)
  }

  /** Numbers by token, of those that texts may have: one that only fills the table is none of them. */
  ids(textOf: (token: string) => string = (token) => token): Map<string, number> {
    const ids = new Map<string, number>()
    for (const [id, token] of this.tokens.entries()) {
      if (this.#types[id] === UNUSED && /^\[PAD\d+\]$/.test(token)) continue
      const text = textOf(token)
      if (ids.has(text)) throw this.#bad('tokens', text, 'each token once')
      ids.set(text, id)
    }
    return ids
  }

  /** Tokens that a text is cut at. */
  added(isCut: (token: string) => boolean = () => true): object[] {
    return this.tokens.flatMap((token, id) => {
      const special = SPECIAL.includes(this.#types[id])
      if ((!special && this.#types[id] !== USER) || token === '' || !isCut(token)) return []
      return [{ id, ...specialToken(token, { special }) }]
    })
  }

  /** One for each token, if the file has them. */
  scores(): readonly number[] | undefined {
    const scores = this.#list<number>('scores', 'number', this.tokens.length)
    const bad = scores?.find((score) => !Number.isFinite(score))
    if (bad !== undefined) throw this.#bad('scores', String(bad), 'finite numbers')
    return scores
  }

  merges(ids: ReadonlyMap<string, number>): [string, string][] {
    const merges = this.#list<string>('merges', 'string')
    if (!merges) throw this.#bad('merges', undefined, 'a list of texts')
    return merges.map((merge, i) => {
      const at = merge.indexOf(' ', 1)
      const [left, right] = [merge.slice(0, at), merge.slice(at + 1)]
      if (at > 0 && ids.has(left) && ids.has(right) && ids.has(left + right)) return [left, right]
      throw this.#bad(`merges[${i}]`, merge, 'two tokens that make a third')
    })
  }

  /** The refusal of what is not known here, though it may be right. */
  unknown(name: string, got: string | undefined, known: string) {
    const wanted = `${known}; or the model's tokenizer.json as { tokenizer }`
    return this.#refusal('ERR_UNSUPPORTED', name, got, wanted)
  }

  #bad(name: string, got: unknown, wanted: string) {
    return this.#refusal('ERR_PARSE', name, got, wanted)
  }

  #refusal(code: 'ERR_PARSE' | 'ERR_UNSUPPORTED', name: string, got: unknown, wanted: string) {
    const { label, parts } = this.#here
    const shown = got === undefined ? 'nothing' : parts.show(got)
    return parts.refuse(code, `${label}, ${PREFIX}${name}`, shown, wanted)
  }

  #field(name: string): unknown {
    return this.#metadata.get(PREFIX + name)
  }

  #list<T>(name: string, type: string, length?: number): readonly T[] | undefined {
    const value = this.#field(name)
    if (value === undefined) return undefined
    const isList = Array.isArray(value) && value.every((one) => typeof one === type)
    if (!isList) throw this.#bad(name, value, `a list (${type})`)
    if (length !== undefined && value.length !== length)
      throw this.#bad(name, `${value.length} items`, `${length}, one for each token`)
    return value as T[]
  }
}
