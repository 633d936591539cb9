// The part of a typed text that fits the model's vocabulary and context.

export interface Prepared {
  /** Texts of the tokens. */
  characters: string[]
  /** Token ids, where the model has a tokenizer of its own. */
  ids?: readonly number[]
  /** Characters of the whole text. */
  length: number
  /** Characters outside the vocabulary, each once; they are skipped. */
  strangers: string[]
  /** How many were skipped. */
  leftOut: number
  /** Nothing was left, so a default text is used. */
  replaced: boolean
}

/** The last characters in the vocabulary, at most one context length. */
export function prepare(text: string, known: readonly string[], context: number, standIn: string): Prepared {
  const vocabulary = new Set(known)
  const all = Array.from(text)
  const readable = all.filter((character) => vocabulary.has(character))
  const strangers = [...new Set(all.filter((character) => !vocabulary.has(character)))]
  const leftOut = all.length - readable.length
  const replaced = readable.length === 0
  const characters = (replaced ? Array.from(standIn) : readable).slice(-context)
  return { characters, length: all.length, strangers, leftOut, replaced }
}

/** Whitespace as visible symbols. */
export function signOf(character: string): string {
  return character.replaceAll(' ', '␣').replaceAll('\n', '⏎')
}
