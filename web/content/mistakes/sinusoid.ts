// Mistakes about the sinusoidal code.

import { say } from '../bilingual.js'
import type { Candidate } from './candidate.js'
import { list } from './numbers.js'

export const shiftMatrix = {
  id: 'sinusoid-shift-matrix',
  title: say('Shift matrix for the wrong direction', '平移矩阵转错方向'),
  claim: say(
    'For pairs (sin, cos), the vector of p + k is [[c, −s], [s, c]] times the vector of p.',
    '对于 (sin, cos) 对，p + k 的向量等于 [[c, −s], [s, c]] 乘以 p 的向量。',
  ),
  right: say(
    'That matrix belongs to pairs (cos, sin). For (sin, cos) it is [[c, s], [−s, c]]; the other matrix gives the vector of p − k.',
    '那个矩阵适用于 (cos, sin)。对 (sin, cos) 应为 [[c, s], [−s, c]]，用错则得到 p − k 的向量。',
  ),
  formula: String.raw`\begin{pmatrix} \sin \omega (p+k) \\ \cos \omega (p+k) \end{pmatrix} = \begin{pmatrix} \cos \omega k & -\sin \omega k \\ \sin \omega k & \cos \omega k \end{pmatrix} \begin{pmatrix} \sin \omega p \\ \cos \omega p \end{pmatrix}`,
  rightFormula: String.raw`\begin{pmatrix} \sin \omega (p+k) \\ \cos \omega (p+k) \end{pmatrix} = \begin{pmatrix} \cos \omega k & \sin \omega k \\ -\sin \omega k & \cos \omega k \end{pmatrix} \begin{pmatrix} \sin \omega p \\ \cos \omega p \end{pmatrix}`,
  sentence: ({ got, wanted }: Candidate) =>
    say(
      `From position 1 with k = 1 it gives ${list(got)}, the vector of position 0; that of position 2 is ${list(wanted)}.`,
      `从位置 1 出发，取 k = 1，得到的 ${list(got)} 是位置 0 的向量；位置 2 的向量是 ${list(wanted)}。`,
    ),
}

export const repeat = {
  id: 'sinusoid-repeats',
  title: say('“Sinusoidal vectors repeat”', '认为正弦向量会重复'),
  claim: say('The vectors repeat after the longest wavelength.', '最长的波长一过，向量就开始重复。'),
  right: say(
    'No two integer positions have the same vector: the first pair repeats after 2π positions, and 2π is irrational. Far positions fail because models were not trained on them.',
    '任何两个整数位置的向量都不相同：第一对每 2π 个位置重复一次，而 2π 是无理数。远处失灵，是因为模型没有在那里训练过。',
  ),
  formula: String.raw`\mathrm{PE}(p) = \mathrm{PE}(p + P), \qquad P = 2\pi / \omega_{\min}`,
  rightFormula: String.raw`\mathrm{PE}(p) \neq \mathrm{PE}(p') \quad \text{for all integers } p \neq p'`,
  sentence: ({ got, wanted }: Candidate) =>
    say(
      `The longest wave has completed its period, but the shortest is elsewhere: ${list(wanted)} instead of ${list(got)}.`,
      `最长的波走完了一个周期，最短的却在别处：是 ${list(wanted)}，不是 ${list(got)}。`,
    ),
}

export const beyond = {
  id: 'sinusoid-undefined',
  title: say(
    '“Sinusoidal vectors are undefined beyond the training length”',
    '认为正弦向量超出训练长度就没有定义',
  ),
  claim: say(
    'Sinusoidal vectors are undefined beyond the training length.',
    '超出训练长度，正弦向量就没有定义。',
  ),
  right: say(
    'They are defined for every position and need not be stored. That models get worse there is an empirical fact about trained parameters. It is a learned table that ends.',
    '它在任何位置都有定义，也不需要存储。模型在那里变差，是训练所得参数的经验事实。有尽头的是可学习的位置表。',
  ),
  formula: String.raw`\mathrm{PE}(p) = \text{undefined}, \qquad p \geq L`,
  rightFormula: String.raw`\mathrm{PE}(p)_{2i} = \sin(p\, \omega_i), \quad \mathrm{PE}(p)_{2i+1} = \cos(p\, \omega_i), \qquad p \in \mathbb{R}`,
  sentence: ({ wanted }: Candidate, trained: number) =>
    say(
      `With training length ${trained}, position ${trained} still has the vector ${list(wanted)}.`,
      `训练长度为 ${trained} 时，位置 ${trained} 依然有向量：${list(wanted)}。`,
    ),
}

export const relativeOnly = {
  id: 'sinusoid-relative-only',
  title: say('“Sinusoidal vectors are relative”', '认为正弦向量是相对的'),
  claim: say(
    'The sinusoidal encoding is relative and carries no absolute position.',
    '正弦编码是相对编码，不含绝对位置。',
  ),
  right: say(
    'It is the absolute encoding of the original Transformer. A shift is a rotation, which may make distances easier to learn; it does not remove the position.',
    '它就是原始 Transformer 的绝对编码。平移是一种旋转，也许使距离更容易学到，但位置并没有消失。',
  ),
  formula: String.raw`\mathrm{PE}(p) = f(p - p_{\text{first}})`,
  rightFormula: String.raw`\mathrm{PE}(p) = f(p)`,
  sentence: ({ got, wanted }: Candidate) =>
    say(
      `If the sentence starts at position 1, its first token gets ${list(wanted)}, not ${list(got)}.`,
      `句子若从位置 1 开始，第一个词元的向量就是 ${list(wanted)}，不是 ${list(got)}。`,
    ),
}
