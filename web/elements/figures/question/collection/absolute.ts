// Questions about vectors that are added to the embeddings.

import type { Tensor } from 'whereformer'
import { short } from '../../../parts/element/format.js'
import { question, say } from './question.js'

const WIDTH = 64
/** The pair that is compared with, then three others, one per answer. */
const PAIRS = [
  [3, 5],
  [3, 8],
  [40, 42],
  [6, 10],
] as const

const dot = (a: readonly number[], b: readonly number[]): number =>
  a.reduce((sum, x, i) => sum + x * (b[i] ?? 0), 0)

/** Sums of 64 products of sines: float32 leaves that much. */
const SAME = 1e-3

const isSame = (products: readonly number[], pair: number): boolean =>
  Math.abs((products[pair] ?? Number.NaN) - (products[0] ?? Number.NaN)) < SAME

export const sameDistance = question({
  id: 'same-distance',
  text: say(
    'Multiply the sinusoidal codes of positions 3 and 5. Which other pair has the same product?',
    '把位置 3 和位置 5 的正弦编码相乘。下面哪一对的乘积与它相同？',
  ),
  shows: { element: 'wf-encoding', state: { view: 'similarity' } },
  compute: async (library) => {
    const positions = PAIRS.flat()
    const { data } = await library.embed({ type: 'sinusoidal' }, { positions, dim: WIDTH })
    const row = (i: number) => [...data.subarray(i * WIDTH, (i + 1) * WIDTH)]
    return PAIRS.map((_, i) => dot(row(2 * i), row(2 * i + 1)))
  },
  answers: [
    {
      text: say('3 and 8: one of them is shared.', '3 和 8：有一个位置相同。'),
      holds: (found) => isSame(found, 1),
    },
    { text: say('40 and 42, far from both.', '40 和 42，离得很远。'), holds: (found) => isSame(found, 2) },
    { text: say('6 and 10: both are doubled.', '6 和 10：两个都翻倍。'), holds: (found) => isSame(found, 3) },
  ],
  steps: (found) =>
    found.map((product, i) => {
      const pair = PAIRS[i]?.join(' · ') ?? ''
      return {
        label: say(`Positions ${pair}`, `位置 ${pair}`),
        value: product,
        columns: { values: [product], full: WIDTH / 2 },
      }
    }),
  explain: ([first = Number.NaN, shared = Number.NaN, far = Number.NaN, doubled = Number.NaN]) =>
    say(
      `${short(first)} and ${short(far)}: two steps apart is two steps apart, wherever it is. Five and four steps give ${short(shared)} and ${short(doubled)}. This holds for the codes alone; content and learned matrices come between them in a model.`,
      `${short(first)} 与 ${short(far)}：相隔两步就是两步，不管在哪里。相隔五步和四步得到 ${short(shared)} 和 ${short(doubled)}。这只对编码本身成立；在模型里，中间还隔着内容和学得的矩阵。`,
    ),
})

const ROWS = 64

/** Row p holds p, twice. */
const table: Tensor = {
  data: Float32Array.from({ length: 2 * ROWS }, (_, i) => Math.floor(i / 2)),
  shape: [ROWS, 2],
}

export const tableEnd = question({
  id: 'table-end',
  text: say(
    'A learned table has 64 rows, for positions 0 to 63. What does it say at position 64?',
    '一张可学习的表有 64 行，对应位置 0 到 63。到了位置 64，它说什么？',
  ),
  shows: { element: 'wf-surgery', state: { operation: 'shift', encoding: 'learned', amount: 53 } },
  compute: async (library) => {
    const rowAt = async (position: number): Promise<number | string> => {
      try {
        const { data } = await library.embed({ type: 'learned', table }, { positions: [position], dim: 2 })
        return data[0] ?? Number.NaN
      } catch (refusal) {
        if (!(refusal instanceof Error && 'code' in refusal)) throw refusal
        return refusal.message
      }
    }
    return { last: await rowAt(ROWS - 1), next: await rowAt(ROWS) }
  },
  answers: [
    { text: say('The first row again.', '重新从第一行开始。'), holds: ({ next }) => next === 0 },
    {
      text: say('The last row again.', '仍用最后一行。'),
      holds: ({ last, next }) => typeof next === 'number' && next === last,
    },
    {
      text: say('Nothing: there is no such row.', '无话可说：没有这一行。'),
      holds: ({ next }) => typeof next === 'string',
    },
  ],
  steps: ({ last, next }) => [
    {
      label: say('Position 63: row', '位置 63：行'),
      value: typeof last === 'number' ? last : say(last, last),
    },
    {
      label: say('Position 64: row', '位置 64：行'),
      value: typeof next === 'number' ? next : say(next, next),
    },
  ],
  explain: ({ last, next }) =>
    say(
      `Position 63 gets row ${last}. At 64 the library refuses${typeof next === 'number' ? ` (${next})` : ''}: it is a table, not a formula, and it ends. This is why such a model has a longest text.`,
      `位置 63 得到第 ${last} 行；到 64，程序库拒绝计算${typeof next === 'number' ? `（${next}）` : ''}：它是一张表，不是公式，到此为止。所以这类模型的文本有最大长度。`,
    ),
})

const LENGTH = 16
/** A table that is surely long enough: 31 distances before and 31 after. */
const OFFSETS = 31

export const tableSize = question({
  id: 'table-size',
  text: say(
    'Sixteen words, one learned number for each distance. How many numbers does one head need?',
    '十六个词，每个距离学一个数。一个头需要多少个数？',
  ),
  shows: { element: 'wf-bias', state: { encoding: 'relativeBias', length: LENGTH } },
  compute: async (library) => {
    const rows = 2 * OFFSETS + 1
    const numbers: Tensor = { data: Float32Array.from({ length: rows }, (_, i) => i), shape: [rows, 1] }
    const options = { heads: 1, queries: LENGTH, keys: LENGTH }
    const { data } = await library.bias({ type: 'relativeBias', table: numbers }, options)
    const used = [...new Set(data)].map((row) => row - OFFSETS)
    return {
      before: used.filter((distance) => distance < 0).length,
      after: used.filter((distance) => distance > 0).length,
      count: used.length,
    }
  },
  answers: [16, 31, 32, 256].map((count) => ({
    text: say(String(count), String(count)),
    holds: (found: { count: number }) => found.count === count,
  })),
  steps: ({ before, after, count }) => [
    { label: say('Distances to keys before', '到前面各键的距离'), value: before },
    { label: say('Distances to keys after', '到后面各键的距离'), value: after },
    { label: say('Different numbers in the map', '图中不同的数'), value: count },
  ],
  explain: ({ before, after, count }) =>
    say(
      `${before} distances back, ${after} ahead, and 0: ${count}, which is 2L\u00a0−\u00a01. Every diagonal of the map holds one of them.`,
      `往前 ${before} 个距离，往后 ${after} 个，再加上 0：共 ${count} 个，也就是 2L\u00a0−\u00a01。图中每条对角线上是其中一个。`,
    ),
})
