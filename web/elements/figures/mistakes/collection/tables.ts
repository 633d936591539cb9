// Mistakes about learned tables of relative positions.

import {
  dot,
  mixed,
  outputsOfAlike,
  plus,
  type Row,
  range,
  rowsOf,
  scoresOf,
  softmax,
  table,
  weightsOfAlike,
  zeros,
} from './algebra.js'
import { type Candidate, digits, type Library, list, type Mistake, mistake } from './mistake.js'

const query = [1, 2]
const key = [3, 1]

/** The vectors of distances −1, 0, 1. */
const vectors: readonly Row[] = [
  [1, 0],
  [0, 1],
  [2, 2],
]
const vectorOf = (distance: number): Row => vectors[Math.max(-1, Math.min(1, distance)) + 1] ?? []

type Score = (query: number, key: number) => number | number[]

const shaw: Score = (i, j) => (dot(query, key) + dot(query, vectorOf(j - i))) / Math.SQRT2

// two tokens, query by query
async function byPair(library: Library, formula: Score): Promise<Candidate[]> {
  const position = { type: 'shaw', keyTable: table(vectors) } as const
  const scores = await scoresOf(
    library,
    [
      [query, query],
      [key, key],
    ],
    { position },
  )
  return scores.map((wanted, at) => {
    const [i, j] = [Math.floor(at / 2), at % 2]
    return { at: `d = 2, i = ${i}, j = ${j}`, got: [formula(i, j)].flat(), wanted: [wanted] }
  })
}

const VECTOR_TERM = String.raw`s_{ij} = \frac{q_i \cdot (k_j + r_{j-i})}{\sqrt{d}} \qquad \text{or} \qquad s_{ij} = \frac{q_i \cdot k_j}{\sqrt{d}} + b_{h,\,j-i}`

const scalarCell = mistake<Score>({
  id: 'table-vector-in-cell',
  title: 'A vector added to a score',
  titleZh: '把向量加到得分上',
  claim: 'A matrix A_rel with A_rel(i, j) = R_{j−i}, a row of a table of vectors, is added to the scores.',
  claimZh: '把矩阵 A_rel 加到得分上，A_rel(i, j) = R_{j−i} 是向量表的一行。',
  right:
    'A score is one number, and a vector does not fit. Either the table holds one number for each head and distance, or the query is multiplied with its vector, inside 1/√d.',
  rightZh:
    '得分是一个数，放不下向量。要么表里每个头、每个距离存一个数，要么用查询点乘表中的向量，并一起除以 √d。',
  formula: String.raw`s_{ij} = \frac{q_i \cdot k_j}{\sqrt{d}} + R_{j-i}, \qquad R_{j-i} \in \mathbb{R}^d`,
  rightFormula: VECTOR_TERM,
  types: ['shaw', 'relativeBias'],
  margin: 0.1,
  wrong: (i, j) => vectorOf(j - i).map((r) => dot(query, key) / Math.SQRT2 + r),
  correct: shaw,
  candidates: byPair,
  say: ({ got, wanted }) => [
    `${got.length} numbers, ${list(got)}, where the score is one: ${list(wanted)}.`,
    `得到 ${got.length} 个数 ${list(got)}，而得分是一个数：${list(wanted)}。`,
  ],
})

