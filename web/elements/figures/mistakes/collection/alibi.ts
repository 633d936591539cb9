// Mistakes about ALiBi.

import { dot, range, rowsOf, scoresOf, softmax, weightsOfAlike, zeros } from './algebra.js'
import { type Candidate, digits, type Library, list, type Mistake, mistake } from './mistake.js'

/** One cell of the bias. */
interface Cell {
  heads: number
  head: number
  query: number
  key: number
}

type Bias = (cell: Cell) => number

const bias =
  (slope: (head: number, heads: number) => number): Bias =>
  ({ heads, head, query, key }) =>
    slope(head, heads) * (key - query)

/** The paper's slopes where the number of heads is a power of two. */
const slopeOf = (head: number, heads: number): number => 2 ** ((-8 * (head + 1)) / heads)

/** The paper's slopes for any number of heads: those of the next lower power of two, then every second one of the next higher. */
function paperSlope(head: number, heads: number): number {
  const below = 2 ** Math.floor(Math.log2(heads))
  return head < below ? slopeOf(head, below) : slopeOf(2 * (head - below), 2 * below)
}

// head by head, the first three tokens and what they see
const byCell =
  (heads: number) =>
  async (library: Library, formula: Bias): Promise<Candidate[]> => {
    const tokens = 3
    const { data } = await library.bias({ type: 'alibi' }, { heads, queries: tokens, keys: tokens })
    const biases = rowsOf(data, tokens)
    return range(heads).flatMap((head) =>
      range(tokens).flatMap((query) =>
        range(query + 1).map((key) => ({
          at: `H = ${heads}, h = ${head}, i = ${query}, j = ${key}`,
          got: [formula({ heads, head, query, key })],
          wanted: [biases[head * tokens + query]?.[key] ?? NaN],
        })),
      ),
    )
  }

const PAPER = String.raw`b_{h,ij} = -m_h (i - j), \quad j \leq i, \qquad m_h = 2^{-8(h+1)/H},\; h = 0 \ldots H-1`
const TYPES = ['alibi']

const oneSlope = mistake<Bias>({
  id: 'alibi-one-slope',
  title: 'One slope for all heads',
  titleZh: '所有头共用一个斜率',
  claim: 'ALiBi adds −m · |i − j| with a slope m.',
  claimZh: 'ALiBi 加上 −m · |i − j|，m 是斜率。',
  right: 'Every head has its own slope m_h, so that some heads look near and others far.',
  rightZh: '每个头有自己的斜率 m_h，有的头看得近，有的看得远。',
  formula: String.raw`b_{ij} = -m\,|i - j|`,
  rightFormula: PAPER,
  types: TYPES,
  margin: 0.01,
  wrong: bias((_, heads) => slopeOf(0, heads)),
  correct: bias(slopeOf),
  candidates: byCell(8),
  say: ({ got, wanted }) => [
    `Head 0 agrees; head 1 has ${list(wanted)} one step back, not ${list(got)}.`,
    `第 0 个头一致；第 1 个头在相距一步处是 ${list(wanted)}，不是 ${list(got)}。`,
  ],
})

const offByOne = mistake<Bias>({
  id: 'alibi-slope-off-by-one',
  title: 'Slopes that start at 1',
  titleZh: '斜率从 1 开始',
  claim: 'Head h of H, counted from 0, has the slope 2^(−8h/H).',
  claimZh: '从 0 数起，H 个头中第 h 个的斜率是 2^(−8h/H)。',
  right: 'Counted from 0 it is 2^(−8(h+1)/H): the first of 8 heads has 1/2, the last 1/256.',
  rightZh: '从 0 数起应为 2^(−8(h+1)/H)：8 个头时第一个是 1/2，最后一个是 1/256。',
  formula: String.raw`m_h = 2^{-8h/H}, \qquad h = 0 \ldots H-1`,
  rightFormula: String.raw`m_h = 2^{-8(h+1)/H}, \qquad h = 0 \ldots H-1`,
  types: TYPES,
  margin: 0.01,
  wrong: bias((head, heads) => slopeOf(head - 1, heads)),
  correct: bias(slopeOf),
  candidates: byCell(8),
  say: ({ got, wanted }) => [
    `The first head gets ${list(got)} one step back, twice the ${list(wanted)} of the paper.`,
    `第一个头在相距一步处得到 ${list(got)}，是论文值 ${list(wanted)} 的两倍。`,
  ],
})

