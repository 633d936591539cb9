// Text to ids and back, by the tokenizer.json of a checkpoint.

import { Tokenizer as HuggingFaceTokenizer } from '@huggingface/tokenizers'
import { fieldOf, integerOf, itemsOf, textOf } from './checks.js'
import { refuse, show, WhereformerError } from './errors.js'

export class Tokenizer {
  readonly #inner: HuggingFaceTokenizer
  readonly #drops: boolean
  readonly #known = new Map<string, boolean>()

  constructor(json: unknown) {
    this.#inner = parse(json)
    this.#drops = dropsCharacters(json)
  }

  encode(text: unknown): number[] {
    const checked = textOf(text, 'text')
    if (this.#drops) this.#requireKnown(checked)
    const { ids } = this.#inner.encode(checked)
    const bad = ids.findIndex((id) => !Number.isInteger(id))
    if (bad >= 0)
      throw refuse(
        'ERR_VALUE',
        'text',
        `a token outside the vocabulary (number ${bad})`,
        'tokens that it holds',
      )
    return ids
  }

  decode(ids: unknown): string {
    const list = itemsOf(ids, 'ids', 'a list of token ids').map((id, i) => integerOf(id, `ids[${i}]`))
    const stranger = list.findIndex((id) => this.#inner.id_to_token(id) === undefined)
    if (stranger >= 0)
      throw refuse('ERR_VALUE', `ids[${stranger}]`, String(list[stranger]), 'an id of the vocabulary')
    return list.length === 0 ? '' : this.#inner.decode(list, { clean_up_tokenization_spaces: false })
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

  // A character that the normalizer or pre-tokenizer removes is no loss; one that only the model drops is.
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

function parse(json: unknown): HuggingFaceTokenizer {
  fieldOf(json, 'model', 'tokenizer')
  try {
    return new HuggingFaceTokenizer(json as object, {})
  } catch (cause) {
    throw new WhereformerError(
      'ERR_PARSE',
      `tokenizer: is not a tokenizer.json that can be used (${cause})`,
      { cause },
    )
  }
}

// Byte-pair encoding without an unknown token and without byte fallback leaves out what it does not know.
function dropsCharacters(json: unknown): boolean {
  const model = fieldOf(json, 'model', 'tokenizer') as Record<string, unknown>
  return model.type === 'BPE' && (model.unk_token ?? null) === null && model.byte_fallback !== true
}
