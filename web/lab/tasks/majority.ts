import { labelled, lengthOf, type Task } from './task.js'

const A = 0
const B = 1
/** How finely the share of b's is drawn. */
const STEPS = 2 ** 20

/** Running majority: after each letter the answer is the one of two that came more often so far. */
export function majority(): Task {
  const task: Task = {
    spec: { type: 'majority' },
    name: { en: 'Running majority', zh: '当前多数' },
    definition: {
      en: 'The sequence is letters a and b, with a share of b that is drawn anew for each sequence. After each letter the answer is the letter that came more often so far, and a when both came equally often.',
      zh: '序列由字母 a 和 b 组成，b 的比例对每个序列重新抽取。每个字母之后的答案是到目前为止出现更多的字母；一样多时答案是 a。',
    },
    mechanism: {
      en: 'An even mean over all tokens counts by content; position hardly matters. This is the control.',
      zh: '对所有词元等权平均，就是按内容计数，位置几乎不起作用。这是对照任务。',
    },
    source: 'Majority in Huang et al. 2025, arXiv 2410.02140. Ours: two letters, an answer after each token.',
    length: { en: 'letters', zh: '字母个数' },
    shortest: 1,
    longest: Number.POSITIVE_INFINITY,
    vocabulary: ['a', 'b'],
    example: { prompt: 'b a b', answer: 'b' },
    tokens: (length) => length,
    chance: (length) => ({ accuracy: shareOfA(length), exactMatch: alwaysA(length) }),
    sample(length, random) {
      const share = random.below(STEPS)
      const string = Array.from({ length: lengthOf(task, length) }, () =>
        random.below(STEPS) < share ? B : A,
      )
      let lead = 0
      return labelled(string, (letter) => {
        lead += letter === A ? 1 : -1
        return lead >= 0 ? A : B
      })
    },
  }
  return task
}

// The chance of answering a everywhere: with a uniform share each count of a's, from 0 to the length, is equally likely.
function shareOfA(length: number): number {
  let sum = 0
  for (let n = 1; n <= length; n++) sum += (Math.floor(n / 2) + 1) / (n + 1)
  return sum / length
}

/** The chance that the answer is a throughout, the likeliest one: Bertrand's ballot theorem with ties, for each count of a's. */
function alwaysA(length: number): number {
  let sum = 0
  for (let a = Math.ceil(length / 2); a <= length; a++) sum += (2 * a - length + 1) / (a + 1)
  return sum / (length + 1)
}
