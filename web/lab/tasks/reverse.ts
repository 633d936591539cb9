import { integerOf } from '../../lib/boundary/checks.js'
import { answered, draws, lengthOf, letters, MOST_LETTERS, type Task } from './task.js'

export interface ReverseOptions {
  /** How many letters there are; default 10. */
  symbols?: number
}

/** Reverse: "b a d = d a b". */
export function reverse({ symbols = 10 }: ReverseOptions = {}): Task {
  integerOf(symbols, 'symbols', 2, MOST_LETTERS)
  const task: Task = {
    spec: { type: 'reverse', symbols },
    name: { en: 'Reverse', zh: '反转' },
    definition: {
      en: 'The prompt is a random string of letters and an equals sign. The answer is the string from its end to its start.',
      zh: '提示是一串随机字母和一个等号。答案是从后往前的同一串字母。',
    },
    source:
      'Kazemnejad et al. 2023, arXiv 2305.19466, primitive tasks (McGill-NLP/length-generalization, scripts/dataset_builders/make_reverse_dataset.py); Ruoss et al. 2023, arXiv 2305.16843, reverse string. Ours: a small alphabet, one token per letter.',
    length: { en: 'letters of the string', zh: '字母个数' },
    shortest: 1,
    longest: Number.POSITIVE_INFINITY,
    vocabulary: [...letters(symbols), '='],
    example: { prompt: 'b a d =', answer: 'd a b' },
    tokens: (length) => 2 * length,
    chance: (length) => ({ accuracy: 1 / symbols, exactMatch: symbols ** -length }),
    sample(length, random) {
      const string = draws(lengthOf(task, length), symbols, random)
      return answered([...string, symbols], [...string].reverse())
    },
  }
  return task
}
