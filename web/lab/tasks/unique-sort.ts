import { integerOf } from '../../lib/boundary/checks.js'
import { distinct } from './distinct.js'
import { answered, lengthOf, numerals, type Task } from './task.js'

export interface UniqueSortOptions {
  /** How many numbers there are, which is also the longest string; default 40. */
  symbols?: number
}

/** Sort of numbers that differ: "17 3 29 = 3 17 29". */
export function uniqueSort({ symbols = 40 }: UniqueSortOptions = {}): Task {
  integerOf(symbols, 'symbols', 2, 4096)
  const task: Task = {
    spec: { type: 'uniqueSort', symbols },
    name: { en: 'Sort, unique symbols', zh: '排序（符号不重复）' },
    definition: {
      en: 'The prompt is a random string of numbers, each at most once, and an equals sign. The answer is the same numbers, smallest first.',
      zh: '提示是一串随机数，每个最多出现一次，后面是等号。答案是从小到大排列的同样的数。',
    },
    mechanism: {
      en: 'Only content decides: the next number is the smallest that is larger than the last. Where the numbers stood distracts.',
      zh: '只有内容起作用：下一个数是比上一个大的数中最小的。它们原来的位置只会干扰。',
    },
    source:
      'Sort of distinct tokens: Zhou et al. 2023, arXiv 2310.16028; Huang et al. 2025, arXiv 2410.02140. Ours: as many numbers as the longest string needs.',
    length: { en: 'numbers', zh: '数的个数' },
    shortest: 1,
    longest: symbols,
    vocabulary: [...numerals(symbols), '='],
    example: { prompt: '1 0 =', answer: '0 1' },
    tokens: (length) => 2 * length,
    chance: (length) => ({
      accuracy: likeliestRanks(length, symbols),
      exactMatch: Math.exp(-logChoose(symbols, length)),
    }),
    sample(length, random) {
      const numbers = distinct(lengthOf(task, length), symbols, random)
      return answered(
        [...numbers, symbols],
        [...numbers].sort((a, b) => a - b),
      )
    },
  }
  return task
}

/**
 * The chance per token, a mean over the places: place k holds number v if k of the others are among the v smaller ones, and the rest among
 * the larger.
 */
function likeliestRanks(length: number, symbols: number): number {
  let sum = 0
  for (let k = 0; k < length; k++) {
    let most = 0
    for (let v = k; v <= symbols - length + k; v++) {
      const ways = logChoose(v, k) + logChoose(symbols - 1 - v, length - 1 - k) - logChoose(symbols, length)
      most = Math.max(most, Math.exp(ways))
    }
    sum += most
  }
  return sum / length
}

/** ln of the ways to choose k of n. */
function logChoose(n: number, k: number): number {
  let sum = 0
  for (let i = 1; i <= k; i++) sum += Math.log(n - k + i) - Math.log(i)
  return sum
}
