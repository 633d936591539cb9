// Questions about what is added to scores and to values.

import type { PositionEncoding, Tensor } from 'whereformer'
import type { ModelCard } from '../../../../lib/families/cards.js'
import { short } from '../../../parts/element/format.js'
import type { AnyLibrary } from '../../../parts/engine/library.js'
import { linear } from '../../../parts/positions/seeded-tables.js'
import { isRounding, largest, question, type Shows, say, stateWith } from './question.js'

const TOKENS = 12
const [HEADS, DIM] = [4, 16]

/** Output, weights and values of seeded vectors, tokens in an order. */
async function attended(library: AnyLibrary, position: PositionEncoding, order: readonly number[]) {
  const [q, k, v] = [1, 2, 3].map((seed) =>
    inOrder(linear(seed, [HEADS, order.length, DIM], -1, 1), order),
  ) as [Tensor, Tensor, Tensor]
  const { output, weights } = await library.attention(q, k, v, { position, return: ['weights'] })
  return { output: output.data, weights: weights.data, values: v.data }
}

/** Rows of each head in another order. */
function inOrder({ data, shape }: Tensor, order: readonly number[]): Tensor {
  const rows = order.length
  const value = (_: unknown, i: number) => {
    const [row, channel] = [Math.floor(i / DIM), i % DIM]
    return data[(row - (row % rows) + (order[row % rows] ?? 0)) * DIM + channel] ?? Number.NaN
  }
  return { data: Float32Array.from({ length: data.length }, value), shape }
}

const inPlace = Array.from({ length: TOKENS }, (_, i) => i)

const examples = () => import('../../../parts/example/example-attention.js')

/** How far the output is from the mean of the values by the weights. */
async function besidesValues(library: AnyLibrary, type: string): Promise<number> {
  const { exampleEncoding } = await examples()
  const entry = library.encodings.find((one) => one.type === type)
  if (!entry) throw new TypeError(`there is no encoding ${type}`)
  const { position } = exampleEncoding(entry, {})
  const { output, weights, values } = await attended(library, position, inPlace)
  const mean = (_: number, i: number): number => {
    const [row, channel] = [Math.floor(i / DIM), i % DIM]
    const head = Math.floor(row / TOKENS)
    return inPlace.reduce(
      (sum, key) =>
        sum +
        (weights[row * TOKENS + key] ?? Number.NaN) * (values[(head * TOKENS + key) * DIM + channel] ?? 0),
      0,
    )
  }
  return largest(output.map((value, i) => value - mean(value, i)))
}

const VALUED = [
  { type: 'rope', name: say('RoPE', 'RoPE') },
  { type: 'alibi', name: say('ALiBi', 'ALiBi') },
  { type: 'shaw', name: say('Shaw’s relative vectors', 'Shaw 的相对向量') },
  { type: 't5', name: say('T5’s table', 'T5 的表') },
]

export const valueDoor = question<readonly number[]>({
  id: 'value-door',
  text: say(
    'Most methods only change who listens to whom. Which of these four also changes what is handed over, the value?',
    '多数办法只改变谁听谁的。下面四种里，哪一种连交出去的值也改变？',
  ),
  shows: { element: 'wf-doors', state: { encoding: 'shaw' } },
  code: examples,
  compute: async (library) => {
    const found: number[] = []
    for (const { type } of VALUED) found.push(await besidesValues(library, type))
    return found
  },
  answers: VALUED.map(({ name }, i) => ({
    text: name,
    holds: (found: readonly number[]) => !isRounding(found[i] ?? Number.NaN),
  })),
  steps: (found) =>
    VALUED.map(({ name }, i) => ({
      label: say(
        `${name.en}: output less the weighted mean of the values`,
        `${name.zh}：输出减去值的加权平均`,
      ),
      value: found[i] ?? Number.NaN,
      columns: { values: [found[i] ?? Number.NaN], full: largest(found) },
    })),
  explain: (found) => {
    const most = short(largest(found))
    return say(
      `With three of them the output is the mean of the values, to rounding. Shaw’s differs by up to ${most}: a vector for the distance is added to each value, door 5.`,
      `其中三种的输出就是值的加权平均，差别只是舍入。Shaw 的最多相差 ${most}：每个值上又加了一个距离的向量，这是第五扇门。`,
    )
  },
})

const BUCKETS = 32
const FARTHEST = 200

