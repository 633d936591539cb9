// Incremental decoding. A token may contain a part of a character, or change the text of the previous token, so text is returned
// only when later tokens cannot change it.

import type { Tokenizer } from './tokenizer.js'

const UNFINISHED = '\ufffd'

/** The number of prompt tokens that are decoded as context of the first new token. */
const CONTEXT = 6

export class TextStream {
  readonly #tokenizer: Tokenizer
  /** Tokens whose text was returned: context of the following ones. */
  #emitted: number[]
  #waiting: number[] = []

  constructor(tokenizer: Tokenizer, prompt: ArrayLike<number>) {
    this.#tokenizer = tokenizer
    this.#emitted = Array.from(prompt).slice(-CONTEXT)
  }

  /** Takes a token; returns the text that can no longer change, with `last` all of it. */
  push(id: number, last: boolean): string {
    this.#waiting.push(id)
    const before = this.#textOf(this.#emitted)
    const now = this.#textOf([...this.#emitted, ...this.#waiting])
    const certain = now.length > before.length && (last || !now.endsWith(UNFINISHED))
    if (!certain) return ''
    this.#emitted = this.#waiting
    this.#waiting = []
    return now.slice(before.length)
  }

  // The text of ids; a model may have more ids than its tokenizer, and those have no text.
  #textOf(ids: readonly number[]): string {
    return this.#tokenizer.decodeKnown(ids)
  }
}
