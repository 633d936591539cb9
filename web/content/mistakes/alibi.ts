// Mistakes about ALiBi.

import { say } from '../bilingual.js'
import type { Candidate } from './candidate.js'
import { digits, list } from './numbers.js'

const PAPER = String.raw`b_{h,ij} = -m_h (i - j), \quad j \leq i, \qquad m_h = 2^{-8(h+1)/H},\; h = 0 \ldots H-1`

export const oneSlope = {
  id: 'alibi-one-slope',
  title: say('One slope for all heads', '所有头共用一个斜率'),
  claim: say('ALiBi adds −m · |i − j| with a slope m.', 'ALiBi 加上 −m · |i − j|，m 是斜率。'),
  right: say(
    'Each head has its own slope m_h, so some heads attend mostly to near keys and others also to far ones.',
    '每个头有自己的斜率 m_h，有的头主要关注近处的键，有的也关注远处的。',
  ),
  formula: String.raw`b_{ij} = -m\,|i - j|`,
  rightFormula: PAPER,
  sentence: ({ got, wanted }: Candidate) =>
    say(
      `Head 0 agrees; in head 1 the bias at distance 1 is ${list(wanted)}, not ${list(got)}.`,
      `第 0 个头一致；第 1 个头在距离 1 处的偏置是 ${list(wanted)}，不是 ${list(got)}。`,
    ),
}

export const offByOne = {
  id: 'alibi-slope-off-by-one',
  title: say('Slopes that start at 1', '斜率从 1 开始'),
  claim: say(
    'Head h of H, counted from 0, has the slope 2^(−8h/H).',
    '从 0 数起，H 个头中第 h 个的斜率是 2^(−8h/H)。',
  ),
  right: say(
    'Counted from 0 it is 2^(−8(h+1)/H): the first of 8 heads has 1/2, the last 1/256.',
    '从 0 数起应为 2^(−8(h+1)/H)：8 个头时第一个是 1/2，最后一个是 1/256。',
  ),
  formula: String.raw`m_h = 2^{-8h/H}, \qquad h = 0 \ldots H-1`,
  rightFormula: String.raw`m_h = 2^{-8(h+1)/H}, \qquad h = 0 \ldots H-1`,
  sentence: ({ got, wanted }: Candidate) =>
    say(
      `In the first head the bias at distance 1 is ${list(got)}, twice the paper’s ${list(wanted)}.`,
      `第一个头在距离 1 处的偏置是 ${list(got)}，是论文中 ${list(wanted)} 的两倍。`,
    ),
}

export const anyHeads = {
  id: 'alibi-slope-rule',
  title: say('One slope rule for any number of heads', '任何头数都用同一条斜率规则'),
  claim: say(
    'The slopes are 2^(−8(h+1)/H) for every number of heads H.',
    '无论头数 H 是多少，斜率都是 2^(−8(h+1)/H)。',
  ),
  right: say(
    'That is the rule for powers of two. For other numbers the authors take the slopes of the next lower power of two, then every second slope of the next higher one. (The library supports both: slopeRule.)',
    '这条规则用于 2 的幂。头数不是 2 的幂时，作者先取较小的 2 的幂的全部斜率，再从较大的 2 的幂的斜率中隔一个取一个。（程序库两种都支持，由 slopeRule 选择。）',
  ),
  formula: String.raw`m_h = 2^{-8(h+1)/H} \quad \text{for every } H`,
  rightFormula: String.raw`m_h = 2^{-8(h+1)/H'} \;(h < H'), \quad m_h = 2^{-4(2(h-H')+1)/H'} \;(h \geq H'), \qquad H' = 2^{\lfloor \log_2 H \rfloor}`,
  sentence: ({ got, wanted }: Candidate) =>
    say(
      `With three heads, the bias of the first at distance 1 is ${list(wanted)}, not ${list(got)}.`,
      `共三个头时，第一个头在距离 1 处的偏置是 ${list(wanted)}，不是 ${list(got)}。`,
    ),
}

