import { integerOf } from '../../lib/boundary/checks.js'
import { distinct } from './distinct.js'
import { answered, lengthOf, numerals, type Task } from './task.js'

export interface UniqueCopyOptions {
  /** How many symbols there are, which is also the longest string; default 32. */
  symbols?: number
}

/** Copy of symbols that differ: "17 3 29 = 17 3 29". */
export function uniqueCopy({ symbols = 32 }: UniqueCopyOptions = {}): Task {
  integerOf(symbols, 'symbols', 2, 4096)
  const task: Task = {
    spec: { type: 'uniqueCopy', symbols },
    name: { en: 'Copy, unique symbols', zh: '复制（符号不重复）' },
    definition: {
      en: 'The prompt is a random string of numbers, each at most once, and an equals sign. The answer is the same string.',
      zh: '提示是一串随机数，每个最多出现一次，后面是等号。答案是同一串数。',
    },
    mechanism: {
      en: 'A head that finds the token before each, then a match by content: the first has to ignore what is far away, the second may not care for distance.',
      zh: '先由一个头找到每个词元的前一个词元，再按内容匹配：前者必须忽略远处，后者不能在意距离。',
    },
    source:
      'Zhou et al. 2023, arXiv 2310.16028, and Huang et al. 2025, arXiv 2410.02140 (unique copy); copying by hard ALiBi: Jelassi et al. 2024, arXiv 2402.01032. Ours: as many symbols as the longest string needs.',
    length: { en: 'numbers of the string', zh: '数的个数' },
    shortest: 1,
    longest: symbols,
    vocabulary: [...numerals(symbols), '='],
    example: { prompt: '1 0 =', answer: '1 0' },
    tokens: (length) => 2 * length,
    chance: (length) => ({ accuracy: 1 / symbols, exactMatch: oneArrangement(length, symbols) }),
    sample(length, random) {
      const string = distinct(lengthOf(task, length), symbols, random)
      return answered([...string, symbols], string)
    },
  }
  return task
}

function oneArrangement(count: number, of: number): number {
  let share = 1
  for (let i = 0; i < count; i++) share /= of - i
  return share
}