const anyHeads = mistake<Bias>({
  id: 'alibi-slope-rule',
  title: 'One rule of slopes for any number of heads',
  titleZh: '任意头数都用同一条斜率公式',
  claim: 'The slopes are 2^(−8(h+1)/H) for every number of heads H.',
  claimZh: '无论头数 H 是多少，斜率都是 2^(−8(h+1)/H)。',
  right:
    'That is the rule for powers of two. For others the authors take the slopes of the next lower power, then every second slope of the next higher one. (The library knows both: slopeRule.)',
  rightZh:
    '这条公式用于 2 的幂。其他头数时，作者先取较小的 2 的幂的全部斜率，再从较大的 2 的幂中隔一个取一个。（库中由 slopeRule 选择。）',
  formula: String.raw`m_h = 2^{-8(h+1)/H} \quad \text{for every } H`,
  rightFormula: String.raw`m_h = 2^{-8(h+1)/H'} \;(h < H'), \quad m_h = 2^{-4(2(h-H')+1)/H'} \;(h \geq H'), \qquad H' = 2^{\lfloor \log_2 H \rfloor}`,
  types: TYPES,
  margin: 0.01,
  wrong: bias(slopeOf),
  correct: bias(paperSlope),
  candidates: byCell(3),
  say: ({ got, wanted }) => [
    `Of three heads the first has ${list(wanted)} one step back, not ${list(got)}.`,
    `共三个头时，第一个头在相距一步处是 ${list(wanted)}，不是 ${list(got)}。`,
  ],
})

const sign = mistake<Bias>({
  id: 'alibi-sign',
  title: 'The sign reversed',
  titleZh: '符号写反',
  claim: 'ALiBi adds m · (i − j).',
  claimZh: 'ALiBi 加上 m · (i − j)。',
  right: 'The bias is −m · (i − j): far keys are punished, not rewarded.',
  rightZh: '偏置是 −m · (i − j)：远处的键受罚，而不是受奖。',
  formula: 'b_{h,ij} = m_h (i - j)',
  rightFormula: PAPER,
  types: TYPES,
  margin: 0.1,
  wrong: (cell) => -bias(slopeOf)(cell),
  correct: bias(slopeOf),
  candidates: byCell(8),
  say: ({ got, wanted }) => [
    `One step back counts ${list(got)} instead of ${list(wanted)}: the farthest key would win.`,
    `相距一步得到 ${list(got)}，应为 ${list(wanted)}：这样最远的键反而得分最高。`,
  ],
})

type Scaled = (query: readonly number[], key: readonly number[], bias: number) => number

const beforeScale = mistake<Scaled>({
  id: 'alibi-before-scale',
  title: 'Added before the scores are scaled',
  titleZh: '在缩放之前加上偏置',
  claim: 'The score is (q · k − m (i − j)) / √d.',
  claimZh: '得分是 (q · k − m (i − j)) / √d。',
  right:
    'The bias is added after the division, so a slope means the same at every width. (Falcon does divide it; the library has beforeScale for that.)',
  rightZh: '偏置在除法之后加，斜率的含义才与宽度无关。（Falcon 确实先加后除，库中对应 beforeScale。）',
  formula: String.raw`s_{ij} = \frac{q_i \cdot k_j - m_h (i - j)}{\sqrt{d}}`,
  rightFormula: String.raw`s_{ij} = \frac{q_i \cdot k_j}{\sqrt{d}} - m_h (i - j)`,
  types: TYPES,
  margin: 0.1,
  wrong: (query, key, added) => (dot(query, key) + added) / Math.sqrt(query.length),
  correct: (query, key, added) => dot(query, key) / Math.sqrt(query.length) + added,
  async candidates(library, formula) {
    return Promise.all(
      [1, 2, 4].map(async (width) => {
        const rows = [zeros(width), zeros(width)]
        const position = { type: 'alibi', slopes: [0.5] } as const
        const scores = await scoresOf(library, [rows, rows], { position })
        const got = formula(zeros(width), zeros(width), -0.5)
        return { at: `d = ${width}, q = k = 0, m = 0.5, i − j = 1`, got: [got], wanted: [scores[2] ?? NaN] }
      }),
    )
  },
  say: ({ got, wanted }) => [
    `From two channels on the slope shrinks with the width: ${list(got)} instead of ${list(wanted)}.`,
    `从两个通道起，斜率随宽度变小：得到 ${list(got)}，应为 ${list(wanted)}。`,
  ],
})

