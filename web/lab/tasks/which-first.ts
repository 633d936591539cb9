import { answered, draws, lengthOf, letters, type Task } from './task.js'

const OTHERS = 8
const X = OTHERS
const Y = OTHERS + 1
const ASKED = OTHERS + 2

/** Which came first: "c Y a a X d ? Y". */
export function whichFirst(): Task {
  const task: Task = {
    spec: { type: 'whichFirst' },
    name: { en: 'Which came first', zh: '谁先出现' },
    definition: {
      en: 'The prompt is a string of random letters with one X and one Y in it, and a question mark. The answer is X or Y, whichever came first.',
      zh: '提示是一串随机字母，其中恰有一个 X 和一个 Y，后面是问号。答案是先出现的 X 或 Y。',
    },
    source:
      'Hochreiter and Schmidhuber 1997, Long Short-Term Memory, section 5.6 (temporal order); as a toy task of one X and one Y: vinhowe/piston, temporalOrder.ts.',
    length: { en: 'letters, X and Y among them', zh: '字母个数（含 X 和 Y）' },
    shortest: 2,
    longest: Number.POSITIVE_INFINITY,
    vocabulary: [...letters(OTHERS), 'X', 'Y', '?'],
    example: { prompt: 'c Y a a X d ?', answer: 'Y' },
    tokens: (length) => length + 1,
    chance: () => ({ accuracy: 1 / 2, exactMatch: 1 / 2 }),
    sample(length, random) {
      const string = draws(lengthOf(task, length), OTHERS, random)
      const x = random.below(length)
      const other = random.below(length - 1)
      const y = other < x ? other : other + 1
      string[x] = X
      string[y] = Y
      return answered([...string, ASKED], [x < y ? X : Y])
    },
  }
  return task
}
