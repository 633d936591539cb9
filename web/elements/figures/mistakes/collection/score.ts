// Mistakes about the score itself: its shape, its scale, and which of its terms know a distance.

import {
  code,
  dot,
  matrix,
  mixed,
  plus,
  type Row,
  range,
  rowsOf,
  scoresOf,
  softmax,
  times,
} from './algebra.js'
import { type Candidate, type Library, list, type Mistake, mistake } from './mistake.js'

type Score = (query: Row, key: Row) => number | number[]

const scaled = (query: Row, key: Row): number => dot(query, key) / Math.sqrt(query.length)

// [1, 2, 3 …] and [3, 2, 1 …], ever wider
async function byWidth(library: Library, formula: Score): Promise<Candidate[]> {
  const widths = [1, 2, 3, 4]
  return Promise.all(
    widths.map(async (width) => {
      const query = range(width, 1)
      const key = [...query].reverse()
      const wanted = await scoresOf(library, [[query], [key]], {})
      return {
        at: `d = ${width}, q = ${list(query)}, k = ${list(key)}`,
        got: [formula(query, key)].flat(),
        wanted,
      }
    }),
  )
}

const outerProduct = mistake<Score>({
  id: 'score-outer-product',
  title: 'The score as an outer product',
  titleZh: '把得分写成外积',
  claim: 'With tokens as rows, the score is the transpose of (x_i + p_i)W_Q times (x_j + p_j)W_K.',
  claimZh: '词元按行书写时，得分是 (x_i + p_i)W_Q 的转置乘以 (x_j + p_j)W_K。',
  right:
    'A row transposed and multiplied by a row is a d × d matrix. With rows the second factor is transposed, and the sum is divided by √d.',
  rightZh: '行向量的转置乘行向量是 d × d 矩阵。按行书写时应转置第二个因子，并除以 √d。',
  formula: String.raw`\bigl((x_i + p_i) W_Q\bigr)^{\top} \bigl((x_j + p_j) W_K\bigr)`,
  rightFormula: String.raw`\frac{(x_i + p_i) W_Q W_K^{\top} (x_j + p_j)^{\top}}{\sqrt{d}}`,
  types: ['sinusoidal', 'learned'],
  margin: 0.1,
  wrong: (query, key) => query.flatMap((q) => key.map((k) => q * k)),
  correct: scaled,
  candidates: byWidth,
  say: ({ got, wanted }) => [
    `One channel hides it; with two, ${got.length} numbers ${list(got)} come out where the score is one number, ${list(wanted)}.`,
    `只有一个通道时看不出来；两个通道时得到 ${got.length} 个数 ${list(got)}，而得分是一个数 ${list(wanted)}。`,
  ],
})

const missingScale = mistake<Score>({
  id: 'score-without-scale',
  title: 'The score without 1/√d',
  titleZh: '得分漏掉 1/√d',
  claim: 'The score of a query and a key is their dot product.',
  claimZh: '查询与键的得分就是它们的点积。',
  right: 'It is the dot product divided by √d, d being the width of a head (T5 is an exception).',
  rightZh: '得分是点积除以 √d，d 是每个头的宽度（T5 是例外）。',
  formula: String.raw`s_{ij} = q_i \cdot k_j`,
  rightFormula: String.raw`s_{ij} = \frac{q_i \cdot k_j}{\sqrt{d}}`,
  types: ['none'],
  margin: 0.1,
  wrong: dot,
  correct: scaled,
  candidates: byWidth,
  say: ({ got, wanted }) => [
    `From two channels on it is too large: ${list(got)} instead of ${list(wanted)}.`,
    `从两个通道起就偏大：得到 ${list(got)}，应为 ${list(wanted)}。`,
  ],
})

const scaleIsWidth = mistake<Score>({
  id: 'score-scale-is-width',
  title: 'd as the scale factor',
  titleZh: '把 d 当作缩放因子',
  claim: 'd_k is the scale factor of the dot product.',
  claimZh: 'd_k 是点积的缩放因子。',
  right:
    'The scale is 1/√d_k: dot products of independent channels grow like √d_k, so this keeps their spread.',
  rightZh: '缩放是 1/√d_k：各通道独立时点积的标准差随 √d_k 增长，除以它才能保持不变。',
  formula: String.raw`s_{ij} = \frac{q_i \cdot k_j}{d_k}`,
  rightFormula: String.raw`s_{ij} = \frac{q_i \cdot k_j}{\sqrt{d_k}}`,
  types: ['none'],
  margin: 0.1,
  wrong: (query, key) => dot(query, key) / query.length,
  correct: scaled,
  candidates: byWidth,
  say: ({ got, wanted }) => [
    `From two channels on it is too small: ${list(got)} instead of ${list(wanted)}.`,
    `从两个通道起就偏小：得到 ${list(got)}，应为 ${list(wanted)}。`,
  ],
})

// one token, everywhere the same
const token = [1, -1]
const queryWeight = [
  [1, 0.5],
  [-0.5, 1],
]
const keyWeight = [
  [0.5, 1],
  [1, -1],
]

type Terms = (query: number, key: number) => number[]

// content–position, position–content, position–position
const termsAt: Terms = (query, key) => {
  const content = [times(token, queryWeight), times(token, keyWeight)] as const
  const position = [times(code(query, 2), queryWeight), times(code(key, 2), keyWeight)] as const
  return [scaled(content[0], position[1]), scaled(position[0], content[1]), scaled(position[0], position[1])]
}

