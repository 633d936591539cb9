// Text to ids and back, by the tokenizer.json of a checkpoint.

import { Tokenizer as HuggingFaceTokenizer } from '@huggingface/tokenizers'
import { fieldOf, flagOf, integerOf, itemsOf, optionsOf, textOf } from '../boundary/checks.js'
import { messageOf, refuse, show, WhereformerError } from '../boundary/errors.js'
import { BoundedRules } from './bounded-rules.js'
import { type MarianFields, speakMarian } from './marian.js'
import { type Processor, placedIds, type Span, trimsOf, untold } from './offsets.js'
import { Precompiled } from './sentencepiece-normalizer.js'
import { requireTokenizer, requireUsable } from './tokenizer-json.js'

export interface EncodeOptions {
  /** Adds the special tokens of the original tokenizer ([CLS], <s>, …); true when absent. */
  addSpecialTokens?: boolean
  /** Answers where each token is in the text as well; false when absent. */
  offsets?: boolean
}

/** The tokens of a text, and where they are in it. */
export interface Encoding {
  ids: number[]
  /**
   * [start, end) of each token in UTF-16 code units, as `text.slice(start, end)` takes them: `offset_mapping` of Hugging Face, which counts
   * code points. Special tokens that are added have [0, 0]; tokens that are bytes of one character have the whole character each.
   */
  offsets: [start: number, end: number][]
}

export interface DecodeOptions {
  /** Leaves special tokens out; false when absent. */
  skipSpecialTokens?: boolean
}

export class Tokenizer {
  readonly #inner: HuggingFaceTokenizer
  readonly #rules: BoundedRules
  readonly #drops: boolean
  readonly #trims: Processor | undefined
  readonly #known = new Map<string, boolean>()

  constructor(json: unknown) {
    this.#inner = parse(json)
    this.#rules = boundedRulesOf(this.#inner)
    this.#drops = dropsCharacters(json)
    this.#trims = trimsOf((json as { post_processor?: Processor | null }).post_processor)
  }

  /** The ids of a text, with the special tokens that the original tokenizer adds. */
  encode(text: unknown, options: EncodeOptions & { offsets: true }): Encoding
  encode(text: unknown, options?: EncodeOptions & { offsets?: false }): number[]
  encode(text: unknown, options?: EncodeOptions): number[] | Encoding
  encode(text: unknown, options?: unknown): number[] | Encoding {
    const checked = textOf(text, 'text')
    const { addSpecialTokens, offsets } = optionsOf(options, 'options', ['addSpecialTokens', 'offsets'])
    const special = flagOr(addSpecialTokens, 'options.addSpecialTokens', true)
    const wanted = flagOr(offsets, 'options.offsets', false)
    this.#rules.start()
    const ids = applied('text', () => {
      if (this.#drops) this.#requireKnown(checked)
      return this.#inner.encode(checked, { add_special_tokens: special }).ids
    })
    const bad = ids.findIndex((id) => !Number.isInteger(id))
    if (bad >= 0)
      throw refuse(
        'ERR_VALUE',
        'text',
        `a token outside the vocabulary (number ${bad})`,
        'tokens that it holds',
      )
    return wanted ? { ids, offsets: this.#offsets(checked, ids, special) } : ids
  }

  // Applies the rules once more; ids that came out otherwise would belong to other tokens.
  #offsets(text: string, ids: readonly number[], special: boolean): Span[] {
    this.#rules.start()
    const placed = applied('text', () => placedIds(this.#inner, text, special, this.#trims))
    const same = placed.length === ids.length && placed.every(({ id }, i) => id === ids[i])
    return same ? placed.map(({ span: [start, end] }) => [start, end]) : untold(text)
  }

  decode(ids: unknown, options?: unknown): string {
    const { skipSpecialTokens } = optionsOf(options, 'options', ['skipSpecialTokens'])
    const list = itemsOf(ids, 'ids', 'a list of token ids').map((id, i) => integerOf(id, `ids[${i}]`))
    const stranger = list.findIndex((id) => !this.#has(id))
    if (stranger >= 0)
      throw refuse('ERR_VALUE', `ids[${stranger}]`, String(list[stranger]), 'an id of the vocabulary')
    return this.#decode(list, flagOr(skipSpecialTokens, 'options.skipSpecialTokens', false))
  }

  /** The text of ids, without special tokens and without ids outside of the vocabulary. */
  decodeKnown(ids: readonly number[]): string {
    return this.#decode(
      ids.filter((id) => this.#has(id)),
      true,
    )
  }

  #has(id: number): boolean {
    return this.#inner.id_to_token(id) !== undefined
  }

  #decode(ids: number[], skipSpecialTokens: boolean): string {
    if (ids.length === 0) return ''
    const options = { skip_special_tokens: skipSpecialTokens, clean_up_tokenization_spaces: false }
    this.#rules.start()
    return applied('ids', () => this.#inner.decode(ids, options))
  }

  #requireKnown(text: string): void {
    let index = 0
    for (const character of text) {
      if (!this.#isKnown(character)) {
        const name = `the character ${show(character)} at index ${index}`
        throw refuse('ERR_VALUE', 'text', name, 'characters of the vocabulary')
      }
      index += character.length
    }
  }

  #isKnown(character: string): boolean {
    const known = this.#known.get(character) ?? this.#encodes(character)
    this.#known.set(character, known)
    return known
  }

  // Does a character survive? Only those that the tokenizer's model drops count as lost, not those that normalizer or pre-tokenizer remove.
  #encodes(character: string): boolean {
    const { normalizer, pre_tokenizer, model } = this.#inner
    const normal = normalizer ? normalizer.normalize(character) : character
    const pieces = pre_tokenizer ? pre_tokenizer.pre_tokenize(normal, { section_index: 0 }) : [normal]
    return pieces.join('') === '' || (model?.encode(pieces).length ?? 0) > 0 || this.#isAdded(character)
  }

