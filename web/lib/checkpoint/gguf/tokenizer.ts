// The tokenizer.json that the metadata of a GGUF file stand for. Names of rules that are not known here are refused: others would give other
// tokens.

import { specialToken } from '../../tokenizer/files/added-tokens.js'
import { mergesOf } from '../../tokenizer/files/merges.js'
import { MARK, spacesBack } from '../../tokenizer/files/spaces.js'
import { template } from '../../tokenizer/files/tokenizer-class.js'
import { LLAMA3, QWEN, split, TEKKEN } from '../../tokenizer/files/word-splits.js'
import type { Here } from '../weight-file.js'
import type { Metadata } from './metadata.js'
import { Vocabulary } from './vocabulary.js'

/** Undefined where the file has no vocabulary. */
export function tokenizerIn(metadata: Metadata, here: Here): object | undefined {
  const kind = metadata.get('tokenizer.ggml.model')
  if (kind === undefined || kind === 'none' || kind === 'no_vocab') return undefined
  const vocabulary = new Vocabulary(metadata, here)
  const build = typeof kind === 'string' && Object.hasOwn(KINDS, kind) ? KINDS[kind] : undefined
  if (!build) throw vocabulary.unknown('model', String(kind), oneOf(KINDS))
  const rules = build(vocabulary, String(metadata.get('general.architecture')))
  return { version: '1.0', truncation: null, padding: null, ...rules }
}

const oneOf = (table: object) => `one of: ${Object.keys(table).join(', ')}`

interface Rules {
  added_tokens: object[]
  model: object
  normalizer: object | null
  pre_tokenizer: object | null
  post_processor: object
  decoder: object
}

/** The first and last token of a text, as the file says; `bos`: is there a first one where it says nothing? */
function ends(vocabulary: Vocabulary, bos: boolean): object {
  const end = (name: 'bos' | 'eos', fallback: boolean) => {
    const token = vocabulary.flag(`add_${name}_token`, fallback) ? vocabulary.named(name) : undefined
    return token === undefined ? [] : [token]
  }
  return template(end('bos', bos), end('eos', false))
}

interface PreTokenizer {
  pretokenizers: readonly object[]
  normalizer?: object
  /** Is a word that is a token not taken apart? */
  whole?: boolean
  /** Does a text begin with the first token where the file says nothing? */
  bos?: boolean
}

const bytes = (use_regex: boolean) => ({
  type: 'ByteLevel',
  add_prefix_space: false,
  trim_offsets: true,
  use_regex,
})

const llama3: PreTokenizer = { pretokenizers: [LLAMA3, bytes(false)], whole: true, bos: true }

const digitsApart: PreTokenizer = { pretokenizers: [split(['\\p{N}']), bytes(true)] }

/** How a text is cut before merges, by llama.cpp's names. */
const PRE_TOKENIZERS: Readonly<Record<string, PreTokenizer>> = {
  'gpt-2': { pretokenizers: [bytes(true)] },
  'llama-bpe': llama3,
  'llama-v3': llama3,
  llama3,
  qwen2: { pretokenizers: [QWEN, bytes(false)], normalizer: { type: 'NFC' } },
  smollm: digitsApart,
  starcoder: digitsApart,
  tekken: { pretokenizers: [TEKKEN, bytes(false)], whole: true, bos: true },
  falcon: {
    pretokenizers: [
      { type: 'Punctuation', behavior: 'Contiguous' },
      bytes(true),
      split(['\\p{N}+']), // some bytes are written as ½ or ²
      split(['[0-9][0-9][0-9]']),
    ],
  },
}

type Build = (vocabulary: Vocabulary, architecture: string) => Rules

/** Byte-pair encoding over bytes. */
const byteLevel: Build = (vocabulary) => {
  const pre = vocabulary.has('pre') ? vocabulary.text('pre') : undefined
  const known = pre !== undefined && Object.hasOwn(PRE_TOKENIZERS, pre) ? PRE_TOKENIZERS[pre] : undefined
  if (!known) throw vocabulary.unknown('pre', pre, oneOf(PRE_TOKENIZERS))
  const { pretokenizers, normalizer = null, whole = false, bos = false } = known
  const ids = vocabulary.ids()
  const rules = { type: 'BPE', dropout: null, unk_token: null, fuse_unk: false, byte_fallback: false }
  const merges = vocabulary.merges(ids)
  return {
    added_tokens: vocabulary.added(),
    model: { ...rules, ignore_merges: whole, vocab: Object.fromEntries(ids), merges },
    normalizer,
    pre_tokenizer: { type: 'Sequence', pretokenizers },
    post_processor: ends(vocabulary, bos),
    decoder: bytes(true),
  }
}

const marked = { type: 'Replace', pattern: { String: ' ' }, content: MARK }