/** From which distance back all keys share the last bucket. */
async function lastBucket(library: AnyLibrary, bidirectional: boolean) {
  const table: Tensor = { data: Float32Array.from({ length: BUCKETS }, (_, i) => i), shape: [BUCKETS, 1] }
  const key = Array.from({ length: FARTHEST + 1 }, (_, i) => FARTHEST - i)
  const positions = { query: [FARTHEST], key }
  const { data } = await library.bias({ type: 't5', table, bidirectional }, { heads: 1, positions })
  const buckets = [...data]
  // spread: one per bucket
  return { buckets, from: buckets.indexOf(Math.max(...buckets)) }
}

export const lastBucketFrom = question({
  id: 'last-bucket',
  text: say(
    'T5 sorts distances into 32 buckets, with 128 as the distance that sets the scale, and looks both ways. From which distance on do all keys on one side share a bucket?',
    'T5 把距离分进 32 个桶，以 128 为尺度，前后两个方向都看。同一侧的键，从多远起全归一个桶？',
  ),
  shows: { element: 'wf-bias', state: { encoding: 't5', view: 'distance', length: 256 } },
  compute: async (library) => {
    const both = await lastBucket(library, true)
    return { ...both, causal: (await lastBucket(library, false)).from }
  },
  answers: [16, 32, 91, 128].map((distance) => ({
    text: say(String(distance), String(distance)),
    holds: ({ from }: { from: number }) => from === distance,
  })),
  steps: ({ buckets, from, causal }) => [
    {
      label: say('The last bucket of one side', '一侧的最后一桶'),
      // spread: one per bucket
      value: Math.max(...buckets),
      // spread: one per bucket
      columns: { values: buckets, full: Math.max(...buckets) },
    },
    { label: say('Looking both ways it begins at distance', '前后都看：起于距离'), value: from },
    { label: say('Looking back only it begins at distance', '只看前面：起于距离'), value: causal },
  ],
  explain: ({ from, causal }) =>
    say(
      `The last bucket begins at ${from}, or at ${causal} where only keys before count and all 32 buckets serve one side. 128 sets the scale of the logarithm; rounding down to whole buckets ends it earlier.`,
      `最后一桶从 ${from} 起；如果只看前面，32 个桶都归一侧，则从 ${causal} 起。128 定的是对数的尺度；向下取整到桶，所以更早就到头了。`,
    ),
})

export const reversedAlibi = question<readonly number[]>({
  id: 'reversed-alibi',
  text: say(
    'ALiBi by the absolute distance, no mask: every word sees both sides. Reverse the sentence. Which words get another output?',
    'ALiBi 取距离的绝对值，不加掩码，两侧都看得见。把句子倒过来，哪些词的输出会变？',
  ),
  shows: { element: 'wf-bias', state: { encoding: 'alibi', parameters: { symmetric: true } } },
  compute: async (library) => {
    const position: PositionEncoding = { type: 'alibi', symmetric: true }
    const forth = await attended(library, position, inPlace)
    const back = await attended(library, position, [...inPlace].reverse())
    return inPlace.map((token) => largest(differences(forth.output, back.output, token)))
  },
  answers: [
    {
      text: say('All of them.', '全都会变。'),
      holds: (found) => found.every((change) => !isRounding(change)),
    },
    {
      text: say('Those near the two ends.', '靠近两端的词。'),
      holds: (found) => found.some(isRounding) && !isRounding(largest(found)),
    },
    { text: say('None.', '一个都不变。'), holds: (found) => isRounding(largest(found)) },
  ],
  steps: (found) => [
    {
      label: say('Words compared; a column is how far an output moved', '比较的词数；柱高是输出变化的大小'),
      value: found.length,
      columns: { values: found, full: 1 },
    },
    { label: say('Largest change of an output', '输出的最大变化'), value: largest(found) },
  ],
  explain: (found) =>
    say(
      `The largest change is ${short(largest(found))}, no more than rounding. |i\u00a0−\u00a0j| is the same from either end, so the sentence and its mirror image are one to it. The published ALiBi is causal, and there the mask tells them apart.`,
      `最大的变化是 ${short(largest(found))}，不超出舍入。从哪头看，|i\u00a0−\u00a0j| 都一样，句子与它的镜像没有分别。论文里的 ALiBi 是因果的，那里由掩码来区分。`,
    ),
})

