import { labelled, lengthOf, type Task } from './task.js'

const LONGEST_GAP = 8
const DOT = LONGEST_GAP + 1
const MARK = DOT + 1

/** Count since a mark: after each token the answer is how many tokens ago the last mark was. */
export function sinceMark(): Task {
  const task: Task = {
    spec: { type: 'sinceMark' },
    name: { en: 'Count since a mark', zh: '距上个标记的计数' },
    definition: {
      en: `The sequence is a mark, then dots, with a mark again after at most ${LONGEST_GAP} tokens. After each token the answer is how many tokens ago the last mark was.`,
      zh: `序列以一个标记开头，之后是点，最多隔 ${LONGEST_GAP} 个词元再出现一个标记。每个词元之后的答案是上一个标记在几个词元之前。`,
    },
    mechanism: {
      en: 'Only distances that training has seen decide, at places that it has not: what knows a distance goes on, what knows a row of a table does not.',
      zh: '起决定作用的只是训练中见过的距离，但出现在没见过的位置：依据距离的编码能继续，依据表中某一行的编码不能。',
    },
    source:
      'Defined here: a counter that is reset, as in the counter languages of Bhattamishra et al. 2020, arXiv 2009.11264, with counts that are bounded.',
    length: { en: 'marks and dots', zh: '标记与点的个数' },
    shortest: 2,
    longest: Number.POSITIVE_INFINITY,
    vocabulary: [...Array.from({ length: DOT }, (_, count) => String(count)), '.', '|'],
    example: { prompt: '| . . | .', answer: '1' },
    tokens: (length) => length,
    chance: (length) => ({ accuracy: likeliestCounts(length), exactMatch: likeliestAnswer(length) }),
    sample(length, random) {
      const gap = () => 1 + random.below(LONGEST_GAP)
      let next = 0
      const string = Array.from({ length: lengthOf(task, length) }, (_, i) => {
        if (i < next) return DOT
        next = i + gap()
        return MARK
      })
      let since = 0
      return labelled(string, (token) => {
        since = token === MARK ? 0 : since + 1
        return since
      })
    },
  }
  return task
}

/** The chance per token: the mean over the places of the share of the likeliest count. */
function likeliestCounts(length: number): number {
  const marks: number[] = [] // the probability of a mark at each place
  let sum = 0
  for (let place = 0; place < length; place++) {
    const before = Array.from({ length: LONGEST_GAP }, (_, i) => marks[place - 1 - i] ?? 0)
    marks.push(place === 0 ? 1 : before.reduce((a, b) => a + b) / LONGEST_GAP)
    // count c: a mark c places ago, and a gap that is longer
    const counts = [marks[place] as number, ...before.map((mark, i) => mark * (1 - (i + 1) / LONGEST_GAP))]
    sum += counts.reduce((most, count) => Math.max(most, count), 0)
  }
  return sum / length
}

/**
 * The chance of the likeliest answer. Few long gaps are likelier than many short ones: each that ends has 1/8, and the last is at least as
 * long as what is left.
 */
function likeliestAnswer(length: number): number {
  const fewest = Math.max(0, Math.ceil((length - LONGEST_GAP) / LONGEST_GAP))
  const shares = [fewest, fewest + 1]
    .filter((gaps) => gaps < length)
    .map((gaps) => {
      const left = length - 1 - Math.min(gaps * LONGEST_GAP, length - 1)
      return LONGEST_GAP ** -gaps * (1 - left / LONGEST_GAP)
    })
  return shares.reduce((most, share) => Math.max(most, share), 0)
}
