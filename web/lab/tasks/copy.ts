import { integerOf } from '../../lib/boundary/checks.js'
import { answered, draws, lengthOf, letters, MOST_LETTERS, type Task } from './task.js'

export interface CopyOptions {
  /** How many letters there are; default 10. */
  symbols?: number
}

/** Copy: "b a d = b a d". */
export function copy({ symbols = 10 }: CopyOptions = {}): Task {
  integerOf(symbols, 'symbols', 2, MOST_LETTERS)
  const task: Task = {
    spec: { type: 'copy', symbols },
    name: { en: 'Copy', zh: '复制' },
    definition: {
      en: 'The prompt is a random string of letters and an equals sign. The answer is the same string.',
      zh: '提示是一串随机字母和一个等号。答案是同一串字母。',
    },
    source:
      'Kazemnejad et al. 2023, arXiv 2305.19466, primitive tasks (McGill-NLP/length-generalization, scripts/dataset_builders/make_copy_dataset.py); Ruoss et al. 2023, arXiv 2305.16843, duplicate string. Ours: a small alphabet, one token per letter.',
    length: { en: 'letters of the string', zh: '字母个数' },
    shortest: 1,
    longest: Number.POSITIVE_INFINITY,
    vocabulary: [...letters(symbols), '='],
    example: { prompt: 'b a d =', answer: 'b a d' },
    tokens: (length) => 2 * length,
    chance: (length) => ({ accuracy: 1 / symbols, exactMatch: symbols ** -length }),
    sample(length, random) {
      const string = draws(lengthOf(task, length), symbols, random)
      return answered([...string, symbols], string)
    },
  }
  return task
}
