import { integerOf } from '../../lib/boundary/checks.js'
import { answered, draws, lengthOf, type Task } from './task.js'

export interface ModularAdditionOptions {
  /** The modulus, which terms and answers are below; default 10. */
  modulus?: number
}

/** Modular addition: "3 8 4 = 5" for modulus 10. */
export function modularAddition({ modulus = 10 }: ModularAdditionOptions = {}): Task {
  integerOf(modulus, 'modulus', 2, 1000)
  const task: Task = {
    spec: { type: 'modularAddition', modulus },
    name: { en: 'Modular addition', zh: '模加法' },
    definition: {
      en: `The prompt is random numbers below ${modulus} and an equals sign. The answer is their sum modulo ${modulus}, one token.`,
      zh: `提示是若干小于 ${modulus} 的随机数和一个等号。答案是它们的和除以 ${modulus} 的余数，一个词元。`,
    },
    source:
      'Kazemnejad et al. 2023, arXiv 2305.19466, summation (McGill-NLP/length-generalization, scripts/dataset_builders/make_sum_dataset.py with --modular: digits 1 to 9, modulo 10); modular arithmetic in Ruoss et al. 2023, arXiv 2305.16843, has other operators too. Ours: terms from 0, no plus signs, no scratchpad.',
    length: { en: 'terms', zh: '加数个数' },
    shortest: 1,
    longest: Number.POSITIVE_INFINITY,
    vocabulary: [...Array.from({ length: modulus }, (_, i) => String(i)), '='],
    example: exampleOf(modulus),
    tokens: (length) => length + 1,
    chance: () => ({ accuracy: 1 / modulus, exactMatch: 1 / modulus }),
    sample(length, random) {
      const terms = draws(lengthOf(task, length), modulus, random)
      return answered([...terms, modulus], [sumOf(terms) % modulus])
    },
  }
  return task
}

function exampleOf(modulus: number): Task['example'] {
  const terms = [3, 8, 4].map((term) => term % modulus)
  return { prompt: `${terms.join(' ')} =`, answer: String(sumOf(terms) % modulus) }
}

function sumOf(terms: readonly number[]): number {
  return terms.reduce((a, b) => a + b, 0)
}
