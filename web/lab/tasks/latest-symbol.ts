import { labelled, lengthOf, letters, type Task } from './task.js'

const SYMBOLS = 8
const NOISE = SYMBOLS
/** How often of five times a token that is not the first is noise. */
const OF_FIVE = 4
/** The share of tokens after which the answer stays what it is: noise, or the same letter again. */
const STAYS = (OF_FIVE + 1 / SYMBOLS) / 5

/** Latest symbol (flip-flop): after each token the answer is the letter written last. */
export function latestSymbol(): Task {
  const task: Task = {
    spec: { type: 'latestSymbol' },
    name: { en: 'Latest symbol (flip-flop)', zh: '最近的符号（触发器）' },
    definition: {
      en: 'The sequence is a letter, then dots with a letter now and then: four tokens of five are dots. After each token the answer is the letter that was written last.',
      zh: '序列以一个字母开头，之后大多是点，偶尔出现字母：五个词元中有四个是点。每个词元之后的答案是最近写下的字母。',
    },
    mechanism: {
      en: 'A preference for what is recent does the work, whatever the distance. Without position recent and old letters look alike.',
      zh: '起作用的是对近处的偏好，与具体距离无关。没有位置信息时，新近的和久远的字母看起来一样。',
    },
    source:
      'Liu et al. 2023, arXiv 2306.00946, flip-flop language modelling. Ours: eight symbols in place of one bit, one token for an instruction and its bit, no read instruction: every token asks.',
    length: { en: 'letters and dots', zh: '字母与点的个数' },
    shortest: 1,
    longest: Number.POSITIVE_INFINITY,
    vocabulary: [...letters(SYMBOLS), '.'],
    example: { prompt: 'b . . a .', answer: 'a' },
    tokens: (length) => length,
    chance: (length) => ({ accuracy: 1 / SYMBOLS, exactMatch: STAYS ** (length - 1) / SYMBOLS }),
    sample(length, random) {
      const string = Array.from({ length: lengthOf(task, length) }, (_, i) =>
        i > 0 && random.below(5) < OF_FIVE ? NOISE : random.below(SYMBOLS),
      )
      let latest = 0
      return labelled(string, (token) => {
        if (token !== NOISE) latest = token
        return latest
      })
    },
  }
  return task
}
