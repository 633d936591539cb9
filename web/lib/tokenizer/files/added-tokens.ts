// Tokens that a text is cut at: named ones ([CLS], <s> …) and those that files add. As the library does it, each has the id that the
// vocabulary gives it, or else the next one, in the order in which they come.

import type { Fields, Given } from './given.js'

export interface AddedToken {
  content: string
  single_word: boolean
  lstrip: boolean
  rstrip: boolean
  normalized: boolean
  special: boolean
}

export function specialToken(content: string, flags: Partial<AddedToken> = {}): AddedToken {
  const special = { single_word: false, lstrip: false, rstrip: false, normalized: false, special: true }
  return { content, ...special, ...flags }
}

/** A token that a file describes by its text or by its fields. */
export function tokenIn(given: Given, value: unknown, argument: string): AddedToken {
  if (typeof value === 'string') return specialToken(value)
  const fields = given.parts.fieldsOf(value, argument)
  const flag = (name: string, fallback: boolean) =>
    fields[name] === undefined || fields[name] === null
      ? fallback
      : given.parts.flagOf(fields[name], `${argument}.${name}`)
  const special = flag('special', false)
  return {
    content: given.parts.textOf(fields.content, `${argument}.content`),
    single_word: flag('single_word', false),
    lstrip: flag('lstrip', false),
    rstrip: flag('rstrip', false),
    normalized: flag('normalized', !special),
    special,
  }
}

/** A token, and the id that a file says it has. */
export interface PlacedToken {
  token: AddedToken
  id?: number
}

/** added_tokens_decoder of tokenizer_config.json. */
export function decoderIn(given: Given, decoder: unknown): PlacedToken[] {
  const argument = 'tokenizer_config.json.added_tokens_decoder'
  return Object.entries(given.parts.fieldsOf(decoder, argument)).map(([key, value]) => ({
    id: given.parts.integerOf(Number(key), `${argument}[${key}]`),
    token: tokenIn(given, value, `${argument}[${key}]`),
  }))
}

/** added_tokens.json: ids by token. */
export function addedIn(given: Given, isSpecial: (content: string) => boolean): PlacedToken[] {
  return Object.entries(given.json('added_tokens.json')).map(([content, id]) => {
    const special = isSpecial(content)
    return {
      id: given.parts.integerOf(id, `added_tokens.json[${JSON.stringify(content)}]`),
      token: specialToken(content, { special, normalized: !special }),
    }
  })
}

/** The list added_tokens of a tokenizer.json. Adds tokens that the vocabulary does not have to its ids. */
export function withIds(given: Given, tokens: readonly PlacedToken[], ids: Map<string, number>): Fields[] {
  const size = ids.size
  const added = new Map<string, Fields & { id: number }>()
  let largest = -1
  for (const { token, id: wanted } of tokens) {
    const { content } = token
    if (content === '' || added.has(content)) continue
    const id = ids.get(content) ?? Math.max(size, largest + 1)
    if (wanted !== undefined && wanted !== id)
      throw given.parts.refuse(
        'ERR_PARSE',
        'tokenizer',
        `${content} as token ${wanted}`,
        `token ${id}, which comes next`,
      )
    largest = Math.max(largest, id)
    ids.set(content, id)
    added.set(content, { id, ...token })
  }
  return [...added.values()].sort((a, b) => a.id - b.id)
}
