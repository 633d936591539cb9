// Mistakes about T5's buckets. distance = key − query; the library's table of row numbers shows which row a distance gets.

import { say } from '../bilingual.js'
import type { Candidate } from './candidate.js'
import { list } from './numbers.js'

const BUCKET_RULE = String.raw`b(n) = n \;(n < 8), \qquad b(n) = \min\Bigl(15,\; 8 + \Bigl\lfloor 8\, \tfrac{\ln (n / 8)}{\ln (128 / 8)} \Bigr\rfloor\Bigr), \qquad n = |j - i|, \quad {+}\,16 \text{ for } j > i`

export const thirtyTwo = {
  id: 't5-32-is-distance',
  title: say('32 read as a distance', '把 32 当作距离'),
  claim: say('All distances beyond 32 share one bucket.', '超过 32 的距离都放进同一个桶。'),
  right: say(
    '32 is the number of buckets, 16 per direction. 128 is the maximum distance, which sets the logarithmic scale.',
    '32 是桶的个数，每个方向 16 个；128 是最大距离，它决定对数的尺度。',
  ),
  formula: String.raw`b(n) = b(33) \quad \text{for all } n > 32`,
  rightFormula: BUCKET_RULE,
  sentence: ({ got, wanted }: Candidate) =>
    say(
      `A key at distance 46 is in bucket ${list(wanted)}, not ${list(got)}, and two more buckets follow.`,
      `距离 46 的键在第 ${list(wanted)} 个桶，不在第 ${list(got)} 个；后面还有两个桶。`,
    ),
}

export const lastAt128 = {
  id: 't5-last-at-128',
  title: say('“The last bucket starts at 128”', '认为最后一个桶从 128 开始'),
  claim: say('The last bucket holds the distances of 128 and more.', '最后一个桶装 128 及更大的距离。'),
  right: say(
    'The logarithmic scale ends at 128, but values are rounded down, so the last bucket starts earlier: at 91, and at 113 in the causal decoder.',
    '对数的尺度到 128 为止，但要向下取整，所以最后一个桶开始得更早：从 91 开始，因果的解码器中从 113 开始。',
  ),
  formula: String.raw`b_{\text{enc}}(i - j) = 15 \iff i - j \geq 128`,
  rightFormula: String.raw`b_{\text{enc}}(i - j) = 15 \iff i - j \geq 91`,
  sentence: ({ got, wanted }: Candidate, last: number, lastCausal: number) =>
    say(
      `A key at distance ${last} is already in bucket ${list(wanted)}, not ${list(got)}. If all 32 buckets are for one direction, the last starts at ${lastCausal}.`,
      `距离 ${last} 的键已在第 ${list(wanted)} 个桶，而不是第 ${list(got)} 个。32 个桶都给一个方向时，最后一个桶从 ${lastCausal} 开始。`,
    ),
}

export const oneFarBucket = {
  id: 't5-one-far-bucket',
  title: say('One far bucket for both directions', '两个方向共用一个远距离桶'),
  claim: say(
    'Far keys share one bucket, whether they come before or after the query.',
    '远处的键共用一个桶，不论在查询之前还是之后。',
  ),
  right: say(
    'Each direction keeps its own 16 buckets, the last one included.',
    '两个方向各有自己的 16 个桶，最后一个也不共用。',
  ),
  formula: String.raw`b(j - i) = 15 \quad \text{for all } |j - i| \geq 91`,
  rightFormula: String.raw`b(j - i) = \begin{cases} 15 & i - j \geq 91 \cr 31 & j - i \geq 91 \end{cases}`,
  sentence: ({ got, wanted }: Candidate) =>
    say(
      `A key 91 positions after the query is in bucket ${list(wanted)}, not ${list(got)}.`,
      `查询之后 91 个位置处的键在第 ${list(wanted)} 个桶，不在第 ${list(got)} 个。`,
    ),
}

export const direction = {
  id: 't5-direction',
  title: say('i − j as the distance', '用 i − j 作距离'),
  claim: say('The bucket is that of i − j, query minus key.', '按 i − j（查询减键）取桶。'),
  right: say(
    'T5 takes key minus query, j − i: buckets 16 and up are for keys after the query.',
    'T5 取键减查询，即 j − i：16 及以后的桶用于查询之后的键。',
  ),
  formula: String.raw`b(i - j) \geq 16 \iff i > j`,
  rightFormula: String.raw`b(j - i) \geq 16 \iff j > i`,
  sentence: ({ got, wanted }: Candidate) =>
    say(
      `The next key is in bucket ${list(wanted)}, not ${list(got)}: before and after are swapped.`,
      `下一个键在第 ${list(wanted)} 个桶，不在第 ${list(got)} 个：前后颠倒了。`,
    ),
}

export const vectorTable = {
  id: 't5-vector-table',
  title: say('A table of vectors', '由向量组成的表'),
  claim: say(
    'T5 learns a vector for each bucket and multiplies the query with it.',
    'T5 为每个桶学一个向量，与查询相乘。',
  ),
  right: say(
    'It learns one number for each bucket and head, 32 × H, one table for a stack of layers. The number is added directly, whatever the query is.',
    '每个桶、每个头只学一个数，共 32 × H，一摞层共用一张表。这个数直接加上，与查询无关。',
  ),
  formula: String.raw`s_{ij} = q_i \cdot k_j + q_i \cdot r_{b(j-i)}`,
  rightFormula: String.raw`s_{ij} = q_i \cdot k_j + T_{b(j-i),\, h}`,
  sentence: ({ got, wanted }: Candidate) =>
    say(
      `Double the query: the bias stays ${list(wanted)}, a product with it becomes ${list(got)}.`,
      `把查询加倍：偏置仍是 ${list(wanted)}，与查询相乘则变成 ${list(got)}。`,
    ),
}

export const scaled = {
  id: 't5-scaled',
  title: say('T5 with 1/√d', '给 T5 加上 1/√d'),
  claim: say('T5 adds its bias to q · k / √d.', 'T5 把偏置加到 q · k / √d 上。'),
  right: say(
    'T5 does not divide by √d: the bias is added to q · k; the initialisation of the weights compensates for the missing scale.',
    'T5 不除以 √d：偏置加到 q · k 上，由权重的初始化来弥补。',
  ),
  formula: String.raw`\text{T5:}\; s_{ij} = \frac{q_i \cdot k_j}{\sqrt{d}} + T_{b(j-i),\, h}`,
  rightFormula: String.raw`\text{T5:}\; s_{ij} = q_i \cdot k_j + T_{b(j-i),\, h}`,
  sentence: ({ got, wanted }: Candidate) =>
    say(
      `From two channels on the scores are too small: ${list(got)} instead of ${list(wanted)}.`,
      `头维度从 2 起，得分偏小：得到 ${list(got)}，应为 ${list(wanted)}。`,
    ),
}
