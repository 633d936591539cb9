// Mistakes about the sinusoidal code.

import { code, range } from './algebra.js'
import { type Candidate, type Library, list, type Mistake, mistake } from './mistake.js'

/** The sinusoidal code of a position, as the library has it. */
async function codeAt(library: Library, position: number, dim: number): Promise<number[]> {
  const { data } = await library.embed({ type: 'sinusoidal' }, { positions: [position], dim })
  return [...data]
}

type Code = (position: number) => number[]

const byPosition =
  (positions: readonly number[], dim: number) =>
  async (library: Library, formula: Code): Promise<Candidate[]> =>
    Promise.all(
      positions.map(async (p) => ({
        at: `d = ${dim}, p = ${p}`,
        got: formula(p),
        wanted: await codeAt(library, p, dim),
      })),
    )

type Shifted = (position: number, shift: number) => number[]

const shiftMatrix = mistake<Shifted>({
  id: 'sinusoid-shift-matrix',
  title: 'The shift matrix turns the other way',
  titleZh: '平移矩阵转错方向',
  claim: 'For pairs (sin, cos), the code of p + k is the code of p times [[c, −s], [s, c]].',
  claimZh: '对于 (sin, cos) 对，p + k 的编码等于 [[c, −s], [s, c]] 乘以 p 的编码。',
  right:
    'That matrix belongs to pairs (cos, sin). For (sin, cos) it is [[c, s], [−s, c]]; the other one gives the code of p − k.',
  rightZh: '那个矩阵适用于 (cos, sin)。对 (sin, cos) 应为 [[c, s], [−s, c]]，用错则得到 p − k 的编码。',
  formula: String.raw`\begin{pmatrix} \sin \omega (p+k) \\ \cos \omega (p+k) \end{pmatrix} = \begin{pmatrix} \cos \omega k & -\sin \omega k \\ \sin \omega k & \cos \omega k \end{pmatrix} \begin{pmatrix} \sin \omega p \\ \cos \omega p \end{pmatrix}`,
  rightFormula: String.raw`\begin{pmatrix} \sin \omega (p+k) \\ \cos \omega (p+k) \end{pmatrix} = \begin{pmatrix} \cos \omega k & \sin \omega k \\ -\sin \omega k & \cos \omega k \end{pmatrix} \begin{pmatrix} \sin \omega p \\ \cos \omega p \end{pmatrix}`,
  types: ['sinusoidal'],
  margin: 0.1,
  wrong: (position, shift) => shiftedBy(position, -shift),
  correct: (position, shift) => shiftedBy(position, shift),
  candidates: async (library, formula) =>
    Promise.all(
      [0, 1].map(async (shift) => ({
        at: `d = 2, p = 1, k = ${shift}`,
        got: formula(1, shift),
        wanted: await codeAt(library, 1 + shift, 2),
      })),
    ),
  say: ({ got, wanted }) => [
    `One step on from position 1 it gives ${list(got)}, the code of position 0; position 2 has ${list(wanted)}.`,
    `从位置 1 前进一步，得到的 ${list(got)} 是位置 0 的编码；位置 2 的编码是 ${list(wanted)}。`,
  ],
})

// the sign of the shift decides which of the two matrices it is
function shiftedBy(position: number, shift: number): number[] {
  const [sine = 0, cosine = 0] = code(position, 2)
  const [c, s] = [Math.cos(shift), Math.sin(shift)]
  return [c * sine + s * cosine, c * cosine - s * sine]
}

/** The longest wave of four channels, in whole positions: 2π · 100. */
const LONGEST_WAVE = 628

