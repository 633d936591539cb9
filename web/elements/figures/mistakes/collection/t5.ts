// Mistakes about T5's buckets. distance = key − query; the library's table of row numbers shows which row a distance gets.

import { dot, range, scoresOf, table } from './algebra.js'
import { type Candidate, type Library, list, type Mistake, mistake } from './mistake.js'

const BUCKETS = 32
const FARTHEST = 128

/** The bucket of a distance. */
type Bucket = (distance: number) => number

/** So many buckets for one direction, the first half exact, the rest on a logarithmic scale. */
function bucketOf(steps: number, buckets: number): number {
  const exact = buckets / 2
  if (steps < exact) return steps
  const log = Math.log(steps / exact) / Math.log(FARTHEST / exact)
  return Math.min(exact + Math.floor(log * exact), buckets - 1)
}

const bidirectional: Bucket = (distance) =>
  bucketOf(Math.abs(distance), BUCKETS / 2) + (distance > 0 ? BUCKETS / 2 : 0)

/** The distance where the last bucket starts. */
const lastStart = (buckets: number): number =>
  range(FARTHEST).find((steps) => bucketOf(steps, buckets) === buckets - 1) ?? NaN

const rowNumbers = table(range(BUCKETS).map((row) => [row]))

const byDistance =
  (distances: readonly number[]) =>
  async (library: Library, formula: Bucket): Promise<Candidate[]> => {
    const query = [FARTHEST]
    const key = distances.map((distance) => FARTHEST + distance)
    const position = { type: 't5', table: rowNumbers } as const
    const { data } = await library.bias(position, { heads: 1, positions: { query, key } })
    return distances.map((distance, i) => ({
      at: `j − i = ${String(distance).replace('-', '−')}`,
      got: [formula(distance)],
      wanted: [data[i] ?? NaN],
    }))
  }

/** 0, −1, −2 … */
const past = range(FARTHEST + 1).map((n) => 0 - n)
/** 0, 1, −1, 2, −2 … */
const around = [0, ...range(FARTHEST, 1).flatMap((n) => [n, -n])]

const BUCKET_RULE = String.raw`b(n) = n \;(n < 8), \qquad b(n) = \min\Bigl(15,\; 8 + \Bigl\lfloor 8\, \tfrac{\ln (n / 8)}{\ln (128 / 8)} \Bigr\rfloor\Bigr), \qquad n = |j - i|, \quad {+}\,16 \text{ for } j > i`

const thirtyTwo = mistake<Bucket>({
  id: 't5-32-is-distance',
  title: '32 read as a distance',
  titleZh: '把 32 当作距离',
  claim: 'All distances beyond 32 share one bucket.',
  claimZh: '超过 32 的距离都放进同一个桶。',
  right: '32 is the number of buckets, 16 for each direction. 128 is the distance up to which they grow.',
  rightZh: '32 是桶的个数，每个方向 16 个；128 才是桶所延伸到的距离。',
  formula: String.raw`b(n) = b(33) \quad \text{for all } n > 32`,
  rightFormula: BUCKET_RULE,
  types: ['t5', 'buckets'],
  margin: 0.5,
  wrong: (distance) => bidirectional(Math.max(distance, -33)),
  correct: bidirectional,
  candidates: byDistance(past),
  say: ({ got, wanted }) => [
    `46 steps back are bucket ${list(wanted)}, no longer ${list(got)}, and two more buckets follow.`,
    `相距 46 步是第 ${list(wanted)} 个桶，不再是第 ${list(got)} 个；后面还有两个桶。`,
  ],
})

const lastAt128 = mistake<Bucket>({
  id: 't5-last-at-128',
  title: 'The last bucket said to start at 128',
  titleZh: '认为最后一个桶从 128 开始',
  claim: 'The last bucket holds the distances of 128 and more.',
  claimZh: '最后一个桶装 128 及以上的距离。',
  right:
    'The logarithm reaches its end at 128, but it is rounded down, so the last bucket starts where its last step does: at 91, and at 113 in the causal decoder.',
  rightZh:
    '对数刻度在 128 处到头，但要向下取整，所以最后一个桶从最后一级的起点开始：91；因果的解码器中是 113。',
  formula: String.raw`b(n) = 15 \iff n \geq 128`,
  rightFormula: String.raw`b(n) = 15 \iff n \geq 91`,
  types: ['t5'],
  margin: 0.5,
  wrong: (distance) => (distance <= -FARTHEST ? 15 : Math.min(14, bidirectional(distance))),
  correct: bidirectional,
  candidates: byDistance(past),
  say: ({ got, wanted }) => [
    `${lastStart(BUCKETS / 2)} steps back are in bucket ${list(wanted)} already, not in ${list(got)}. With all 32 buckets for one direction the last one starts at ${lastStart(BUCKETS)}.`,
    `相距 ${lastStart(BUCKETS / 2)} 步就已在第 ${list(wanted)} 个桶，而不是第 ${list(got)} 个。32 个桶都给一个方向时，最后一个桶从 ${lastStart(BUCKETS)} 开始。`,
  ],
})

