// The text of tokens as they come. A token may hold a part of a character, or change how the one before it is written, so
// text is told when it is certain.

import type { Tokenizer } from './tokenizer.js'

const UNFINISHED = '\ufffd'

/** How many tokens of the prompt are decoded along, so that a first token has something before it. */
const CONTEXT = 6

export class TextStream {
  readonly #tokenizer: Tokenizer
  /** Tokens that were told, for the context of those that are not. */
  #told: number[]
  #waiting: number[] = []

  constructor(tokenizer: Tokenizer, prompt: ArrayLike<number>) {
    this.#tokenizer = tokenizer
    this.#told = Array.from(prompt).slice(-CONTEXT)
  }

  /** The text that has become certain; `last` makes all of it certain. */
  push(id: number, last: boolean): string {
    this.#waiting.push(id)
    const before = this.#textOf(this.#told)
    const now = this.#textOf([...this.#told, ...this.#waiting])
    const certain = now.length > before.length && (last || !now.endsWith(UNFINISHED))
    if (!certain) return ''
    this.#told = this.#waiting
    this.#waiting = []
    return now.slice(before.length)
  }

  // A model may have more ids than its tokenizer knows: those have no text.
  #textOf(ids: readonly number[]): string {
    return this.#tokenizer.decodeKnown(ids)
  }
}