export const sign = {
  id: 'alibi-sign',
  title: say('The sign reversed', '符号写反'),
  claim: say('ALiBi adds m · (i − j).', 'ALiBi 加上 m · (i − j)。'),
  right: say(
    'The bias is −m · (i − j): far keys are penalised, not favoured.',
    '偏置是 −m · (i − j)：远处的键得分降低，而不是升高。',
  ),
  formula: 'b_{h,ij} = m_h (i - j)',
  rightFormula: PAPER,
  sentence: ({ got, wanted }: Candidate) =>
    say(
      `At distance 1 the bias is ${list(got)} instead of ${list(wanted)}: the farthest key would be favoured.`,
      `距离 1 处的偏置是 ${list(got)}，应为 ${list(wanted)}：这样最远的键反而占优。`,
    ),
}

export const beforeScale = {
  id: 'alibi-before-scale',
  title: say('Added before the scores are scaled', '在缩放之前加上偏置'),
  claim: say('The score is (q · k − m (i − j)) / √d.', '得分是 (q · k − m (i − j)) / √d。'),
  right: say(
    'The bias is added after the division, so a slope has the same effect for every head dimension. (Falcon does divide it; the library supports this: beforeScale.)',
    '偏置在除法之后加，斜率的作用才与头维度无关。（Falcon 确实先加后除；程序库支持这种形式：beforeScale。）',
  ),
  formula: String.raw`s_{ij} = \frac{q_i \cdot k_j - m_h (i - j)}{\sqrt{d}}`,
  rightFormula: String.raw`s_{ij} = \frac{q_i \cdot k_j}{\sqrt{d}} - m_h (i - j)`,
  sentence: ({ got, wanted }: Candidate) =>
    say(
      `For head dimension 2 and above the effective slope shrinks: ${list(got)} instead of ${list(wanted)}.`,
      `头维度从 2 起，实际的斜率变小：得到 ${list(got)}，应为 ${list(wanted)}。`,
    ),
}

export const symmetric = {
  id: 'alibi-symmetric',
  title: say('|i − j| taken for the paper’s ALiBi', '把 |i − j| 当作论文中的 ALiBi'),
  claim: say('ALiBi adds −m · |i − j| to every score.', 'ALiBi 给每个得分加上 −m · |i − j|。'),
  right: say(
    'The paper’s ALiBi is causal: keys after the query are hidden, and i − j is never negative. |i − j| is a variant for encoders. (The library supports it: symmetric.)',
    '论文中的 ALiBi 是因果的：查询之后的键被遮住，i − j 不会为负。|i − j| 是编码器用的变体。（程序库支持这种形式：symmetric。）',
  ),
  formula: String.raw`a_i = \operatorname{softmax}_j \bigl(s_{ij} - m_h |i - j|\bigr)`,
  rightFormula: String.raw`a_i = \operatorname{softmax}_{j \leq i} \bigl(s_{ij} - m_h (i - j)\bigr)`,
  sentence: ({ got: [, ahead = 0], wanted: [self = 0] }: Candidate) =>
    say(
      `The first token gives ${digits(ahead)} of its attention to a later token; it should give all of it, ${digits(self)}, to itself.`,
      `第一个词元把 ${digits(ahead)} 的注意力给了后面的词元；本应把全部（${digits(self)}）给自己。`,
    ),
}

export const multiplied = {
  id: 'alibi-multiplied',
  title: say('The bias multiplied with the attention weights', '把偏置乘到注意力权重上'),
  claim: say('The attention weights are multiplied by the matrix of biases.', '注意力权重乘以偏置矩阵。'),
  right: say(
    'Biases are added to the scores, before the softmax, one matrix for each head.',
    '偏置加到 softmax 之前的得分上，每个头一个矩阵。',
  ),
  formula: String.raw`a_{ij} = \operatorname{softmax}_j(s_{ij}) \cdot b_{h,ij}`,
  rightFormula: String.raw`a_{ij} = \operatorname{softmax}_j(s_{ij} + b_{h,ij})`,
  sentence: ({ got, wanted }: Candidate) =>
    say(
      `A token’s bias to itself is 0, so the first token loses all its attention weight: ${list(got)} instead of ${list(wanted)}, and the row no longer sums to 1.`,
      `词元对自身的偏置是 0，所以第一个词元失去全部注意力权重：得到 ${list(got)}，应为 ${list(wanted)}；一行之和也不再是 1。`,
    ),
}
