import { integerOf } from '../../lib/boundary/checks.js'
import { distinct } from './distinct.js'
import { IGNORED, lengthOf, numerals, type Task } from './task.js'

export interface InductionOptions {
  /** How many symbols there are, which is also the longest string; default 32. */
  symbols?: number
}

/** Induction: after a string, some of its symbols again, in any order; after each the answer is what followed it in the string. */
export function induction({ symbols = 32 }: InductionOptions = {}): Task {
  integerOf(symbols, 'symbols', 2, 4096)
  const task: Task = {
    spec: { type: 'induction', symbols },
    name: { en: 'Induction', zh: '归纳' },
    definition: {
      en: 'The sequence is a random string of numbers, each at most once, then equally many of them again in any order, never the last one. After each of these the answer is the number that followed it in the string.',
      zh: '序列是一串随机数，每个最多出现一次，之后再以任意次序出现同样多个（不含最后一个）。每个重复的数之后，答案是它在原串中的下一个数。',
    },
    mechanism: {
      en: 'An induction head: one layer marks each token with the one before it, the next matches by content. Distance helps only in the first.',
      zh: '归纳头：一层给每个词元标上它的前一个词元，下一层按内容匹配。距离只在第一层有用。',
    },
    source:
      'Olsson et al. 2022, arXiv 2209.11895, induction heads. Ours: symbols that differ, and queries in any order, so that no second rule gives the answer.',
    length: { en: 'numbers of the string', zh: '数的个数' },
    shortest: 2,
    longest: symbols,
    vocabulary: numerals(symbols),
    example: { prompt: '1 0 1 1', answer: '0' },
    tokens: (length) => 2 * length,
    chance: (length) => ({ accuracy: 1 / symbols, exactMatch: (length - 1) ** (1 - length) / symbols }),
    sample(length, random) {
      const string = distinct(lengthOf(task, length), symbols, random)
      const asked = Array.from({ length }, () => random.below(length - 1))
      return {
        ids: [...string, ...asked.map((place) => string[place] as number)],
        targets: [...string.map(() => IGNORED), ...asked.map((place) => string[place + 1] as number)],
      }
    },
  }
  return task
}
