import { answered, type Chance, DIGITS, draws, lengthOf, type Task } from './task.js'

const SYMBOLS = DIGITS.length

/** Sort: "7 2 5 = 2 5 7". */
export function sort(): Task {
  const task: Task = {
    spec: { type: 'sort' },
    name: { en: 'Sort', zh: '排序' },
    definition: {
      en: 'The prompt is a string of random digits and an equals sign. The answer is the same digits, smallest first.',
      zh: '提示是一串随机数字和一个等号。答案是从小到大排列的同样的数字。',
    },
    source:
      'Ruoss et al. 2023, arXiv 2305.16843, bucket sort (google-deepmind/randomized_positional_encodings, tasks/cs/bucket_sort.py, 5 symbols); Kazemnejad et al. 2023, arXiv 2305.19466, sorting of single tokens. Ours: the ten digits.',
    length: { en: 'digits', zh: '数字个数' },
    shortest: 1,
    longest: Number.POSITIVE_INFINITY,
    vocabulary: [...DIGITS, '='],
    example: { prompt: '7 2 5 =', answer: '2 5 7' },
    tokens: (length) => 2 * length,
    chance: sortChance,
    sample(length, random) {
      const digits = draws(lengthOf(task, length), SYMBOLS, random)
      return answered(
        [...digits, SYMBOLS],
        [...digits].sort((a, b) => a - b),
      )
    },
  }
  return task
}

/**
 * The chance of a sorted answer. The most frequent digit at each place is the mode of an order statistic; the most frequent answer has all
 * digits equally often.
 */
function sortChance(length: number): Chance {
  const logs = logFactorials(length)
  const best = new Array<number>(length).fill(0)
  let before = new Array<number>(length).fill(0) // P(the digit at place k is below v)
  for (let v = 0; v < SYMBOLS; v++) {
    const upTo = atMost(length, (v + 1) / SYMBOLS, logs)
    for (let k = 0; k < length; k++) best[k] = Math.max(best[k] ?? 0, (upTo[k] ?? 0) - (before[k] ?? 0))
    before = upTo
  }
  return { accuracy: best.reduce((a, b) => a + b, 0) / length, exactMatch: mostFrequent(length, logs) }
}

/** P(the k-th smallest of n draws is in a part of probability p), for each k from 0: P(at least k + 1 draws are in it). */
function atMost(n: number, p: number, logs: readonly number[]): number[] {
  const tails = new Array<number>(n).fill(1)
  if (p >= 1) return tails
  let tail = 0
  for (let k = n; k >= 1; k--) {
    const ways = (logs[n] ?? 0) - (logs[k] ?? 0) - (logs[n - k] ?? 0)
    tail += Math.exp(ways + k * Math.log(p) + (n - k) * Math.log1p(-p))
    tails[k - 1] = tail
  }
  return tails
}

function mostFrequent(n: number, logs: readonly number[]): number {
  const each = Math.floor(n / SYMBOLS)
  const more = n % SYMBOLS
  const ways = (logs[n] ?? 0) - more * (logs[each + 1] ?? 0) - (SYMBOLS - more) * (logs[each] ?? 0)
  return Math.exp(ways - n * Math.log(SYMBOLS))
}

/** ln 0! … ln (n + 1)! */
function logFactorials(n: number): number[] {
  const logs = [0]
  for (let i = 1; i <= n + 1; i++) logs.push((logs[i - 1] ?? 0) + Math.log(i))
  return logs
}
