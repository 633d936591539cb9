// Marian's tokenizer: SentencePiece cuts a text, a vocabulary of its own numbers the pieces, and a language in front (>>de<<) is one token. As
// transformers' class has it, which is SentencePiece itself: the longest entry of its map of characters counts, and spaces are put by it.

import { type Tokenizer, Unigram } from '@huggingface/tokenizers'
import { Precompiled } from './sentencepiece-normalizer.js'

/** What a tokenizer.json of ours has beside the vocabulary, which is its model. */
export interface MarianFields {
  /** Pieces that a text is cut into, and their scores. */
  pieces: [piece: string, score: number][]
  /** The map of characters in base64. */
  charsmap: string | null
  /** Pieces that stand for no text of their own, and what is written for them. */
  reserved: Record<string, string>
  /** What decodes, where it is not the same vocabulary. */
  target: { vocab: Record<string, number>; pieces: string[] } | null
}

/** What is used of the library's tokenizer. */
interface Parts {
  model: { encode(texts: string[]): string[]; vocab: string[] }
  decoder: { decode(tokens: string[]): string }
  added_tokens: readonly { id: number; content: string }[]
  special_tokens: readonly string[]
}

const MARK = '▁'
/** What the splitter takes characters without a piece for: pieces have no spaces. */
const UNKNOWN = ' '

/** Lets the tokenizer of a vocabulary encode and decode as Marian's. */
export function speakMarian(tokenizer: Tokenizer, fields: MarianFields): void {
  const { model, decoder, added_tokens, special_tokens } = tokenizer as unknown as Parts
  const { pieces, charsmap, reserved, target } = fields
  const cut = cutter(pieces, charsmap === null ? undefined : new Precompiled(charsmap))
  model.encode = (texts) => texts.flatMap(cut)
  if (target) model.vocab = numbered(target.vocab, added_tokens)
  const known = new Set(target ? target.pieces : pieces.map(([piece]) => piece))
  const special = new Set(special_tokens)
  const shown = new Map(Object.entries(reserved))
  decoder.decode = (tokens) => joined(tokens, special, (token) => shown.get(token), known)
}

function numbered(vocab: Record<string, number>, added: Parts['added_tokens']): string[] {
  const names: string[] = []
  for (const [token, id] of Object.entries(vocab)) names[id] = token
  for (const { id, content } of added) names[id] = content
  return names
}

function cutter(pieces: MarianFields['pieces'], map: Precompiled | undefined): (text: string) => string[] {
  const known = new Set(pieces.map(([piece]) => piece))
  const splitter = new Unigram({ type: 'Unigram', unk_id: 0, vocab: [[UNKNOWN, 0], ...pieces] }, '')
  return (text) => {
    const code = codeOf(text)
    const rest = spaced(map ? map.partsOf(text.slice(code.length)) : [...text.slice(code.length)])
    const cut = rest === '' ? [] : together(splitter.tokenize(rest), known)
    return code === '' ? cut : [code, ...cut]
  }
}

/** A language in front of a text; '' if there is none. */
function codeOf(text: string): string {
  const end = text.startsWith('>>') ? text.indexOf('<<') : -1
  return end < 0 ? '' : text.slice(0, end + 2)
}

/** Marks for spaces: one in front, one between words, none behind. */
function spaced(parts: readonly string[]): string {
  let [text, afterSpace] = ['', true]
  for (const part of parts) {
    const kept = afterSpace ? part.replace(/^ +/, '') : part
    if (kept === '') continue
    text += kept
    afterSpace = kept.endsWith(' ')
  }
  return (MARK + text.replaceAll(' ', MARK)).replace(/▁+$/, '')
}

/** Characters in a row that have no piece are one, which may be in the vocabulary. */
function together(cut: readonly string[], known: ReadonlySet<string>): string[] {
  const names: string[] = []
  let run = ''
  for (const name of cut) {
    if (!known.has(name)) run += name
    else {
      if (run !== '') names.push(run)
      names.push(name)
      run = ''
    }
  }
  if (run !== '') names.push(run)
  return names
}

/** The text of pieces between special tokens; the mark in front of it is no space where the model has the piece. */
function joined(
  tokens: readonly string[],
  special: ReadonlySet<string>,
  shown: (token: string) => string | undefined,
  known: ReadonlySet<string>,
): string {
  let [text, run] = ['', '']
  for (const token of tokens) {
    if (special.has(token)) [text, run] = [`${text}${run}${token} `, '']
    else if (run === '' && known.has(token) && token.startsWith(MARK)) run = token.slice(1)
    else run += shown(token) ?? token
  }
  return (text + run).replaceAll(MARK, ' ').trim()
}