const repeat = mistake<Code>({
  id: 'sinusoid-repeats',
  title: 'Sinusoidal codes said to repeat',
  titleZh: '认为正弦编码会周期性重复',
  claim: 'The codes repeat once the longest wave has come round.',
  claimZh: '最长的波转完一圈之后，编码就开始重复。',
  right:
    'No two whole positions share a code: the first pair comes back after 2π steps, which is irrational, so no whole number of steps brings it back. Far positions fail because models were not trained on them.',
  rightZh:
    '任何两个整数位置的编码都不相同：第一对通道的周期 2π 是无理数，整数步永远回不到原处。远处失效是因为模型没有在那里训练过。',
  formula: String.raw`\mathrm{PE}(p) = \mathrm{PE}(p + P), \qquad P = 2\pi / \omega_{\min}`,
  rightFormula: String.raw`\mathrm{PE}(p) \neq \mathrm{PE}(p') \quad \text{for all integers } p \neq p'`,
  types: ['sinusoidal'],
  margin: 0.1,
  wrong: (position) => code(position % LONGEST_WAVE, 4),
  correct: (position) => code(position, 4),
  candidates: byPosition(range(LONGEST_WAVE + 2), 4),
  say: ({ got, wanted }) => [
    `The longest wave is back, but the shortest is not: ${list(wanted)} instead of ${list(got)}.`,
    `最长的波回到了起点，最短的没有：是 ${list(wanted)}，不是 ${list(got)}。`,
  ],
})

const TRAINED = 512

const beyond = mistake<Code>({
  id: 'sinusoid-undefined',
  title: 'Sinusoidal codes said to end with the training length',
  titleZh: '认为正弦编码超过训练长度就没有定义',
  claim: 'Sinusoidal codes are undefined beyond the length that a model was trained on.',
  claimZh: '超过模型的训练长度，正弦编码就没有定义。',
  right:
    'They are defined for every position and need not be stored. That models get worse there is an observation about trained weights. A learned table is what ends.',
  rightZh:
    '它在任何位置都有定义，也不需要存储。模型在那里变差，是关于已训练权重的经验事实。有尽头的是可学习的位置表。',
  formula: String.raw`\mathrm{PE}(p) = \text{undefined}, \qquad p \geq L`,
  rightFormula: String.raw`\mathrm{PE}(p)_{2i} = \sin(p\, \omega_i), \quad \mathrm{PE}(p)_{2i+1} = \cos(p\, \omega_i), \qquad p \in \mathbb{R}`,
  types: ['sinusoidal', 'learned'],
  margin: 0.1,
  wrong: (position) => (position < TRAINED ? code(position, 4) : [NaN, NaN, NaN, NaN]),
  correct: (position) => code(position, 4),
  candidates: byPosition([0, TRAINED - 1, TRAINED, 2 * TRAINED], 4),
  say: ({ wanted }) => [
    `Trained on ${TRAINED} positions, the next one, ${TRAINED}, still has the code ${list(wanted)}.`,
    `训练长度为 ${TRAINED} 时，下一个位置 ${TRAINED} 的编码依然存在：${list(wanted)}。`,
  ],
})

type Within = (position: number, start: number) => number[]

const relativeOnly = mistake<Within>({
  id: 'sinusoid-relative-only',
  title: 'Sinusoidal codes said to be relative',
  titleZh: '认为正弦编码是相对编码',
  claim: 'Sinusoidal codes are relative: they give no absolute information.',
  claimZh: '正弦编码是相对编码，不提供绝对位置信息。',
  right:
    'They are the absolute code of the original Transformer. That a shift is a rotation makes distances easy to learn; it does not remove the position.',
  rightZh: '它就是原始 Transformer 的绝对编码。平移等于旋转，使距离容易学到，但位置信息并没有消失。',
  formula: String.raw`\mathrm{PE}(p) = f(p - p_{\text{first}})`,
  rightFormula: String.raw`\mathrm{PE}(p) = f(p)`,
  types: ['sinusoidal'],
  margin: 0.1,
  wrong: (position, start) => code(position - start, 2),
  correct: (position) => code(position, 2),
  candidates: async (library, formula) =>
    Promise.all(
      [0, 1].map(async (start) => ({
        at: `d = 2, p = p_first = ${start}`,
        got: formula(start, start),
        wanted: await codeAt(library, start, 2),
      })),
    ),
  say: ({ got, wanted }) => [
    `Let the sentence start at position 1: its first token gets ${list(wanted)}, no longer ${list(got)}.`,
    `让句子从位置 1 开始：第一个词元的编码是 ${list(wanted)}，不再是 ${list(got)}。`,
  ],
})

export const sinusoidMistakes: readonly Mistake[] = [shiftMatrix, repeat, beyond, relativeOnly]