const absoluteTerms = mistake<Terms>({
  id: 'score-absolute-terms',
  title: 'The terms of an absolute code called relative',
  titleZh: '把绝对编码的展开项当作相对项',
  claim:
    'Multiplied out, the score of absolute codes has one term of content alone, and three that are relative.',
  claimZh: '把绝对编码的得分展开，除纯内容项之外，其余三项都是相对位置项。',
  right:
    'With absolute p_i and p_j between learned projections all three depend on i and j, not on j − i alone. They become relative only when they are changed, as in Transformer-XL and DeBERTa.',
  rightZh:
    'p_i 与 p_j 是绝对编码、中间又隔着学得的投影时，三项都取决于 i 与 j，而不只是 j − i。像 Transformer-XL 和 DeBERTa 那样改写之后才是相对项。',
  formula: String.raw`x_i W p_j^{\top},\; p_i W x_j^{\top},\; p_i W p_j^{\top} \text{ depend on } j - i`,
  rightFormula: String.raw`x_i W p_j^{\top} = f(x_i, j), \quad p_i W x_j^{\top} = g(i, x_j), \quad p_i W p_j^{\top} = h(i, j), \qquad W = \tfrac{1}{\sqrt{d}} W_Q W_K^{\top}`,
  types: ['sinusoidal', 'learned', 'transformerXl', 'deberta'],
  margin: 0.1,
  wrong: (query, key) => termsAt(query - Math.min(query, key), key - Math.min(query, key)),
  correct: termsAt,
  async candidates(library, formula) {
    return Promise.all(
      [0, 1, 2].map(async (shift) => ({
        at: `i = ${shift + 1}, j = ${shift}`,
        got: formula(shift + 1, shift),
        wanted: await ledgerTerms(library, shift + 1, shift),
      })),
    )
  },
  say: ({ got, wanted }) => [
    `Moved one place to the right, the same neighbours have the terms ${list(wanted)}, no longer ${list(got)}.`,
    `同一对相邻词元右移一位后，三项是 ${list(wanted)}，不再是 ${list(got)}。`,
  ],
})

async function ledgerTerms(library: Library, query: number, key: number): Promise<number[]> {
  const rowAt = (at: number, weight: readonly Row[]) => matrix([times(plus(token, code(at, 2)), weight)])
  const transposed = (weight: readonly Row[]) => {
    const rows = range(2).map((c) => weight.map((row) => row[c] ?? 0))
    return { data: Float32Array.from(rows.flat()), shape: [2, 2] }
  }
  const [q, k] = [rowAt(query, queryWeight), rowAt(key, keyWeight)]
  const { ledger } = await library.attention(q, k, k, {
    position: { type: 'sinusoidal' },
    positions: { query: [query], key: [key] },
    projections: { query: transposed(queryWeight), key: transposed(keyWeight) },
    return: ['ledger'],
  })
  const terms = [ledger.contentPosition, ledger.positionContent, ledger.positionPosition]
  return terms.map(({ data }) => data[0] as number)
}

type LastOutput = (tokens: readonly Row[]) => number[]

// queries, keys and values are the embeddings themselves; the output of the last token
const lastOutput: LastOutput = (tokens) => {
  const rows = tokens.map((x, p) => plus(x, code(p, 2)))
  const last = rows.at(-1) ?? []
  return mixed(softmax(rows.map((row) => scaled(last, row))), rows)
}

const orders = [
  [0, 1, 2],
  [1, 0, 2],
]
const words: readonly Row[] = [
  [1, 0],
  [0, 2],
  [1, 1],
]

const orderBlind = mistake<LastOutput>({
  id: 'order-blind',
  title: 'The original Transformer called blind to order',
  titleZh: '认为原始 Transformer 不能表示顺序',
  claim: 'The original Transformer cannot model the order of its tokens.',
  claimZh: '原始 Transformer 无法建模词元的顺序。',
  right:
    'Attention alone cannot, without a causal mask. The original Transformer adds sinusoidal codes to the embeddings, and then order counts.',
  rightZh: '没有因果掩码的注意力本身不能。原始 Transformer 把正弦编码加到词嵌入上，顺序就有了影响。',
  formula: String.raw`\operatorname{output}(x_{\pi(0)}, x_{\pi(1)}, x_2) = \operatorname{output}(x_0, x_1, x_2)`,
  rightFormula: String.raw`\operatorname{output}(x_0 + p_0,\, x_1 + p_1,\, x_2 + p_2) \neq \operatorname{output}(x_1 + p_0,\, x_0 + p_1,\, x_2 + p_2)`,
  types: ['none', 'sinusoidal'],
  margin: 0.1,
  wrong: (tokens) => lastOutput([...tokens].sort((a, b) => words.indexOf(a) - words.indexOf(b))),
  correct: lastOutput,
  async candidates(library, formula) {
    const codes = await library.embed({ type: 'sinusoidal' }, { length: 3, dim: 2 })
    return Promise.all(
      orders.map(async (order) => {
        const tokens = order.map((i) => words[i] ?? [])
        const rows = matrix(rowsOf(codes.data, 2).map((p, i) => plus(p, tokens[i] ?? [])))
        const { output } = await library.attention(rows, rows, rows)
        return { at: `π = (${order.join(', ')})`, got: formula(tokens), wanted: [...output.data.slice(4)] }
      }),
    )
  },
  say: ({ got, wanted }) => [
    `Exchange the first two tokens: the last one gets ${list(wanted)} instead of ${list(got)}.`,
    `交换前两个词元后，最后一个词元的输出从 ${list(got)} 变为 ${list(wanted)}。`,
  ],
})

export const scoreMistakes: readonly Mistake[] = [
  outerProduct,
  missingScale,
  scaleIsWidth,
  absoluteTerms,
  orderBlind,
]