/** The attention weights of one query of so many tokens that are all alike. */
type Weights = (query: number, tokens: number) => number[]

const SLOPE = 0.5
const single = { type: 'alibi', slopes: [SLOPE] } as const
const causal: Weights = (query, tokens) =>
  softmax(range(tokens).map((key) => (key > query ? -Infinity : SLOPE * (key - query))))

const byQuery = async (library: Library, formula: Weights): Promise<Candidate[]> => {
  const tokens = 2
  const rows = await weightsOfAlike(library, tokens, { position: single, isCausal: true })
  return rows.map((wanted, query) => ({
    at: `m = ${SLOPE}, i = ${query}, j = [0, 1]`,
    got: formula(query, tokens),
    wanted,
  }))
}

const symmetric = mistake<Weights>({
  id: 'alibi-symmetric',
  title: '|i − j| called the paper’s ALiBi',
  titleZh: '把 |i − j| 当作论文中的 ALiBi',
  claim: 'ALiBi adds −m · |i − j| to every score.',
  claimZh: 'ALiBi 给每个得分加上 −m · |i − j|。',
  right:
    'The paper’s ALiBi is causal: keys after the query are hidden, and i − j is never negative. |i − j| is the form for encoders. (The library has it: symmetric.)',
  rightZh:
    '论文中的 ALiBi 是因果的：查询之后的键被遮住，i − j 不会为负。|i − j| 是编码器用的形式。（库中对应 symmetric。）',
  formula: String.raw`a_i = \operatorname{softmax}_j \bigl(s_{ij} - m_h |i - j|\bigr)`,
  rightFormula: String.raw`a_i = \operatorname{softmax}_{j \leq i} \bigl(s_{ij} - m_h (i - j)\bigr)`,
  types: TYPES,
  margin: 0.1,
  wrong: (query, tokens) => softmax(range(tokens).map((key) => -SLOPE * Math.abs(query - key))),
  correct: causal,
  candidates: byQuery,
  say: ({ got: [, ahead = 0], wanted: [self = 0] }) => [
    `The first token gives ${digits(ahead)} of its attention to a token that has not been written yet; all of it, ${digits(self)}, belongs to itself.`,
    `第一个词元把 ${digits(ahead)} 的注意力给了还没写出的词元；本应把全部（${digits(self)}）给自己。`,
  ],
})

const multiplied = mistake<Weights>({
  id: 'alibi-multiplied',
  title: 'The bias multiplied into the weights',
  titleZh: '把偏置乘到权重上',
  claim: 'The attention weights are multiplied by the matrix of biases.',
  claimZh: '注意力权重乘以偏置矩阵。',
  right: 'Biases are added to the scores, before the softmax, one matrix for each head.',
  rightZh: '偏置加到 softmax 之前的得分上，每个头一个矩阵。',
  formula: String.raw`a_{ij} = \operatorname{softmax}_j(s_{ij}) \cdot b_{h,ij}`,
  rightFormula: String.raw`a_{ij} = \operatorname{softmax}_j(s_{ij} + b_{h,ij})`,
  types: TYPES,
  margin: 0.1,
  wrong: (query, tokens) => {
    const weights = softmax(range(tokens).map((key) => (key > query ? -Infinity : 0)))
    return weights.map((weight, key) => weight * SLOPE * (key - query))
  },
  correct: causal,
  candidates: byQuery,
  say: ({ got, wanted }) => [
    `A token’s bias to itself is 0, so even a first token loses all its attention: ${list(got)} instead of ${list(wanted)}, and the row no longer adds up to 1.`,
    `词元对自身的偏置是 0，连第一个词元也会失去全部注意力：得到 ${list(got)}，应为 ${list(wanted)}；一行之和也不再是 1。`,
  ],
})

export const alibiMistakes: readonly Mistake[] = [
  beforeScale,
  symmetric,
  oneSlope,
  offByOne,
  anyHeads,
  sign,
  multiplied,
]
