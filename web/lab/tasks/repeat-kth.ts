import { choiceOf, integerOf } from '../../lib/boundary/checks.js'
import { answered, draws, lengthOf, letters, MOST_LENGTH, MOST_LETTERS, type Task } from './task.js'

export interface RepeatKthOptions {
  /** The number of the letter to repeat, from 1; default 3. */
  k?: number
  /** Where counting begins; default 'start'. */
  from?: 'start' | 'end'
  /** How many letters there are; default 10. */
  symbols?: number
}

/** Repeat the k-th token: "b a d c = d" for k = 3. */
export function repeatKth({ k = 3, from = 'start', symbols = 10 }: RepeatKthOptions = {}): Task {
  integerOf(k, 'k', 1, MOST_LENGTH)
  choiceOf(from, 'from', ['start', 'end'])
  integerOf(symbols, 'symbols', 2, MOST_LETTERS)
  const place = from === 'start' ? { en: 'start', zh: '前往后' } : { en: 'end', zh: '后往前' }
  const task: Task = {
    spec: { type: 'repeatKth', k, from, symbols },
    name: { en: 'Repeat the k-th token', zh: '重复第 k 个词元' },
    definition: {
      en: `The prompt is a random string of letters and an equals sign. The answer is letter number ${k}, counted from the ${place.en}.`,
      zh: `提示是一串随机字母和一个等号。答案是从${place.zh}数第 ${k} 个字母。`,
    },
    source:
      'Defined here: random access by a fixed index, the operation that Ebrahimi et al. 2024, arXiv 2408.05506, find missing in Transformers on long inputs. Counted from the start it needs an absolute position, from the end a relative one.',
    length: { en: 'letters of the string', zh: '字母个数' },
    shortest: k,
    longest: Number.POSITIVE_INFINITY,
    vocabulary: [...letters(symbols), '='],
    example: exampleOf(k, from, symbols),
    tokens: (length) => length + 1,
    chance: () => ({ accuracy: 1 / symbols, exactMatch: 1 / symbols }),
    sample(length, random) {
      const string = draws(lengthOf(task, length), symbols, random)
      return answered([...string, symbols], string.slice(placeOf(k, from)).slice(0, 1))
    },
  }
  return task
}

function placeOf(k: number, from: 'start' | 'end'): number {
  return from === 'start' ? k - 1 : -k
}

function exampleOf(k: number, from: 'start' | 'end', symbols: number): Task['example'] {
  const names = letters(symbols)
  const string = Array.from({ length: Math.min(k, 12) + 1 }, (_, i) => names[(i * 7 + 1) % symbols] ?? '')
  const answer = string.at(placeOf(Math.min(k, 12), from)) ?? ''
  const gap = k > 12 ? ' …' : ''
  return { prompt: `${string.join(' ')}${gap} =`, answer }
}
