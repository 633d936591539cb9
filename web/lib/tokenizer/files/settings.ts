// What tokenizer_config.json, special_tokens_map.json and added_tokens.json say. A list of added tokens in the first replaces the others.

import { type AddedToken, addedIn, decoderIn, type PlacedToken, tokenIn } from './added-tokens.js'
import type { Fields, Given } from './given.js'

const CONFIG = 'tokenizer_config.json'
const MAP = 'special_tokens_map.json'

/** The named tokens of every class, in the order in which they are added. */
const NAMED = [
  'bos_token',
  'eos_token',
  'unk_token',
  'sep_token',
  'pad_token',
  'cls_token',
  'mask_token',
] as const

export type TokenNames = { readonly [name in (typeof NAMED)[number]]?: string }

export interface Defaults {
  /** The named tokens of a class where no file says otherwise. */
  tokens: TokenNames
  /** The one that takes the space in front of it, where its text alone is given. */
  spaced?: keyof TokenNames
}

export class Settings {
  readonly #given: Given
  readonly #own: Fields
  readonly #fields: Fields
  /** Those that come first: with an id. */
  readonly #added: readonly PlacedToken[]

  constructor(given: Given) {
    this.#given = given
    this.#own = given.json(CONFIG)
    const { added_tokens_decoder: decoder, split_special_tokens: splits } = this.#own
    if (splits === true)
      throw given.parts.refuse('ERR_UNSUPPORTED', `${CONFIG}.split_special_tokens`, 'true', 'false')
    this.#fields = decoder === undefined ? { ...this.#own, ...given.json(MAP) } : this.#own
    this.#added =
      decoder === undefined
        ? addedIn(given, (content) => this.#isSpecial(content))
        : decoderIn(given, decoder)
  }

  /** A name that transformers would look up, without what it has in common with its older twin. */
  get className(): unknown {
    return this.#own.tokenizer_class
  }

  has(name: string): boolean {
    return (this.#fields[name] ?? null) !== null
  }

  flag(name: string, fallback: boolean): boolean {
    return this.has(name) ? this.#given.parts.flagOf(this.#fields[name], `${CONFIG}.${name}`) : fallback
  }

  text(name: string, fallback: string): string {
    return this.has(name) ? this.#given.parts.textOf(this.#fields[name], `${CONFIG}.${name}`) : fallback
  }

  count(name: string, fallback: number): number {
    return this.has(name)
      ? this.#given.parts.integerOf(this.#fields[name], `${CONFIG}.${name}`, 0, 10_000)
      : fallback
  }

  /** The named token of a class; undefined where the files say that it has none. */
  named(name: string, { tokens, spaced }: Defaults): AddedToken | undefined {
    const value = Object.hasOwn(this.#fields, name) ? this.#fields[name] : tokens[name as keyof TokenNames]
    if (value === null || value === undefined) return undefined
    const alone = tokenIn(this.#given, value, `${CONFIG}.${name}`)
    const token = name === spaced && typeof value === 'string' ? { ...alone, lstrip: true } : alone
    const listed = this.#added.find((one) => one.token.content === token.content)
    return { ...(listed?.token ?? token), special: true }
  }

  /** All tokens to add; `others` are those of the class, unless tokenizer_config.json lists others. */
  tokens(defaults: Defaults, others: readonly AddedToken[] | undefined): PlacedToken[] {
    const names = [...new Set([...NAMED, ...Object.keys(this.#fields).filter((name) => this.#isToken(name))])]
    const named = names.map((name) => this.named(name, defaults)).filter((token) => token !== undefined)
    const added = [...this.#added].sort((a, b) => Number(a.id) - Number(b.id))
    const isNamed = new Set(named.map(({ content }) => content))
    return [
      ...added.map(({ id, token }) => ({
        ...(id !== undefined && { id }),
        token: isNamed.has(token.content) ? { ...token, special: true } : token,
      })),
      ...[...named, ...(this.#listed(this.#own) ?? others ?? this.#listed(this.#fields) ?? [])].map(
        (token) => ({
          token,
        }),
      ),
    ]
  }

  /** extra_special_tokens and its older name: a list, or tokens by a name. */
  #listed(fields: Fields): AddedToken[] | undefined {
    const name = ['extra_special_tokens', 'additional_special_tokens'].find(
      (one) => (fields[one] ?? null) !== null,
    )
    if (name === undefined) return undefined
    const argument = `${CONFIG}.${name}`
    const list = Array.isArray(fields[name])
      ? fields[name]
      : Object.values(this.#given.parts.fieldsOf(fields[name], argument))
    return list.map((value, i) => tokenIn(this.#given, value, `${argument}[${i}]`))
  }

  #isToken(name: string): boolean {
    const value = this.#fields[name]
    return (
      name.endsWith('_token') && (typeof value === 'string' || (typeof value === 'object' && value !== null))
    )
  }

  #isSpecial(content: string): boolean {
    const named = NAMED.map((name) => this.#fields[name]).filter((value) => (value ?? null) !== null)
    const tokens = named.map((value) => tokenIn(this.#given, value, MAP))
    return [...tokens, ...(this.#listed(this.#own) ?? [])].some((token) => token.content === content)
  }
}
