// Mistakes about learned tables of relative positions.

import { say } from '../bilingual.js'
import type { Candidate } from './candidate.js'
import { digits, list } from './numbers.js'

const VECTOR_TERM = String.raw`s_{ij} = \frac{q_i \cdot (k_j + r_{j-i})}{\sqrt{d}} \qquad \text{or} \qquad s_{ij} = \frac{q_i \cdot k_j}{\sqrt{d}} + b_{h,\,j-i}`

export const scalarCell = {
  id: 'table-vector-in-cell',
  title: say('A vector added to a score', '把向量加到得分上'),
  claim: say(
    'A matrix A_rel with A_rel(i, j) = R_{j−i}, a row of a table of vectors, is added to the scores.',
    '把矩阵 A_rel 加到得分上，A_rel(i, j) = R_{j−i} 是向量表的一行。',
  ),
  right: say(
    'A score is one number; a vector cannot be added to it. Either the table has one number per head and distance, or the query is multiplied with the table’s vector, before the division by √d.',
    '得分是一个数，加不上向量。要么表里每个头、每个距离存一个数，要么先用查询乘以表中的向量，再除以 √d。',
  ),
  formula: String.raw`s_{ij} = \frac{q_i \cdot k_j}{\sqrt{d}} + R_{j-i}, \qquad R_{j-i} \in \mathbb{R}^d`,
  rightFormula: VECTOR_TERM,
  sentence: ({ got, wanted }: Candidate) =>
    say(
      `The result is ${got.length} numbers, ${list(got)}; the score is one: ${list(wanted)}.`,
      `得到 ${got.length} 个数 ${list(got)}，而得分是一个数：${list(wanted)}。`,
    ),
}

export const perPosition = {
  id: 'table-per-position',
  title: say('One relative vector for each position', '每个位置一个“相对向量”'),
  claim: say('Every position gets a relative vector.', '每个位置有一个相对位置向量。'),
  right: say(
    'Relative vectors belong to pairs of positions: r_{j−i} is selected by the distance between query and key.',
    '相对向量属于一对位置：r_{j−i} 由查询与键的距离选出。',
  ),
  formula: String.raw`s_{ij} = \frac{q_i \cdot (k_j + r_i)}{\sqrt{d}}`,
  rightFormula: String.raw`s_{ij} = \frac{q_i \cdot (k_j + r_{j-i})}{\sqrt{d}}`,
  sentence: ({ got, wanted }: Candidate) =>
    say(
      `For the first token’s score with itself both give the same; for the next key the score is ${list(wanted)}, but a vector per position gives ${list(got)}.`,
      `第一个词元对自身的得分，两种算法相同；对下一个键应为 ${list(wanted)}，每个位置一个向量则得到 ${list(got)}。`,
    ),
}

export const rowCount = {
  id: 'table-rows',
  title: say('A table of m rows, indexed by j − i', '只有 m 行、以 j − i 为下标的表'),
  claim: say(
    'For m tokens a table of m rows is enough; row j − i belongs to the pair (i, j).',
    '长度为 m 的序列，一张 m 行的表就够了；(i, j) 用第 j − i 行。',
  ),
  right: say(
    'Distances run from −(m − 1) to m − 1: 2m − 1 rows, and the row is j − i + m − 1. A negative index is an error, or silently counts from the end.',
    '距离从 −(m − 1) 到 m − 1，要 2m − 1 行，行号是 j − i + m − 1。负下标会出错，或者悄悄地从末尾数起。',
  ),
  formula: String.raw`b_{ij} = T_{j-i}, \qquad T \in \mathbb{R}^{m}`,
  rightFormula: String.raw`b_{ij} = T_{j-i+m-1}, \qquad T \in \mathbb{R}^{2m-1}`,
  sentence: ({ got, wanted }: Candidate, farthest: number) =>
    say(
      `For the first query there is no difference. For the second, the previous key gets ${list(got)}, the value for distance ${farthest}, instead of ${list(wanted)}.`,
      `第一个查询没有差别。第二个查询的前一个键得到 ${list(got)}，那是距离 ${farthest} 的值；应为 ${list(wanted)}。`,
    ),
}

export const clippedWindow = {
  id: 'table-clip-is-window',
  title: say('Clipping read as a window', '把截断理解为窗口'),
  claim: say(
    'With distances clipped to ±k, a token cannot attend to what is farther than k.',
    '距离截断到 ±k 之后，词元看不到 k 以外的内容。',
  ),
  right: say(
    'Everything beyond distance k uses the last row of the table and stays visible. Hiding it would take a mask. (The term is clipping, not pruning.)',
    'k 以外的距离都用表的最后一行，依然可见。要让它不可见，得用掩码。（这里是“截断”（clipping），不是“剪枝”。）',
  ),
  formula: String.raw`a_i = \operatorname{softmax}_{|j - i| \leq k}\bigl(s_{ij} + b_{j-i}\bigr)`,
  rightFormula: String.raw`a_i = \operatorname{softmax}_{j}\bigl(s_{ij} + b_{\operatorname{clip}(j-i,\, -k,\, k)}\bigr)`,
  sentence: ({ got: [none = 0], wanted: [seen = 0] }: Candidate) =>
    say(
      `The third token gives ${digits(seen)} of its attention to the first, at distance 2, not ${digits(none)}.`,
      `第三个词元把 ${digits(seen)} 的注意力给了距离 2 处的第一个词元，不是 ${digits(none)}。`,
    ),
}

export const valueTerm = {
  id: 'table-value-term',
  title: say('Shaw without its values', '漏掉 Shaw 的值项'),
  claim: say('Shaw’s relative positions change the scores only.', 'Shaw 的相对位置只改变得分。'),
  right: say(
    'The paper has two tables: one is added to keys, the other to values, so the output changes as well.',
    '论文里有两张表：一张加到键上，一张加到值上，所以输出也会改变。',
  ),
  formula: String.raw`o_i = \sum_j a_{ij}\, v_j`,
  rightFormula: String.raw`o_i = \sum_j a_{ij}\, \bigl(v_j + a^V_{\operatorname{clip}(j-i,\, -k,\, k)}\bigr)`,
  sentence: ({ got, wanted }: Candidate) =>
    say(
      `With a second token the output is ${list(wanted)}, not ${list(got)}: a vector for distance 1 is added to the previous token’s value.`,
      `有第二个词元时，输出是 ${list(wanted)}，不是 ${list(got)}：前一个词元的值上加了距离 1 的向量。`,
    ),
}