const oneFarBucket = mistake<Bucket>({
  id: 't5-one-far-bucket',
  title: 'One far bucket for both directions',
  titleZh: '两个方向共用一个远距离桶',
  claim: 'Far keys share one bucket, whether they come before or after the query.',
  claimZh: '远处的键共用一个桶，不论在查询之前还是之后。',
  right: 'Each direction keeps its own 16 buckets, the last one included.',
  rightZh: '两个方向各有自己的 16 个桶，最后一个也不共用。',
  formula: String.raw`b(j - i) = 15 \quad \text{for all } |j - i| \geq 91`,
  rightFormula: String.raw`b(j - i) = \begin{cases} 15 & i - j \geq 91 \cr 31 & j - i \geq 91 \end{cases}`,
  types: ['t5'],
  margin: 0.5,
  wrong: (distance) => (Math.abs(distance) >= lastStart(BUCKETS / 2) ? 15 : bidirectional(distance)),
  correct: bidirectional,
  candidates: byDistance(around),
  say: ({ got, wanted }) => [
    `A key 91 steps ahead is in bucket ${list(wanted)}, not in ${list(got)}.`,
    `前方 91 步处的键在第 ${list(wanted)} 个桶，不在第 ${list(got)} 个。`,
  ],
})

const direction = mistake<Bucket>({
  id: 't5-direction',
  title: 'i − j as the distance',
  titleZh: '用 i − j 作距离',
  claim: 'The bucket is that of i − j, query minus key.',
  claimZh: '按 i − j（查询减键）取桶。',
  right: 'T5 takes key minus query, j − i: buckets 16 and up are for keys after the query.',
  rightZh: 'T5 取键减查询，即 j − i：16 及以后的桶用于查询之后的键。',
  formula: String.raw`\text{bucket}_{ij} = b(i - j)`,
  rightFormula: String.raw`\text{bucket}_{ij} = b(j - i)`,
  types: ['t5'],
  margin: 0.5,
  wrong: (distance) => bidirectional(-distance),
  correct: bidirectional,
  candidates: byDistance(around),
  say: ({ got, wanted }) => [
    `The next key is in bucket ${list(wanted)}, not in ${list(got)}: before and after are exchanged.`,
    `下一个键在第 ${list(wanted)} 个桶，不在第 ${list(got)} 个：前后颠倒了。`,
  ],
})

type Score = (query: readonly number[], key: readonly number[], bias: number) => number

/** Every bucket has the bias 1. */
const equalBiases = table(range(BUCKETS).map(() => [1]))

async function scoreOf(
  library: Library,
  query: readonly number[],
  key: readonly number[],
): Promise<number[]> {
  return scoresOf(library, [[query], [key]], { position: { type: 't5', table: equalBiases } })
}

const vectorTable = mistake<Score>({
  id: 't5-vector-table',
  title: 'A table of vectors',
  titleZh: '由向量组成的表',
  claim: 'T5 learns a vector for each bucket and multiplies the query with it.',
  claimZh: 'T5 为每个桶学一个向量，与查询相乘。',
  right:
    'It learns one number for each bucket and head, 32 × H, one table for a stack of layers. It is added as it is, whatever the query.',
  rightZh: '每个桶、每个头只学一个数，共 32 × H，一摞层共用一张表。它直接加上，与查询无关。',
  formula: String.raw`s_{ij} = q_i \cdot k_j + q_i \cdot r_{b(j-i)}`,
  rightFormula: String.raw`s_{ij} = q_i \cdot k_j + T_{b(j-i),\, h}`,
  types: ['t5'],
  margin: 0.1,
  wrong: ([q = 0], [k = 0], bias) => q * k + q * bias,
  correct: (query, key, bias) => dot(query, key) + bias,
  async candidates(library, formula) {
    return Promise.all(
      [1, 2].map(async (q) => ({
        at: `d = 1, q = ${q}, k = 0, T = 1`,
        got: [formula([q], [0], 1)],
        wanted: await scoreOf(library, [q], [0]),
      })),
    )
  },
  say: ({ got, wanted }) => [
    `Double the query: the bias stays ${list(wanted)}, a product with it becomes ${list(got)}.`,
    `把查询加倍：偏置仍是 ${list(wanted)}，与查询相乘则变成 ${list(got)}。`,
  ],
})

const scaled = mistake<Score>({
  id: 't5-scaled',
  title: 'T5 with 1/√d',
  titleZh: '给 T5 加上 1/√d',
  claim: 'T5 adds its bias to q · k / √d.',
  claimZh: 'T5 把偏置加到 q · k / √d 上。',
  right: 'T5 does not divide by √d: the bias is added to q · k, and the initial weights make up for it.',
  rightZh: 'T5 不除以 √d：偏置加到 q · k 上，由权重的初始化来弥补。',
  formula: String.raw`s_{ij} = \frac{q_i \cdot k_j}{\sqrt{d}} + T_{b(j-i),\, h}`,
  rightFormula: String.raw`s_{ij} = q_i \cdot k_j + T_{b(j-i),\, h}`,
  types: ['t5'],
  margin: 0.1,
  wrong: (query, key, bias) => dot(query, key) / Math.sqrt(query.length) + bias,
  correct: (query, key, bias) => dot(query, key) + bias,
  async candidates(library, formula) {
    return Promise.all(
      [1, 2].map(async (width) => {
        const query = range(width, 1)
        const wanted = await scoreOf(library, query, query)
        return {
          at: `d = ${width}, q = k = [${query.join(', ')}], T = 1`,
          got: [formula(query, query, 1)],
          wanted,
        }
      }),
    )
  },
  say: ({ got, wanted }) => [
    `From two channels on the scores are too small: ${list(got)} instead of ${list(wanted)}.`,
    `从两个通道起得分偏小：得到 ${list(got)}，应为 ${list(wanted)}。`,
  ],
})

export const t5Mistakes: readonly Mistake[] = [
  thirtyTwo,
  lastAt128,
  oneFarBucket,
  direction,
  vectorTable,
  scaled,
]
