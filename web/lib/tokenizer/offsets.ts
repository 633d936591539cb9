// Which part of a text each token stands for: the rules of a tokenizer once more, over texts whose UTF-16 units know where they come from.
// As `offset_mapping` of Hugging Face's library, which counts code points: what a rule inserts belongs to the character beside it, what it
// composes to the first of its characters, and a part of a character's bytes to the whole character. What cannot be told is refused.

import type { Tokenizer } from '@huggingface/tokenizers'
import { refuse, show } from '../boundary/errors.js'

/** [start, end) in UTF-16 code units of the text. */
export type Span = [start: number, end: number]

interface PlacedToken {
  name: string
  span: Span
}

/** A text, and the part of the original text that each of its units stands for. */
interface Placed {
  text: string
  at: readonly Span[]
}

// What is used of the library's rules.
interface Rule {
  config?: { type?: string; prepend?: string; content?: string }
  pattern?: RegExp | null
  normalizers?: Rule[]
  tokenizers?: (Rule | null)[]
  byte_encoder?: unknown
  str_rep?: string
  normalize(text: string): string
  pre_tokenize(text: string, options: object): string[]
}

interface Model {
  (pieces: string[]): string[]
  config: { type?: string; continuing_subword_prefix?: string | null }
  tokens_to_ids: Map<string, number>
  unk_token?: string
  unk_token_id?: number
  fuse_unk: boolean
  byte_fallback?: boolean
  end_of_word_suffix?: string | null
}

interface Splitter {
  split(text: string): string[]
}

type Added = Map<string, { id: number; lstrip: boolean; rstrip: boolean }>

interface Parts {
  splitter_unnormalized: Splitter
  splitter_normalized: Splitter
  added_tokens_map: Added
  normalizer: Rule | null
  pre_tokenizer: Rule | null
  model: Model
  post_processor:
    | ((tokens: PlacedToken[], pair: null, special: boolean) => { tokens: (PlacedToken | string)[] })
    | null
}

/** What of a post-processor concerns offsets. */
export interface Processor {
  trim_offsets?: boolean
  add_prefix_space?: boolean
  processors?: Processor[]
}

/** The post-processor that leaves spaces out of offsets, if there is one. */
export function trimsOf(processor: Processor | null | undefined): Processor | undefined {
  return [processor, ...(processor?.processors ?? [])].find((one) => one?.trim_offsets === true) ?? undefined
}

/** The ids of a text, and the part of it that each stands for; [0, 0] for special tokens that are added. */
export function placedIds(
  tokenizer: Tokenizer,
  text: string,
  special: boolean,
  trims: Processor | undefined,
): { id: number | undefined; span: Span }[] {
  const { added_tokens_map: added, model, post_processor: process } = tokenizer as unknown as Parts
  const found = placedTokens(tokenizer as unknown as Parts, text)
  const tokens = trims
    ? found.map((token, i) =>
        trimmed(token, trims.add_prefix_space === true && (i === 0 || token.span[0] === 0)),
      )
    : found
  const all = process ? process(tokens, null, special).tokens : tokens // they move tokens and look at none
  return all.map((token) => {
    const { name, span }: PlacedToken = typeof token === 'string' ? { name: token, span: [0, 0] } : token
    return { id: added.get(name)?.id ?? model.tokens_to_ids.get(name) ?? model.unk_token_id, span }
  })
}

function placedTokens(parts: Parts, text: string): PlacedToken[] {
  const { added_tokens_map: added, normalizer, pre_tokenizer, model } = parts
  const whole = { text, at: spansOf(text).flatMap((span) => Array(span[1] - span[0]).fill(span)) }
  return cut(parts.splitter_unnormalized, added, whole, (part, section_index) => {
    const normal = normalizer ? normalized(normalizer, part) : part
    return cut(parts.splitter_normalized, added, normal, (rest) => {
      const pieces = pre_tokenizer ? split(pre_tokenizer, rest, { section_index }) : [rest]
      return pieces.flatMap((piece) => tokensOf(model, piece))
    })
  })
}

