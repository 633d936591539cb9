import { integerOf } from '../../lib/boundary/checks.js'
import { draws, labelled, lengthOf, letters, MOST_LENGTH, MOST_LETTERS, type Task } from './task.js'

export interface LookBackOptions {
  /** How many places before it the answer is; default 3. */
  k?: number
  /** How many letters there are; default 16. */
  symbols?: number
}

/** Look back k: after each letter the answer is the letter k places before it. */
export function lookBack({ k = 3, symbols = 16 }: LookBackOptions = {}): Task {
  integerOf(k, 'k', 1, MOST_LENGTH - 1)
  integerOf(symbols, 'symbols', 2, MOST_LETTERS)
  const task: Task = {
    spec: { type: 'lookBack', k, symbols },
    name: { en: `Look back ${k}`, zh: `回看 ${k} 步` },
    definition: {
      en: `The sequence is random letters. After each letter, from number ${k + 1} on, the answer is the letter ${k} places before it.`,
      zh: `序列是随机字母。从第 ${k + 1} 个字母起，每个字母之后的答案是它前面第 ${k} 个字母。`,
    },
    mechanism: {
      en: 'One exact distance decides. Vectors or biases that can peak at one distance keep it at any length; a bias that only falls with the distance cannot peak there.',
      zh: '起决定作用的是一个精确的距离。能在某个距离处取峰值的向量或偏置，在任何长度下都保持这个峰值；只随距离下降的偏置做不到。',
    },
    source:
      'Defined here: the previous-token head of Elhage et al. 2021, A Mathematical Framework for Transformer Circuits, at distance k.',
    length: { en: 'letters', zh: '字母个数' },
    shortest: k + 1,
    longest: Number.POSITIVE_INFINITY,
    vocabulary: letters(symbols),
    example: exampleOf(k, symbols),
    tokens: (length) => length,
    chance: (length) => ({ accuracy: 1 / symbols, exactMatch: symbols ** (k - length) }),
    sample(length, random) {
      const string = draws(lengthOf(task, length), symbols, random)
      return labelled(string, (_, i) => string[i - k])
    },
  }
  return task
}

function exampleOf(k: number, symbols: number): Task['example'] {
  const names = letters(symbols)
  const string = Array.from({ length: Math.min(k, 12) + 1 }, (_, i) => names[(i * 7 + 1) % symbols] ?? '')
  return { prompt: string.join(' '), answer: string[0] as string }
}