const perPosition = mistake<Score>({
  id: 'table-per-position',
  title: 'One relative vector for each position',
  titleZh: '每个位置一个“相对向量”',
  claim: 'Every position gets a relative vector.',
  claimZh: '每个位置有一个相对位置向量。',
  right: 'Relative vectors belong to pairs: r_{j−i} is chosen by the distance of query and key.',
  rightZh: '相对向量属于一对位置：r_{j−i} 由查询与键的距离选出。',
  formula: String.raw`s_{ij} = \frac{q_i \cdot (k_j + r_i)}{\sqrt{d}}`,
  rightFormula: String.raw`s_{ij} = \frac{q_i \cdot (k_j + r_{j-i})}{\sqrt{d}}`,
  types: ['shaw', 'relativeKey'],
  margin: 0.1,
  wrong: (i) => (dot(query, key) + dot(query, vectorOf(i))) / Math.SQRT2,
  correct: shaw,
  candidates: byPair,
  say: ({ got, wanted }) => [
    `The first token scores itself alike either way; for the next key it has ${list(wanted)}, and a vector of its own would give ${list(got)}.`,
    `第一个词元对自身的得分相同；对下一个键应为 ${list(wanted)}，用自己的向量则得到 ${list(got)}。`,
  ],
})

/** Biases of distances −2 … 2. */
const biases = [-1, -0.5, 0, 0.25, 2]
const TOKENS = 3

type Bias = (query: number, key: number) => number

const rowCount = mistake<Bias>({
  id: 'table-rows',
  title: 'A table of m rows, indexed by j − i',
  titleZh: '只有 m 行、以 j − i 为下标的表',
  claim: 'For m tokens a table of m rows is enough; row j − i belongs to the pair (i, j).',
  claimZh: '长度为 m 的序列，一张 m 行的表就够了；(i, j) 用第 j − i 行。',
  right:
    'Distances run from −(m − 1) to m − 1: 2m − 1 rows, and the row is j − i + m − 1. A negative index is an error, or silently counts from the end.',
  rightZh:
    '距离从 −(m − 1) 到 m − 1，要 2m − 1 行，行号是 j − i + m − 1。负下标会出错，或者悄悄地从末尾数起。',
  formula: String.raw`b_{ij} = T_{j-i}, \qquad T \in \mathbb{R}^{m}`,
  rightFormula: String.raw`b_{ij} = T_{j-i+m-1}, \qquad T \in \mathbb{R}^{2m-1}`,
  types: ['relativeBias', 'relativeKey'],
  margin: 0.1,
  // an index below 0 counts from the end, as in Python
  wrong: (i, j) => biases.slice(TOKENS - 1).at(j - i) ?? NaN,
  correct: (i, j) => biases[j - i + TOKENS - 1] ?? NaN,
  async candidates(library, formula) {
    const position = { type: 'relativeBias', table: table(biases.map((b) => [b])) } as const
    const { data } = await library.bias(position, { heads: 1, queries: TOKENS, keys: TOKENS })
    return rowsOf(data, TOKENS).flatMap((row, i) =>
      row.map((wanted, j) => ({
        at: `m = ${TOKENS}, i = ${i}, j = ${j}`,
        got: [formula(i, j)],
        wanted: [wanted],
      })),
    )
  },
  say: ({ got, wanted }) => [
    `The first query sees no difference. For the second, the key before it gets ${list(got)}, the row of distance ${TOKENS - 1}, instead of ${list(wanted)}.`,
    `第一个查询看不出问题。第二个查询的前一个键得到 ${list(got)}，那是距离 ${TOKENS - 1} 的行；应为 ${list(wanted)}。`,
  ],
})

/** Biases of distances −1, 0, 1; what is farther shares the ends. */
const ends = [0.5, 1, 0]

type Weights = (query: number) => number[]

const softmaxOf = (query: number, far: (clipped: number) => number): number[] =>
  softmax(
    range(TOKENS).map((j) => {
      if (j > query) return -Infinity
      return query - j > 1 ? far(ends[0] ?? 0) : (ends[j - query + 1] ?? 0)
    }),
  )