// Offsets without the spaces that a byte-level token begins or ends with, except for the one that was put in front of a text.
function trimmed({ name, span: [start, end] }: PlacedToken, first: boolean): PlacedToken {
  const count = (spaces: RegExp) => spaces.exec(name)?.[0].length ?? 0
  const [before, behind] = [count(/^[Ġ\s]+/u), count(/[Ġ\s]+$/u)]
  const from = Math.min(start + Math.max(before - Number(first), 0), end)
  return { name, span: [from, behind === name.length ? from : Math.max(end - behind, from)] }
}

/** Where parts that follow each other are in the whole. */
function spansOf(parts: Iterable<string>): Span[] {
  let end = 0
  return Array.from(parts, (part) => {
    const start = end
    end += part.length
    return [start, end]
  })
}

function slice({ text, at }: Placed, from: number, to?: number): Placed {
  return { text: text.slice(from, to), at: at.slice(from, to) }
}

// Cuts out added tokens; they take the spaces that they strip.
function cut(
  splitter: Splitter,
  added: Added,
  { text, at }: Placed,
  tokensOfPart: (part: Placed, index: number) => PlacedToken[],
): PlacedToken[] {
  const parts = spansOf(splitter.split(text))
  const textOf = ([from, to]: Span) => text.slice(from, to)
  const whole = parts.map(([from, to], i): Span => {
    const token = added.get(text.slice(from, to))
    const [before, after] = [parts[i - 1], parts[i + 1]]
    if (token?.lstrip && before) before[1] = before[0] + textOf(before).trimEnd().length
    if (token?.rstrip && after) after[0] = after[1] - textOf(after).trimStart().length
    return [token?.lstrip && before ? before[1] : from, token?.rstrip && after ? after[0] : to]
  })
  return parts.flatMap((part, i) => {
    const name = textOf(part)
    if (name === '') return []
    if (!added.has(name)) return tokensOfPart(slice({ text, at }, part[0], part[1]), i)
    const [from, to] = whole[i] as Span
    return [{ name, span: around(at.slice(from, to)) }]
  })
}

function around(spans: readonly Span[]): Span {
  return [spans[0]?.[0] ?? 0, spans.at(-1)?.[1] ?? 0]
}

function normalized(rule: Rule, from: Placed): Placed {
  if (rule.normalizers) return rule.normalizers.reduce((text, inner) => normalized(inner, text), from)
  const text = rule.normalize(from.text)
  const { type, prepend = '', content = '' } = rule.config ?? {}
  if (type === 'Strip') return slice(from, from.text.indexOf(text), from.text.indexOf(text) + text.length)
  if (text === from.text) return from
  const placed =
    type === 'Prepend'
      ? { text: prepend + from.text, at: [...Array(prepend.length).fill(from.at[0]), ...from.at] }
      : type === 'Replace' && rule.pattern
        ? replaced(rule.pattern, content, from)
        : composed((part) => rule.normalize(part), from)
  return placed.text === text ? placed : untold(from.text)
}

// What is inserted belongs to the last character that it replaces.
function replaced(pattern: RegExp, content: string, from: Placed): Placed {
  const [texts, spans]: [string[], Span[]] = [[], []]
  let end = 0
  const keep = (to?: number) => {
    texts.push(from.text.slice(end, to))
    for (const span of from.at.slice(end, to)) spans.push(span)
  }
  for (const { 0: found, index } of from.text.matchAll(pattern)) {
    keep(index)
    end = index + found.length
    texts.push(content)
    const last = from.at[end - 1] ?? untold(from.text)
    for (let unit = 0; unit < content.length; unit++) spans.push(last)
  }
  keep()
  return { text: texts.join(''), at: spans }
}

// A rule that turns single characters into others, or neighbours that belong together: where it gives the same apart and together, it
// does not join them.
function composed(rule: (text: string) => string, from: Placed): Placed {
  const [texts, spans]: [string[], Span[]] = [[], []]
  let [group, made, members]: [string, string, Span[]] = ['', '', []]
  const finish = () => {
    texts.push(made)
    let i = 0
    for (const point of made) {
      const span = members[Math.min(i++, members.length - 1)] as Span
      for (let unit = 0; unit < point.length; unit++) spans.push(span)
    }
  }
  let unit = 0
  for (const point of from.text) {
    const [alone, both] = [rule(point), rule(group + point)]
    const apart = both === made + alone
    if (apart) finish()
    ;[group, made, members] = apart ? [point, alone, []] : [group + point, both, members]
    members.push(from.at[unit] as Span)
    unit += point.length
  }
  finish()
  return { text: texts.join(''), at: spans }
}

