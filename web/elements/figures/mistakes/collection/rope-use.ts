// Mistakes about where RoPE is applied and what it does for a model.

import {
  dot,
  frequencies,
  matrix,
  mixed,
  outputsOfAlike,
  type Row,
  range,
  rope,
  rowsOf,
  scoresOf,
  times,
} from './algebra.js'
import { digits, list, type Mistake, mistake } from './mistake.js'

const INTERLEAVED = { type: 'rope', layout: 'interleaved' } as const

const token = [1, 0]
const queryWeight = [
  [1, 2],
  [0, 1],
]
const keyWeight = [
  [1, 0],
  [1, 1],
]

type Score = (query: number, key: number) => number

const turnedAfter: Score = (query, key) =>
  dot(rope(times(token, queryWeight), query), rope(times(token, keyWeight), key)) / Math.SQRT2

const turnedBefore: Score = (query, key) =>
  dot(times(rope(token, query), queryWeight), times(rope(token, key), keyWeight)) / Math.SQRT2

const beforeProjection = mistake<(shift: number) => number[]>({
  id: 'rope-before-projection',
  title: 'Embeddings turned once, before W_Q and W_K',
  titleZh: '在 W_Q、W_K 之前先旋转一次词嵌入',
  claim: 'RoPE is applied to the embeddings once; queries, keys and values are made from them.',
  claimZh: '对词嵌入做一次 RoPE，再由它得到查询、键和值。',
  right:
    'Queries and keys are turned after their projections, in every head of every layer. With W_Q and W_K between two rotations a score is no longer a function of i − j.',
  rightZh:
    '在每一层、每个头里，查询和键投影之后再旋转。若 W_Q、W_K 夹在两个旋转之间，得分就不再是 i − j 的函数。',
  formula: String.raw`s_{ij} = (x_i R_i W_Q)(x_j R_j W_K)^{\top} = x_i\, R_i\, W_Q W_K^{\top} R_j^{\top}\, x_j^{\top}`,
  rightFormula: String.raw`s_{ij} = (x_i W_Q R_i)(x_j W_K R_j)^{\top} = x_i\, W_Q\, R_{i-j}\, W_K^{\top}\, x_j^{\top}`,
  types: ['rope'],
  margin: 0.1,
  wrong: (shift) => [turnedBefore(0, 0), turnedBefore(shift, shift)],
  correct: (shift) => [turnedAfter(0, 0), turnedAfter(shift, shift)],
  async candidates(library, formula) {
    return Promise.all(
      [0, 1, 2].map(async (shift) => {
        const at = [0, shift]
        const [q, k] = [at.map(() => times(token, queryWeight)), at.map(() => times(token, keyWeight))]
        const options = { position: INTERLEAVED, positions: { query: at, key: at } }
        const [first = 0, , , last = 0] = await scoresOf(library, [q, k], options)
        return { at: `i = j = 0, i = j = ${shift}`, got: formula(shift), wanted: [first, last] }
      }),
    )
  },
  say: ({ got: [first = 0, last = 0], wanted: [same = 0] }) => [
    `The score of a token with itself must not depend on where it stands, ${digits(same)} everywhere; here it goes from ${digits(first)} to ${digits(last)} one place further on.`,
    `词元与自身的得分不应取决于它在哪里，处处都是 ${digits(same)}；这样做却在后移一位时由 ${digits(first)} 变为 ${digits(last)}。`,
  ],
})

type Output = (values: readonly Row[]) => number[]

const evenly = (values: readonly Row[]): number[] => values.map(() => 1 / values.length)

const values = mistake<Output>({
  id: 'rope-values',
  title: 'Values turned as well',
  titleZh: '把值也旋转',
  claim: 'RoPE turns queries, keys and values.',
  claimZh: 'RoPE 旋转查询、键和值。',
  right:
    'Only queries and keys. Turned values enter the output as they are, so a shifted sentence gives other outputs. (RoFormer’s code has it as an option, which is off.)',
  rightZh:
    '只旋转查询和键。旋转过的值直接进入输出，句子平移后输出就会改变。（RoFormer 的代码里有这个选项，默认关闭。）',
  formula: String.raw`o_i = \sum_j a_{ij}\, R_j v_j`,
  rightFormula: String.raw`o_i = \sum_j a_{ij}\, v_j`,
  types: ['rope'],
  margin: 0.1,
  wrong: (rows) => mixed(evenly(rows), rows.map(rope)),
  correct: (rows) => mixed(evenly(rows), rows),
  async candidates(library, formula) {
    return Promise.all(
      [1, 2, 3].map(async (tokens) => {
        const rows = range(tokens).map(() => [1, 0])
        const outputs = await outputsOfAlike(library, rows, { position: INTERLEAVED, isCausal: true })
        return { at: `${tokens} × v = [1, 0]`, got: formula(rows), wanted: outputs.at(-1) ?? [] }
      }),
    )
  },
  say: ({ got, wanted }) => [
    `Two equal tokens with equal values must give that value, ${list(wanted)}; they give ${list(got)}.`,
    `两个词元的值相同，输出就应是这个值 ${list(wanted)}，却得到 ${list(got)}。`,
  ],
})

