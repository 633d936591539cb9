import { integerOf } from '../../lib/boundary/checks.js'
import { distinct } from './distinct.js'
import { answered, DIGITS, lengthOf, type Task } from './task.js'

export interface AssociativeRecallOptions {
  /** How many keys there are, which is also the most pairs of a sequence; default 64. */
  keys?: number
}

/** Associative recall (induction): "k7 3 k1 9 k4 0 k1 → 9". */
export function associativeRecall({ keys = 64 }: AssociativeRecallOptions = {}): Task {
  integerOf(keys, 'keys', 1, 4096)
  const values = DIGITS.length
  const task: Task = {
    spec: { type: 'associativeRecall', keys },
    name: { en: 'Associative recall', zh: '联想回忆' },
    definition: {
      en: 'The prompt is pairs of a key and a digit, each key at most once, and one of these keys again. The answer is the digit that followed this key.',
      zh: '提示是若干“键–数字”对，每个键最多出现一次，最后重复其中一个键。答案是该键之后的数字。',
    },
    source:
      'Ba et al. 2016, arXiv 1610.06258, section 4.1 (associative retrieval); as the induction of Olsson et al. 2022, arXiv 2209.11895; with many pairs, Arora et al. 2023, arXiv 2312.04927. Ours: one query.',
    length: { en: 'pairs', zh: '键值对个数' },
    shortest: 1,
    longest: keys,
    vocabulary: [...DIGITS, ...Array.from({ length: keys }, (_, i) => `k${i}`)],
    example: { prompt: 'k7 3 k1 9 k4 0 k1', answer: '9' },
    tokens: (length) => 2 * length + 1,
    chance: () => ({ accuracy: 1 / values, exactMatch: 1 / values }),
    sample(length, random) {
      const chosen = distinct(lengthOf(task, length), keys, random)
      const pairs = chosen.map((key) => ({ key: values + key, value: random.below(values) }))
      const asked = pairs[random.below(length)] as (typeof pairs)[number]
      return answered([...pairs.flatMap(({ key, value }) => [key, value]), asked.key], [asked.value])
    },
  }
  return task
}