  #isAdded(character: string): boolean {
    return this.#inner.encode(character, { add_special_tokens: false }).ids.length > 0
  }
}

function flagOr(value: unknown, argument: string, fallback: boolean): boolean {
  return value === undefined ? fallback : flagOf(value, argument)
}

/** Applies the rules of a file; what they cannot do with a text is an error about the text. */
function applied<T>(argument: string, apply: () => T): T {
  try {
    return apply()
  } catch (cause) {
    if (cause instanceof WhereformerError) throw cause
    const message = `${argument}: got what the rules of this tokenizer.json fail on (${messageOf(cause)}), wanted what they can process`
    throw new WhereformerError('ERR_VALUE', message, { cause })
  }
}

function parse(json: unknown): HuggingFaceTokenizer {
  requireTokenizer(json)
  try {
    requireUsable(json)
    requireBounded(json as object)
    const inner = new HuggingFaceTokenizer(json as object, {})
    mend(inner.normalizer)
    mendUnigram(inner.model)
    const { marian } = json as { marian?: MarianFields }
    if (marian !== undefined) speakMarian(inner, marian)
    return inner
  } catch (cause) {
    throw new WhereformerError(
      'ERR_PARSE',
      `tokenizer: is not a tokenizer.json that can be used (${cause})`,
      { cause },
    )
  }
}

const boundedRulesOf = ({ normalizer, pre_tokenizer, decoder }: HuggingFaceTokenizer) =>
  new BoundedRules([normalizer, pre_tokenizer, decoder])

// Tries the added tokens under bounds, since the library normalizes them while it reads the file.
function requireBounded(json: object): void {
  const { added_tokens: added = [] } = json as { added_tokens?: { content: string }[] | null }
  const empty = { type: 'BPE', vocab: {}, merges: [] }
  const rules = new HuggingFaceTokenizer({ ...json, model: empty, added_tokens: [] }, {})
  boundedRulesOf(rules)
  for (const { content } of added ?? []) rules.normalizer?.normalize(content)
}

interface Normalizer {
  normalize(text: string): string
  /** The parts of a sequence. */
  normalizers?: unknown[]
  /** The map of SentencePiece's precompiled kind, in base64. */
  charsmap?: string | null
  config?: { type?: string; handle_chinese_chars?: boolean }
}

// Mends normalizers in which the library differs: it replaces precompiled maps by NFKC, and does not split off the ideographs beyond the
// first 65 536 characters.
function mend(normalizer: unknown): void {
  if (typeof normalizer !== 'function' && typeof normalizer !== 'object') return
  const { normalizers = [], charsmap, config } = (normalizer ?? {}) as Normalizer
  normalizers.forEach(mend)
  const own = normalizer as Normalizer
  if (charsmap) {
    const map = new Precompiled(charsmap)
    own.normalize = (text) => map.normalize(text)
  } else if (config?.type === 'BertNormalizer' && config.handle_chinese_chars !== false) {
    const inner = own.normalize.bind(own)
    own.normalize = (text) => inner(text.replace(FAR_IDEOGRAPHS, ' $& '))
  }
}

interface UnigramModel {
  config?: { type?: string }
  tokenize?: (piece: string) => string[]
  encode: (pieces: string[]) => string[]
}

// Mends Unigram models: the library spreads the tokens of a piece into arguments, and a piece may be a whole text.
function mendUnigram(model: UnigramModel | null | undefined): void {
  const { tokenize } = model ?? {}
  if (model?.config?.type === 'Unigram' && tokenize)
    model.encode = (pieces) => pieces.flatMap((piece) => tokenize.call(model, piece))
}

// The ideographs beyond the first 65 536 characters that is_chinese_char of the original lists: extensions B to E and the second block of
// compatibility ideographs.
const FAR_IDEOGRAPHS =
  /[\u{20000}-\u{2a6df}\u{2a700}-\u{2b73f}\u{2b740}-\u{2b81f}\u{2b920}-\u{2ceaf}\u{2f800}-\u{2fa1f}]/gu

// Does the model drop unknown characters? Byte-pair encoding without an unknown token and without byte fallback does.
function dropsCharacters(json: unknown): boolean {
  const model = fieldOf(json, 'model', 'tokenizer') as Record<string, unknown>
  return model.type === 'BPE' && (model.unk_token ?? null) === null && model.byte_fallback !== true
}