type Mean = (distances: readonly number[]) => number[]

/** All 16 rows of four signs: their mean is 0, and no row is preferred. */
const signs = range(16).map((bits) => range(4).map((i) => ((bits >> i) & 1 ? 1 : -1)))
const ones = [1, 1, 1, 1]

// what q and k that are equal and all ones would give
const equalRows: Mean = (distances) =>
  distances.map((n) => frequencies(4).reduce((sum, w) => sum + 2 * Math.cos(n * w), 0))

const decay = mistake<Mean>({
  id: 'rope-decays',
  title: 'Scores of random q and k said to decay',
  titleZh: '认为随机 q、k 的得分会随距离衰减',
  claim: 'Under RoPE the score of random queries and keys decays with their distance.',
  claimZh: '在 RoPE 下，随机查询与键的得分随距离衰减。',
  right:
    'Its mean is 0 at every distance, since a rotation keeps a mean of 0. What falls, on the whole but not at every step, is a bound on its magnitude, and the score where q and k are alike.',
  rightZh:
    '在任何距离，均值都是 0，因为旋转不改变零均值。总体上下降、但并非步步下降的，是它绝对值的一个上界，以及 q 与 k 相同时的得分。',
  formula: String.raw`\mathbb{E}\,[q \cdot R_n k] = 2 \sum_i \cos n\theta_i`,
  rightFormula: String.raw`\mathbb{E}\,[q \cdot R_n k] = \mathbb{E}[q] \cdot R_n\, \mathbb{E}[k] = 0 \qquad \text{for independent } q, k \text{ of mean } 0`,
  types: ['rope'],
  margin: 0.1,
  wrong: equalRows,
  correct: (distances) => distances.map(() => 0),
  async candidates(library, formula) {
    const distances = [0, 1, 2, 3]
    const wanted = await Promise.all(
      distances.map(async (n) => {
        const { data } = await library.rotate(INTERLEAVED, matrix(signs), { positions: signs.map(() => n) })
        const scores = rowsOf(data, 4).map((q) => dot(q, ones))
        return scores.reduce((sum, score) => sum + score, 0) / scores.length
      }),
    )
    return [{ at: `d = 4, n = ${list(distances)}`, got: formula(distances), wanted }]
  },
  say: ({ got, wanted }) => [
    `Over all ${signs.length} queries of ±1 the mean score at distances 0 … 3 is ${list(wanted)}; ${list(got)} is what q = k = [1, 1, 1, 1] gives.`,
    `对全部 ${signs.length} 个由 ±1 组成的查询，距离 0 … 3 处的平均得分是 ${list(wanted)}；${list(got)} 是 q = k = [1, 1, 1, 1] 的得分。`,
  ],
})

const TRAINED = 512
const WIDTH = 128
const slowest = frequencies(WIDTH).at(-1) ?? 0

const anyLength = mistake<(position: number) => number>({
  id: 'rope-any-length',
  title: 'RoPE said to handle any length',
  titleZh: '认为 RoPE 能处理任意长度',
  claim: 'RoPE handles sequences of any length, as its angles are defined everywhere.',
  claimZh: 'RoPE 的角度处处有定义，所以能处理任意长度的序列。',
  right:
    'It can be computed for any length; it does not follow that a model generalises. Slow pairs meet angles that no training example had, which is why positions are interpolated or bases raised.',
  rightZh:
    '任意长度都能计算，但不等于模型能泛化。慢的各对会转到训练中从未出现的角度，所以才需要位置插值或增大底数。',
  formula: String.raw`p\,\theta_i \in \{ q\,\theta_i : q < L \} \quad \text{for every } p`,
  rightFormula: String.raw`p\,\theta_{d/2-1} > (L - 1)\,\theta_{d/2-1} \quad \text{for } p \geq L`,
  types: ['rope'],
  margin: 0.05,
  wrong: (position) => Math.min(position, TRAINED - 1) * slowest,
  correct: (position) => position * slowest,
  async candidates(library, formula) {
    const { inverse } = await library.frequencies(INTERLEAVED, { dim: WIDTH })
    const positions = [TRAINED / 2, TRAINED - 1, TRAINED, 2 * TRAINED, 4 * TRAINED]
    return positions.map((p) => ({
      at: `d = ${WIDTH}, L = ${TRAINED}, p = ${p}`,
      got: [formula(p)],
      wanted: [p * (inverse.at(-1) ?? 0)],
    }))
  },
  say: ({ got, wanted }) => [
    `Trained on ${TRAINED} positions, the slowest pair has turned by ${list(got)} radians at most; at position ${2 * TRAINED} it stands at ${list(wanted)}.`,
    `训练长度为 ${TRAINED} 时，最慢的一对最多转过 ${list(got)} 弧度；到位置 ${2 * TRAINED} 已是 ${list(wanted)}。`,
  ],
})

export const ropeUseMistakes: readonly Mistake[] = [beforeProjection, values, decay, anyLength]
