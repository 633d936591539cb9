// The example sentence: words repeat, at the same places in both languages.

import type { EncodingEntry } from 'whereformer'
import type { Bilingual } from '../../../content/bilingual.js'

const words: Bilingual<readonly string[]> = {
  en: 'the dog bites the man , the man calls the doctor . the doctor sees the dog , the dog runs and hides .'.split(
    ' ',
  ),
  zh: '那 狗 咬 那 人 ， 那 人 叫 那 医生 。 那 医生 看 那 狗 ， 那 狗 跑 并 躲 。'.split(' '),
}

/** 37 + 25 = 62, 14 + 28 = 42, 46 + 15 = 61, each number with its least significant digit first. */
const sums = '7 3 + 5 2 = 2 6 , 4 1 + 8 2 = 2 4 , 6 4 + 5 1 = 1'.split(' ')

export { LONGEST_SENTENCE } from './limits.js'

/** Words, or sums for encodings that use digits. */
export type Text = 'words' | 'sums'

/** The example text for these encodings. */
export const textFor = (entries: readonly EncodingEntry[]): Text =>
  entries.some(({ tokens }) => tokens === 'digits') ? 'sums' : 'words'

/** The first words, as they are written. */
export function sentence(language: keyof typeof words, length: number, text: Text = 'words'): string[] {
  return (text === 'sums' ? sums : words[language]).slice(0, length)
}

/** Vector index per word; equal words share one. */
export function contentsOf(length: number, text: Text = 'words'): number[] {
  const all = text === 'sums' ? sums : words.en
  const kinds = [...new Set(all)]
  return all.slice(0, length).map((word) => kinds.indexOf(word))
}

/** Which vectors are those of digits. */
export const digitContents: ReadonlySet<number> = new Set(
  contentsOf(sums.length, 'sums').filter((_, i) => /\d/.test(sums[i] ?? '')),
)