const utf8 = new TextEncoder()

function split(rule: Rule, from: Placed, options: object): Placed[] {
  if (rule.tokenizers)
    return rule.tokenizers.reduce(
      (pieces, inner) => (inner ? pieces.flatMap((piece) => split(inner, piece, options)) : pieces),
      [from],
    )
  const pieces = rule.pre_tokenize(from.text, options)
  const own = rule.byte_encoder ? bytesOf(from) : rule.str_rep ? from.at : undefined
  return own ? consecutive(pieces, own, from.text) : within(pieces, from)
}

// The places of bytes, which the library writes as a unit each.
function bytesOf({ text, at }: Placed): Span[] {
  let unit = 0
  return [...text].flatMap((point) => {
    const span = at[unit] as Span
    unit += point.length
    return Array(utf8.encode(point).length).fill(span)
  })
}

// Pieces that have every unit, and a space in front if one was added.
function consecutive(pieces: string[], units: readonly Span[], text: string): Placed[] {
  const extra = pieces.join('').length - units.length
  const at = extra === 1 ? [units[0] as Span, ...units] : units
  if (extra > 1 || extra < 0) untold(text)
  return spansOf(pieces).map(([from, to], i) => ({ text: pieces[i] as string, at: at.slice(from, to) }))
}

// Pieces in the order of the text, between which something may be left out: the earliest places are the only ones if they are the latest.
function within(pieces: string[], from: Placed): Placed[] {
  const { text } = from
  let [start, end] = [0, text.length]
  const latest = pieces.map((_, i) => {
    const piece = pieces.at(-1 - i) as string
    end = end < piece.length ? -1 : text.lastIndexOf(piece, end - piece.length)
    return end
  })
  return pieces.map((piece, i) => {
    const found = text.indexOf(piece, start)
    if (found < 0 || found !== latest.at(-1 - i)) untold(text)
    start = found + piece.length
    return slice(from, found, start)
  })
}

function tokensOf(model: Model, { text, at }: Placed): PlacedToken[] {
  const names = model([text])
  const { continuing_subword_prefix: prefix, type } = model.config
  if (type === 'WordPiece' && names.length === 1 && names[0] === model.unk_token)
    return [{ name: names[0] as string, span: around(at) }]
  const suffix = model.end_of_word_suffix ?? ''
  let [end, bytes] = [0, 0]
  const placed = names.map((name) => {
    const start = end
    const inside = start > 0 && prefix && name.startsWith(prefix) ? name.slice(prefix.length) : name
    const plain = [inside, suffix && inside.endsWith(suffix) ? inside.slice(0, -suffix.length) : '']
    const found = plain.find((part) => part && text.startsWith(part, start))
    const point = String.fromCodePoint(text.codePointAt(start) ?? 0)
    if (found && !bytes) end += found.length
    else if (model.byte_fallback && /^<0x..>$/.test(name)) {
      bytes ||= utf8.encode(point).length
      bytes--
      const span = at[start] as Span
      if (bytes === 0) end += point.length
      return { name, span }
    } else if (name === model.unk_token) end = unknownFrom(model, text, start + point.length)
    else untold(text)
    return { name, span: around(at.slice(start, end)) }
  })
  return end === text.length ? placed : untold(text)
}

// The end of a run of unknown characters, which may be one token.
function unknownFrom({ fuse_unk: fuse, tokens_to_ids: ids }: Model, text: string, start: number): number {
  let end = start
  if (fuse)
    for (const point of text.slice(start)) {
      if (ids.has(point)) break
      end += point.length
    }
  return end
}

/** Refuses a text whose characters cannot be told from what the rules make of it. */
export function untold(text: string): never {
  throw refuse(
    'ERR_UNSUPPORTED',
    'options.offsets',
    `${show(text)}, whose characters are not told by what the tokenizer makes of them`,
    'a text with one place for each token',
  )
}
