import { integerOf } from '../../lib/boundary/checks.js'
import { draws, labelled, lengthOf, letters, MOST_LETTERS, type Task } from './task.js'

export interface FirstTokenOptions {
  /** How many letters there are; default 16. */
  symbols?: number
}

/** First token: after each letter but the first the answer is the first letter. */
export function firstToken({ symbols = 16 }: FirstTokenOptions = {}): Task {
  integerOf(symbols, 'symbols', 2, MOST_LETTERS)
  const task: Task = {
    spec: { type: 'firstToken', symbols },
    name: { en: 'First token', zh: '首词元' },
    definition: {
      en: 'The sequence is random letters. After each letter but the first, the answer is the first letter.',
      zh: '序列是随机字母。除第一个字母外，每个字母之后的答案都是第一个字母。',
    },
    mechanism: {
      en: 'Under a causal mask the first token sees only itself, which marks it: no position is needed. Where a distance can be used instead, training may choose it, and then longer sequences fail.',
      zh: '在因果掩码下，第一个词元只看到自己，这就是它的标记：不需要位置。如果可以改用距离，训练可能会选择距离，更长的序列就会答错。',
    },
    source:
      'Defined here: the least of what a causal Transformer can recover without positions (Kazemnejad et al. 2023, arXiv 2305.19466, theorem 1).',
    length: { en: 'letters', zh: '字母个数' },
    shortest: 2,
    longest: Number.POSITIVE_INFINITY,
    vocabulary: letters(symbols),
    example: { prompt: 'b a b', answer: 'b' },
    tokens: (length) => length,
    chance: () => ({ accuracy: 1 / symbols, exactMatch: 1 / symbols }),
    sample(length, random) {
      const string = draws(lengthOf(task, length), symbols, random)
      return labelled(string, (_, i) => (i > 0 ? string[0] : undefined))
    },
  }
  return task
}