/** Over all heads and channels: a token's output, forward and in the mirror image. */
function differences(forth: Float32Array, back: Float32Array, token: number): number[] {
  return Array.from({ length: HEADS * DIM }, (_, i) => {
    const [head, channel] = [Math.floor(i / DIM), i % DIM]
    const at = (place: number) => (head * TOKENS + place) * DIM + channel
    return (back[at(TOKENS - 1 - token)] ?? Number.NaN) - (forth[at(token)] ?? Number.NaN)
  })
}

const ledgerCode = () =>
  Promise.all([import('../../ledger/ledger-drawing.js'), import('../../ledger/ledger-fields.js')])

const ledger: Shows = { element: 'wf-ledger', state: { encoding: 'deberta' } }

const FOUR = [
  { term: 'content', name: say('content · content', '内容 · 内容') },
  { term: 'contentPosition', name: say('content · position', '内容 · 位置') },
  { term: 'positionContent', name: say('position · content', '位置 · 内容') },
  { term: 'positionPosition', name: say('position · position', '位置 · 位置') },
]

export const missingTerm = question<readonly number[]>({
  id: 'missing-term',
  text: say(
    'A score with absolute codes has four terms. DeBERTa leaves one out. Which?',
    '使用绝对编码的得分有四项。DeBERTa 去掉了一项，是哪一项？',
  ),
  shows: ledger,
  code: ledgerCode,
  compute: async (library) => {
    const [{ drawLedger }, { ledgerFields }] = await ledgerCode()
    const { terms } = await drawLedger(library, stateWith(ledgerFields, ledger.state))
    return FOUR.map(({ term }) => largest(terms.find((one) => one.term === term)?.matrix.data ?? []))
  },
  answers: FOUR.map(({ name }, i) => ({ text: name, holds: (found: readonly number[]) => found[i] === 0 })),
  steps: (found) =>
    FOUR.map(({ name }, i) => ({
      label: say(`${name.en}, largest`, `${name.zh}，最大值`),
      value: found[i] ?? Number.NaN,
      columns: { values: [found[i] ?? Number.NaN], full: largest(found) },
    })),
  explain: (found) => {
    const [content, forth, back, none] = found.map(short)
    return say(
      `The ledger of every score: ${content}, ${forth}, ${back} at most, and ${none} for position with position. Three terms of a like size remain, and that is the 3 in √(3d).`,
      `每个得分的账目：前三项最大为 ${content}、${forth}、${back}，“位置 · 位置”则是 ${none}。留下大小相当的三项，√(3d) 里的 3 就是这么来的。`,
    )
  },
})

const cards = () => import('../../../../lib/families/cards.js')

type Way = ModelCard['position']['doors'][number]

const WAYS = [
  { door: 'embed', name: say('A vector added to the embedding', '加在词嵌入上的向量') },
  { door: 'rotate', name: say('A rotation of queries and keys', '旋转查询和键') },
  { door: 'bias', name: say('A number added to the score', '加在得分上的数') },
] as const satisfies readonly { door: Way; name: unknown }[]

interface Counted {
  counts: readonly number[]
  all: number
}

export const commonest = question<Counted>({
  id: 'commonest',
  text: say(
    'Of the twenty-two models, which way in do most use?',
    '这二十二个常见的模型里，用得最多的是哪一种办法？',
  ),
  shows: { element: 'wf-models', state: { encoding: 'rope' } },
  code: cards,
  compute: async () => {
    const { modelCards } = await cards()
    const uses = (door: Way) => modelCards.filter(({ position }) => position.doors.includes(door)).length
    return { counts: WAYS.map(({ door }) => uses(door)), all: modelCards.length }
  },
  answers: WAYS.map(({ name }, i) => ({
    text: name,
    holds: ({ counts }: Counted) => counts.every((count, other) => other === i || count < (counts[i] ?? 0)),
  })),
  steps: ({ counts, all }) =>
    WAYS.map(({ name }, i) => ({
      label: name,
      value: counts[i] ?? Number.NaN,
      columns: { values: [counts[i] ?? Number.NaN], full: all },
    })),
  explain: ({ counts, all }) => {
    const [embed, rotate, bias] = counts
    return say(
      `Of ${all} models, ${rotate} rotate, ${embed} add a vector to the embedding, and ${bias} add a bias. Read down the years: the vectors came first.`,
      `${all} 个模型里，${rotate} 个用旋转，${embed} 个在词嵌入上加向量，${bias} 个加偏置。按年份往下读：先有的是向量。`,
    )
  },
})
