// The words of a text as tokens: the model reads letters, and a word stands where its last letter does.

export interface Word {
  text: string
  /** The position of its last letter. */
  at: number
}

export function wordsOf(characters: readonly string[]): Word[] {
  const words: Word[] = []
  characters.forEach((character, at) => {
    if (/\s/.test(character)) return
    const last = words.at(-1)
    if (last?.at === at - 1) words[words.length - 1] = { text: last.text + character, at }
    else words.push({ text: character, at })
  })
  return words
}