/** Byte-pair encoding of SentencePiece. Runs of spaces are written as spaces in Gemma's files. */
const pieces: Build = (vocabulary, architecture) => {
  const isGemma = /^gemma[23]?$/.test(architecture)
  const isRun = (token: string) => isGemma && /^ {2,}$/.test(token)
  const ids = vocabulary.ids((token) => (isRun(token) ? MARK.repeat(token.length) : token))
  const unk_token = isGemma ? (vocabulary.named('unknown') ?? null) : null
  const rules = { type: 'BPE', dropout: null, unk_token, fuse_unk: true, byte_fallback: true }
  const merges = vocabulary.has('merges') ? vocabulary.merges(ids) : mergesOf(ids)
  return {
    added_tokens: vocabulary.added((token) => !isRun(token)),
    model: {
      ...rules,
      vocab: Object.fromEntries(ids),
      merges: isGemma ? merges : byScore(merges, vocabulary, ids),
    },
    post_processor: ends(vocabulary, true),
    ...(isGemma ? unspaced : spaced(vocabulary, architecture)),
  }
}

type Spaces = Pick<Rules, 'normalizer' | 'pre_tokenizer' | 'decoder'>

const unspaced: Spaces = { normalizer: marked, pre_tokenizer: null, decoder: spacesBack([]) }

/** A space in front of a text; with Phi-3 in front of every part between tokens that the text is cut at. */
function spaced(vocabulary: Vocabulary, architecture: string): Spaces {
  const isSpaced = vocabulary.flag('add_space_prefix', true)
  const decoder = spacesBack(isSpaced ? [{ type: 'Strip', content: ' ', start: 1, stop: 0 }] : [])
  if (architecture === 'phi3' && isSpaced) {
    const normalizers = [{ type: 'Prepend', prepend: MARK }, marked]
    return { normalizer: { type: 'Sequence', normalizers }, pre_tokenizer: null, decoder }
  }
  const prepend_scheme = isSpaced ? 'first' : 'never'
  const pre_tokenizer = { type: 'Metaspace', replacement: MARK, prepend_scheme, split: false }
  return { normalizer: null, pre_tokenizer, decoder }
}

type Merge = [string, string]

/** The merges to the tokens of the highest scores first. Those of Gemma are in the order of its tokens, and its scores are not. */
function byScore(merges: Merge[], vocabulary: Vocabulary, ids: ReadonlyMap<string, number>): Merge[] {
  const scores = vocabulary.has('merges') ? undefined : vocabulary.scores()
  if (!scores) return merges
  const scoreOf = ([left, right]: Merge) => scores[ids.get(left + right) as number] as number
  return merges.sort((a, b) => scoreOf(b) - scoreOf(a))
}

const IN_BRACKETS = /^\[.*\]$/s

/** BERT's: pieces that begin a word are marked instead of the others. The file does not say whether capitals are kept. */
const words: Build = (vocabulary) => {
  const ids = vocabulary.ids((token) => {
    if (token.startsWith(MARK)) return token.slice(1)
    return IN_BRACKETS.test(token) ? token : `##${token}`
  })
  const cased = [...ids.keys()].find((token) => !IN_BRACKETS.test(token) && token !== token.toLowerCase())
  if (cased !== undefined) throw vocabulary.unknown('tokens', cased, 'tokens in small letters')
  const unk_token = vocabulary.named('unknown') ?? '[UNK]'
  const first = vocabulary.named('cls') ?? vocabulary.named('bos') ?? '[CLS]'
  const last = vocabulary.named('seperator') ?? vocabulary.named('eos') ?? '[SEP]'
  const lost = [unk_token, first, last].find((token) => !ids.has(token))
  if (lost !== undefined) throw vocabulary.unknown('tokens', undefined, `the token ${lost}`)
  const cutAt = [...new Set([unk_token, first, last, '[PAD]', '[MASK]'])].filter((token) => ids.has(token))
  const rules = {
    type: 'WordPiece',
    unk_token,
    continuing_subword_prefix: '##',
    max_input_chars_per_word: 100,
  }
  return {
    added_tokens: cutAt.map((token) => ({ id: ids.get(token) as number, ...specialToken(token) })),
    model: { ...rules, vocab: Object.fromEntries(ids) },
    normalizer: {
      ...{ type: 'BertNormalizer', clean_text: true, handle_chinese_chars: true },
      ...{ strip_accents: null, lowercase: true },
    },
    pre_tokenizer: { type: 'BertPreTokenizer' },
    post_processor: template([first], [last]),
    decoder: { type: 'WordPiece', prefix: '##', cleanup: true },
  }
}

const KINDS: Readonly<Record<string, Build>> = { gpt2: byteLevel, llama: pieces, bert: words }