const clippedWindow = mistake<Weights>({
  id: 'table-clip-is-window',
  title: 'Clipping read as a window',
  titleZh: '把截断理解为窗口',
  claim: 'With distances clipped to ±k, a token cannot attend to what is farther than k.',
  claimZh: '距离截断到 ±k 之后，词元看不到 k 以外的内容。',
  right:
    'Everything farther than k shares the end row of the table and stays visible. Hiding it would be a mask. (The word is clipping, not pruning.)',
  rightZh:
    'k 以外的距离共用表的端行，依然可见。要看不到，得用掩码。（这里是“截断”（clipping），不是“剪枝”。）',
  formula: String.raw`a_i = \operatorname{softmax}_{|j - i| \leq k}\bigl(s_{ij} + b_{j-i}\bigr)`,
  rightFormula: String.raw`a_i = \operatorname{softmax}_{j}\bigl(s_{ij} + b_{\operatorname{clip}(j-i,\, -k,\, k)}\bigr)`,
  types: ['relativeBias', 'shaw'],
  margin: 0.1,
  wrong: (i) => softmaxOf(i, () => -Infinity),
  correct: (i) => softmaxOf(i, (clipped) => clipped),
  async candidates(library, formula) {
    const position = { type: 'relativeBias', table: table(ends.map((b) => [b])) } as const
    const rows = await weightsOfAlike(library, TOKENS, { position, isCausal: true })
    return rows.map((wanted, i) => ({ at: `k = 1, i = ${i}, j ≤ ${i}`, got: formula(i), wanted }))
  },
  say: ({ got: [none = 0], wanted: [seen = 0] }) => [
    `The third token gives the first, two steps back, ${digits(seen)} of its attention, not ${digits(none)}.`,
    `第三个词元给相距两步的第一个词元 ${digits(seen)} 的注意力，不是 ${digits(none)}。`,
  ],
})

type Output = (values: readonly Row[]) => number[]

/** What Shaw adds to values at distances −1, 0, 1. */
const added: readonly Row[] = [
  [1, -1],
  [0, 0],
  [5, 5],
]

const lastOf = (rows: readonly Row[], withTable: boolean): number[] => {
  const last = rows.length - 1
  const seen = rows.map((v, j) => (withTable ? plus(v, added[Math.max(-1, j - last) + 1] ?? []) : v))
  return mixed(softmax(zeros(rows.length)), seen)
}

const valueTerm = mistake<Output>({
  id: 'table-value-term',
  title: 'Shaw without its values',
  titleZh: '漏掉 Shaw 的值项',
  claim: 'Shaw’s relative positions change the scores only.',
  claimZh: 'Shaw 的相对位置只改变得分。',
  right:
    'The paper has two tables: one is added to keys, the other to values, so the output changes as well.',
  rightZh: '论文里有两张表：一张加到键上，一张加到值上，所以输出也会改变。',
  formula: String.raw`o_i = \sum_j a_{ij}\, v_j`,
  rightFormula: String.raw`o_i = \sum_j a_{ij}\, \bigl(v_j + a^V_{\operatorname{clip}(j-i,\, -k,\, k)}\bigr)`,
  types: ['shaw'],
  margin: 0.1,
  wrong: (rows) => lastOf(rows, false),
  correct: (rows) => lastOf(rows, true),
  async candidates(library, formula) {
    const keyTable = table(added.map(() => [0, 0]))
    const position = { type: 'shaw', keyTable, valueTable: table(added) } as const
    return Promise.all(
      [1, 2, 3].map(async (tokens) => {
        const rows = range(tokens).map(() => [1, 0])
        const outputs = await outputsOfAlike(library, rows, { position, isCausal: true })
        return { at: `${tokens} × v = [1, 0]`, got: formula(rows), wanted: outputs.at(-1) ?? [] }
      }),
    )
  },
  say: ({ got, wanted }) => [
    `With a second token the output is ${list(wanted)}, not ${list(got)}: the value one step back carries its distance.`,
    `有第二个词元时输出是 ${list(wanted)}，不是 ${list(got)}：相距一步的值带上了自己的距离。`,
  ],
})

export const tableMistakes: readonly Mistake[] = [scalarCell, perPosition, rowCount, clippedWindow, valueTerm]
