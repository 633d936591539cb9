import { additionChance, sumOfDigits } from './reversed-addition.js'
import { DIGITS, draws, IGNORED, lengthOf, type Task } from './task.js'

const PLUS = DIGITS.length
const EQUALS = PLUS + 1
const FIRST_HINT = EQUALS + 1
/** The number of hints, which follow each other from a random one: the longest sum has as many digits. */
const HINTS = 26

/** Addition with index hints: "a5 b2 + a7 b1 = a2 b4 c0" for 25 + 17 = 042. */
export function hintedAddition(): Task {
  const task: Task = {
    spec: { type: 'hintedAddition' },
    name: { en: 'Addition with index hints', zh: '带索引提示的加法' },
    definition: {
      en: 'Two numbers with equally many random digits are added, units first. A letter stands before each digit, also in the sum: the same letter for the same place, consecutive from a random one. The answer is the digits of the sum.',
      zh: '两个位数相同的随机数相加，个位在前。每个数字前面（包括和）都有一个字母：同一位用同一个字母，从随机的字母开始依次排列。答案是和的各位数字。',
    },
    mechanism: {
      en: 'The hint turns a place into content: digits are found by their letter, at any distance.',
      zh: '提示把位置变成内容：凭字母就能找到数字，与距离无关。',
    },
    source:
      'Zhou et al. 2023, arXiv 2310.16028 (index hints); Zhou et al. 2024, arXiv 2402.09371 (with reversed digits). Ours: hints of the sum are given, not answered.',
    length: { en: 'digits of each number', zh: '每个数的位数' },
    shortest: 1,
    longest: HINTS - 1,
    vocabulary: [
      ...DIGITS,
      '+',
      '=',
      ...Array.from({ length: HINTS }, (_, i) => String.fromCharCode(97 + i)),
    ],
    example: { prompt: 'a 5 b 2 + a 7 b 1 = a', answer: '2' },
    tokens: (length) => 6 * length + 3,
    chance: additionChance,
    sample(length, random) {
      const a = draws(lengthOf(task, length), 10, random)
      const b = draws(length, 10, random)
      const first = FIRST_HINT + random.below(HINTS - length)
      const hinted = (digits: readonly number[]) => digits.flatMap((digit, i) => [first + i, digit])
      const prompt = [...hinted(a), PLUS, ...hinted(b), EQUALS]
      const sum = hinted(sumOfDigits(a, b))
      const targets = sum.slice(1).map((id, i) => (i % 2 === 0 ? id : IGNORED))
      return { ids: [...prompt, ...sum.slice(0, -1)], targets: [...prompt.map(() => IGNORED), ...targets] }
    },
  }
  return task
}
