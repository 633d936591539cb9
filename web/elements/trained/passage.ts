// The part of a typed text that a model can read.

export interface Prepared {
  /** What is read, one per token. */
  characters: string[]
  /** Characters of the whole text. */
  length: number
  /** Those that the model does not know, each once; they are left out. */
  strangers: string[]
  /** How many were left out. */
  leftOut: number
  /** Nothing was left to read, so another text stands in. */
  replaced: boolean
}

/** The last characters that the model knows, as many as it was trained on at once. */
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

/** Blanks become signs that can be seen. */
export function signOf(character: string): string {
  return { ' ': '␣', '\n': '⏎' }[character] ?? character
}
