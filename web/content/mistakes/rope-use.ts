// Mistakes about where RoPE is applied and what it does for a model.

import { say } from '../bilingual.js'
import type { Candidate } from './candidate.js'
import { digits, list } from './numbers.js'

export const beforeProjection = {
  id: 'rope-before-projection',
  title: say('Embeddings rotated once, before W_Q and W_K', '在 W_Q、W_K 之前先旋转一次词嵌入'),
  claim: say(
    'RoPE is applied to the embeddings once; queries, keys and values are made from them.',
    '对词嵌入做一次 RoPE，再由它得到查询、键和值。',
  ),
  right: say(
    'Queries and keys are rotated after their projections, in every head of every layer. If W_Q and W_K stand between the two rotations, a score is no longer a function of i − j.',
    '在每一层、每个头里，查询和键投影之后再旋转。若 W_Q、W_K 夹在两个旋转之间，得分就不再是 i − j 的函数。',
  ),
  formula: String.raw`s_{ij} = (x_i R_i W_Q)(x_j R_j W_K)^{\top} = x_i\, R_i\, W_Q W_K^{\top} R_j^{\top}\, x_j^{\top}`,
  rightFormula: String.raw`s_{ij} = (x_i W_Q R_i)(x_j W_K R_j)^{\top} = x_i\, W_Q\, R_{i-j}\, W_K^{\top}\, x_j^{\top}`,
  sentence: ({ got: [first = 0, last = 0], wanted: [same = 0] }: Candidate) =>
    say(
      `A token’s score with itself must be ${digits(same)} at every position; here it changes from ${digits(first)} to ${digits(last)} at the next position.`,
      `词元与自身的得分在每个位置都应为 ${digits(same)}；这样做，到下一个位置就由 ${digits(first)} 变为 ${digits(last)}。`,
    ),
}

export const values = {
  id: 'rope-values',
  title: say('Values rotated as well', '把值也旋转'),
  claim: say('RoPE rotates queries, keys and values.', 'RoPE 旋转查询、键和值。'),
  right: say(
    'Only queries and keys. Rotated values go straight into the output, so shifting a sentence changes its outputs. (RoFormer’s code has this as an option, off by default.)',
    '只旋转查询和键。旋转过的值直接进入输出，句子平移后输出就会改变。（RoFormer 的代码里有这个选项，默认关闭。）',
  ),
  formula: String.raw`o_i = \sum_j a_{ij}\, R_j v_j`,
  rightFormula: String.raw`o_i = \sum_j a_{ij}\, v_j`,
  sentence: ({ got, wanted }: Candidate) =>
    say(
      `Two tokens with equal values must give that value, ${list(wanted)}; here they give ${list(got)}.`,
      `两个词元的值相同，输出就应是这个值 ${list(wanted)}，却得到 ${list(got)}。`,
    ),
}

export const decay = {
  id: 'rope-decays',
  title: say('“Scores of random q and k decay”', '认为随机 q、k 的得分会随距离衰减'),
  claim: say(
    'With RoPE, the score of random queries and keys decays with distance.',
    '在 RoPE 下，随机查询与键的得分随距离衰减。',
  ),
  right: say(
    'Its mean is 0 at every distance, since a rotation keeps a mean of 0. What falls, on the whole but not at every step, is a bound on its magnitude, and the score where q and k are alike.',
    '在任何距离，均值都是 0，因为旋转不改变零均值。总体上下降、但并非步步下降的，是它绝对值的一个上界，以及 q 与 k 相同时的得分。',
  ),
  formula: String.raw`\mathbb{E}\,[q \cdot R_n k] = 2 \sum_i \cos n\theta_i`,
  rightFormula: String.raw`\mathbb{E}\,[q \cdot R_n k] = \mathbb{E}[q] \cdot R_n\, \mathbb{E}[k] = 0 \qquad \text{for independent } q, k \text{ of mean } 0`,
  sentence: ({ got, wanted }: Candidate, queries: number) =>
    say(
      `Over all ${queries} queries of ±1 the mean score at distances 0 … 3 is ${list(wanted)}; ${list(got)} is what q = k = [1, 1, 1, 1] gives.`,
      `对全部 ${queries} 个由 ±1 组成的查询，距离 0 … 3 处的平均得分是 ${list(wanted)}；${list(got)} 是 q = k = [1, 1, 1, 1] 的得分。`,
    ),
}

export const anyLength = {
  id: 'rope-any-length',
  title: say('“RoPE handles any length”', '认为 RoPE 能处理任意长度'),
  claim: say(
    'RoPE handles sequences of any length, as its angles are defined everywhere.',
    'RoPE 的角度处处有定义，所以能处理任意长度的序列。',
  ),
  right: say(
    'It can be computed for any length, but that does not mean that a model generalises. Slow pairs reach angles that did not occur in training; that is why positions are interpolated or the base is raised.',
    '任意长度都能计算，但不等于模型能泛化。慢的各对会转到训练中从未出现的角度，所以才需要位置插值或增大底数。',
  ),
  formula: String.raw`p\,\theta_i \in \{ q\,\theta_i : q < L \} \quad \text{for every } p`,
  rightFormula: String.raw`p\,\theta_{d/2-1} > (L - 1)\,\theta_{d/2-1} \quad \text{for } p \geq L`,
  sentence: ({ got, wanted }: Candidate, trained: number) =>
    say(
      `With training length ${trained}, the slowest pair rotates by at most ${list(got)} radians; at position ${2 * trained} its angle is ${list(wanted)}.`,
      `训练长度为 ${trained} 时，最慢的一对最多旋转 ${list(got)} 弧度；到位置 ${2 * trained}，角度是 ${list(wanted)}。`,
    ),
}
