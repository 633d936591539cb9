import { answered, draws, lengthOf, type Task } from './task.js'

const EQUALS = 2
const EVEN = 3

/** Parity: "1 0 1 1 = odd". */
export function parity(): Task {
  const task: Task = {
    spec: { type: 'parity' },
    name: { en: 'Parity', zh: '奇偶校验' },
    definition: {
      en: 'The prompt is a string of random bits and an equals sign. The answer says whether the number of ones is even or odd.',
      zh: '提示是一串随机比特和一个等号。答案说明 1 的个数是偶数（even）还是奇数（odd）。',
    },
    source:
      'Ruoss et al. 2023, arXiv 2305.16843, parity check (google-deepmind/randomized_positional_encodings, tasks/regular/parity_check.py); Kazemnejad et al. 2023, arXiv 2305.19466 (scripts/dataset_builders/make_parity_dataset.py), without their scratchpad.',
    length: { en: 'bits', zh: '比特个数' },
    shortest: 1,
    longest: Number.POSITIVE_INFINITY,
    vocabulary: ['0', '1', '=', 'even', 'odd'],
    example: { prompt: '1 0 1 1 =', answer: 'odd' },
    tokens: (length) => length + 1,
    chance: () => ({ accuracy: 1 / 2, exactMatch: 1 / 2 }),
    sample(length, random) {
      const bits = draws(lengthOf(task, length), 2, random)
      const ones = bits.reduce((a, b) => a + b, 0)
      return answered([...bits, EQUALS], [EVEN + (ones % 2)])
    },
  }
  return task
}
