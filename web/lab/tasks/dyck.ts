import type { Random } from '../../lib/boundary/pcg32.js'
import { IGNORED, lengthOf, type Task } from './task.js'

const OPENING = ['(', '[']
const CLOSING = [')', ']']
const KINDS = OPENING.length

/** Dyck-2: the closing brackets of "( [ ] ) [ ]". */
export function dyck(): Task {
  const task: Task = {
    spec: { type: 'dyck' },
    name: { en: 'Dyck-2', zh: 'Dyck-2' },
    definition: {
      en: 'The sequence is a balanced string of brackets of two kinds. The answer is every closing bracket: the model has to name the kind of the bracket that is open.',
      zh: '序列是由两种括号组成的平衡串。答案是每个右括号：模型要说出当前未闭合的是哪一种括号。',
    },
    source:
      'Dyck-k with the accuracy of closing brackets: Hewitt et al. 2020, arXiv 2010.07515; Yao et al. 2021, arXiv 2105.11115. As a toy task that trains on closing brackets only: vinhowe/piston, dyck.ts. Ours: no bound on the depth.',
    length: { en: 'pairs of brackets', zh: '括号对数' },
    shortest: 1,
    longest: Number.POSITIVE_INFINITY,
    vocabulary: [...OPENING, ...CLOSING],
    example: { prompt: '( [', answer: '] )' },
    tokens: (length) => 2 * length - 1,
    chance: (length) => ({ accuracy: 1 / KINDS, exactMatch: KINDS ** -length }),
    sample(length, random) {
      const word = balanced(lengthOf(task, length), random)
      return {
        ids: word.slice(0, -1),
        targets: word.slice(1).map((id) => (id >= KINDS ? id : IGNORED)),
      }
    },
  }
  return task
}

/** A balanced sequence; where a bracket may be opened or closed, both are equally likely. */
function balanced(pairs: number, random: Random): number[] {
  const word: number[] = []
  const open: number[] = []
  let left = pairs
  while (left > 0 || open.length > 0) {
    const opens = open.length === 0 || (left > 0 && random.below(2) === 0)
    if (opens) {
      open.push(random.below(KINDS))
      word.push(open.at(-1) as number)
      left--
    } else word.push(KINDS + (open.pop() as number))
  }
  return word
}
