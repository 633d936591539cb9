// Questions about rotations, and about stretching them.

import type { RopePosition, Tensor } from 'whereformer'
import { short } from '../../../parts/element/format.js'
import type { AnyLibrary } from '../../../parts/engine/library.js'
import { linear } from '../../../parts/positions/seeded-tables.js'
import { isRounding, largest, question, say } from './question.js'

export const angles = question({
  id: 'angles',
  text: say(
    'A head has 64 channels. By how many different angles does RoPE turn them at position 1?',
    '一个头有 64 个通道。在位置 1，RoPE 用多少个不同的角度来旋转它们？',
  ),
  shows: { element: 'wf-rotation', state: { dim: 64, position: 1, distance: 1 } },
  compute: async (library) => {
    const { inverse } = await library.frequencies({ type: 'rope' }, { dim: 64 })
    return { angles: [...inverse], count: new Set(inverse).size }
  },
  answers: [1, 32, 64].map((count) => ({
    text: say(String(count), String(count)),
    holds: (found: { count: number }) => found.count === count,
  })),
  steps: ({ angles, count }) => [
    {
      label: say('The largest angle, in radians', '最大的角度（弧度）'),
      // spread: 32, one per pair of 64 channels
      value: Math.max(...angles),
      columns: { values: angles, full: 1 },
    },
    // spread: 32, one per pair of 64 channels
    { label: say('The smallest', '最小的角度'), value: Math.min(...angles) },
    { label: say('Different angles', '不同的角度'), value: count },
  ],
  explain: ({ angles, count }) =>
    say(
      // spread: 32, one per pair of 64 channels
      `A rotation takes two channels, so 64 channels have ${count} angles, from ${short(Math.max(...angles))} down to ${short(Math.min(...angles))}.`,
      // spread: 32, one per pair of 64 channels
      `一次旋转要用两个通道，所以 64 个通道有 ${count} 个角度，从 ${short(Math.max(...angles))} 一直小到 ${short(Math.min(...angles))}。`,
    ),
})

const TOKENS = 8
const DIM = 16

async function scoresOf(library: AnyLibrary, layout: 'interleaved' | 'half', q: Tensor, k: Tensor) {
  const position: RopePosition = { type: 'rope', layout }
  const { scores } = await library.attention(q, k, k, { position, return: ['scores'] })
  return scores.data
}

/** Channels 0, 2, 4 … and then 1, 3, 5 …: what converters do to the rows of the weights. */
function reordered({ data, shape }: Tensor): Tensor {
  const from = (i: number) => (i < DIM / 2 ? 2 * i : 2 * (i - DIM / 2) + 1)
  const value = (_: unknown, i: number) => data[i - (i % DIM) + from(i % DIM)] ?? Number.NaN
  return { data: Float32Array.from({ length: data.length }, value), shape }
}

const apart = (a: Float32Array, b: Float32Array): number => largest(a.map((x, i) => x - (b[i] ?? Number.NaN)))

interface Layouts {
  swapped: number
  mended: number
}

export const layouts = question({
  id: 'layouts',
  text: say(
    'Weights were trained with neighbouring channels as pairs (2i, 2i\u00a0+\u00a01) and are read with pairs (i, i\u00a0+\u00a0d/2). What happens to the scores?',
    '训练时以相邻通道 (2i, 2i\u00a0+\u00a01) 为一对，读取时却以 (i, i\u00a0+\u00a0d/2) 为一对。得分会怎样？',
  ),
  shows: { element: 'wf-encoding', state: { parameters: { layout: 'interleaved' } } },
  compute: async (library): Promise<Layouts | string> => {
    const [q, k] = [1, 2].map((seed) => linear(seed, [1, TOKENS, DIM], -1, 1)) as [Tensor, Tensor]
    const trained = await scoresOf(library, 'interleaved', q, k)
    try {
      const read = await scoresOf(library, 'half', q, k)
      const mended = await scoresOf(library, 'half', reordered(q), reordered(k))
      return { swapped: apart(read, trained), mended: apart(mended, trained) }
    } catch (refusal) {
      if (!(refusal instanceof Error && 'code' in refusal)) throw refusal
      return refusal.message
    }
  },
  answers: [
    {
      text: say('The program stops with an error.', '程序报错停下。'),
      holds: (found) => typeof found === 'string',
    },
    {
      text: say('They stay: the angles are the same.', '不变：用的是同样的角度。'),
      holds: (found) => typeof found !== 'string' && isRounding(found.swapped),
    },
    {
      text: say('They change, and nothing complains.', '会变，而且没有任何提示。'),
      holds: (found) => typeof found !== 'string' && !isRounding(found.swapped),
    },
  ],
  steps: (found) =>
    typeof found === 'string'
      ? [{ label: say('The library refuses', '程序库拒绝'), value: say(found, found) }]
      : [
          { label: say('Largest difference of a score', '得分的最大差别'), value: found.swapped },
          {
            label: say('The same, after the channels are put in order', '把通道重新排好之后'),
            value: found.mended,
          },
        ],
  explain: (found) =>
    typeof found === 'string'
      ? say(found, found)
      : say(
          `Scores differ by up to ${short(found.swapped)}, without a word of warning. Put the channels in the order of the reader, and the difference is ${short(found.mended)}: rounding. This is why converters reorder the rows of the query and key matrices.`,
          `得分最多相差 ${short(found.swapped)}，没有任何提示。按读取方的次序重排通道，差别就只有 ${short(found.mended)}，是舍入。转换脚本正是为此重排查询和键矩阵的行。`,
        ),
})

const CONTEXT = 64
const FACTOR = 4

const stretched = (ropeType: 'linear' | 'ntk' | 'yarn'): RopePosition => ({
  type: 'rope',
  scaling: { ropeType, factor: FACTOR, originalMaxPositionEmbeddings: CONTEXT },
})

/** The speeds of the first and the last pair, as a share of what they were. */
async function slowed(library: AnyLibrary, method: 'linear' | 'ntk') {
  const usual = await library.frequencies({ type: 'rope' }, { dim: 32 })
  const { inverse } = await library.frequencies(stretched(method), { dim: 32 })
  const shares = [...inverse].map((speed, i) => speed / (usual.inverse[i] ?? Number.NaN))
  return { shares, first: shares[0] ?? Number.NaN, last: shares.at(-1) ?? Number.NaN }
}

interface Stretched {
  linear: Awaited<ReturnType<typeof slowed>>
  ntk: Awaited<ReturnType<typeof slowed>>
}

const keeps = ({ first }: Stretched['ntk']): boolean => isRounding(first - 1)

export const stretchedPairs = question<Stretched>({
  id: 'stretched-pairs',
  text: say(
    'A rotation is stretched by s\u00a0=\u00a04. Which method leaves the fastest pair, the one that tells neighbours apart, as it was?',
    '把旋转拉伸 s\u00a0=\u00a04 倍。哪种方法让最快的一对（分辨相邻位置靠它）保持原样？',
  ),
  shows: { element: 'wf-extrapolation', state: { view: 'wavelengths', scaling: 'ntk', factor: FACTOR } },
  compute: async (library) => ({
    linear: await slowed(library, 'linear'),
    ntk: await slowed(library, 'ntk'),
  }),
  answers: [
    {
      text: say('Linear interpolation.', '线性插值。'),
      holds: ({ linear, ntk }) => keeps(linear) && !keeps(ntk),
    },
    { text: say('NTK-aware.', 'NTK-aware。'), holds: ({ linear, ntk }) => !keeps(linear) && keeps(ntk) },
    { text: say('Both.', '两种都是。'), holds: ({ linear, ntk }) => keeps(linear) && keeps(ntk) },
    { text: say('Neither.', '都不是。'), holds: ({ linear, ntk }) => !keeps(linear) && !keeps(ntk) },
  ],
  steps: ({ linear, ntk }) => [
    {
      label: say('Linear: speed of the fastest pair, as a share', '线性：最快一对的速度，与原来之比'),
      value: linear.first,
      columns: { values: linear.shares, full: 1 },
    },
    {
      label: say('NTK-aware: speed of the fastest pair', 'NTK-aware：最快一对的速度'),
      value: ntk.first,
      columns: { values: ntk.shares, full: 1 },
    },
    { label: say('NTK-aware: speed of the slowest pair', 'NTK-aware：最慢一对的速度'), value: ntk.last },
  ],
  explain: ({ linear, ntk }) =>
    say(
      `Linear interpolation slows every pair to ${short(linear.first)} of its speed, the fastest too: neighbours move closer. NTK-aware keeps the fastest at ${short(ntk.first)} and slows the last one to ${short(ntk.last)}.`,
      `线性插值让每一对都慢到原来的 ${short(linear.first)}，最快的也不例外，相邻位置因此挤近。NTK-aware 让最快的保持 ${short(ntk.first)}，最后一对慢到 ${short(ntk.last)}。`,
    ),
})

interface Sharpened {
  factor: number
  score: number
}

export const temperature = question<Sharpened>({
  id: 'temperature',
  text: say(
    'YaRN with s\u00a0=\u00a04 also multiplies query and key by 0.1\u00a0ln\u00a0s\u00a0+\u00a01 each. What does that do to the score of two words at the same place?',
    's\u00a0=\u00a04 时，YaRN 还把查询和键各乘以 0.1\u00a0ln\u00a0s\u00a0+\u00a01。同一位置上两个词的得分会怎样？',
  ),
  shows: { element: 'wf-extrapolation', state: { view: 'wavelengths', scaling: 'yarn', factor: FACTOR } },
  compute: async (library) => {
    const { attentionFactor } = await library.frequencies(stretched('yarn'), { dim: 32 })
    const ones = { data: new Float32Array(32).fill(1), shape: [1, 1, 32] }
    const score = async (position: RopePosition) => {
      const { scores } = await library.attention(ones, ones, ones, { position, return: ['scores'] })
      return scores.data[0] ?? Number.NaN
    }
    const usual = await score({ type: 'rope' })
    return { factor: attentionFactor, score: (await score(stretched('yarn'))) / usual }
  },
  answers: [
    {
      text: say('Nothing: only angles change.', '没有变化：只有角度变了。'),
      holds: ({ score }) => isRounding(score - 1),
    },
    {
      text: say('It grows by that factor, once.', '乘以这个系数，一次。'),
      holds: ({ factor, score }) => isRounding(score - factor),
    },
    {
      text: say('It grows by the square of that factor.', '乘以这个系数的平方。'),
      holds: ({ factor, score }) => isRounding(score - factor ** 2),
    },
    {
      text: say('It shrinks to a quarter.', '缩到四分之一。'),
      holds: ({ score }) => isRounding(score - 1 / FACTOR),
    },
  ],
  steps: ({ factor, score }) => [
    {
      label: say(
        'Computed here: 0.1\u00a0ln\u00a04\u00a0+\u00a01',
        '直接算：0.1\u00a0ln\u00a04\u00a0+\u00a01',
      ),
      value: 0.1 * Math.log(FACTOR) + 1,
    },
    { label: say('The factor in the library', '程序库里的系数'), value: factor },
    { label: say('The score, as a share of what it was', '得分，与原来之比'), value: score },
  ],
  explain: ({ factor, score }) =>
    say(
      `The factor is ${short(factor)}. It enters by the query and by the key, so the score grows ${short(score)} times, its square: a softmax that is a little sharper.`,
      `系数是 ${short(factor)}。它既进入查询，也进入键，得分因此变为 ${short(score)} 倍，即它的平方：softmax 略微尖锐一些。`,
    ),
})

const lengthOf = (values: Iterable<number>): number =>
  Math.sqrt([...values].reduce((sum, x) => sum + x * x, 0))

export const keptLength = question({
  id: 'kept-length',
  text: say(
    'The code above turns a vector of 64 ones to position 7. Its length was 8. What is it afterwards?',
    '上面的代码把 64 个 1 组成的向量转到位置 7。它原来长 8，转过之后多长？',
  ),
  compute: async (library) => {
    const x = { data: new Float32Array(64).fill(1), shape: [1, 64] }
    const { data } = await library.rotate({ type: 'rope', base: 10000 }, x, { positions: [7] })
    return {
      before: lengthOf(x.data),
      after: lengthOf(data),
      moved: lengthOf(data.map((value) => value - 1)),
    }
  },
  answers: [
    {
      text: say('Longer: a position was brought in.', '更长：加进了位置。'),
      holds: ({ before, after }) => after - before > 1e-4,
    },
    {
      text: say('Shorter: cosines are below 1.', '更短：余弦都小于 1。'),
      holds: ({ before, after }) => before - after > 1e-4,
    },
    {
      text: say('8, as before.', '仍是 8。'),
      holds: ({ before, after }) => Math.abs(after - before) <= 1e-4,
    },
  ],
  steps: ({ before, after, moved }) => [
    { label: say('Length before', '旋转前的长度'), value: before },
    { label: say('Length after', '旋转后的长度'), value: rounded(after) },
    { label: say('How far the vector moved', '向量移动了多远'), value: moved },
  ],
  explain: ({ after, moved }) =>
    say(
      `The length is ${short(rounded(after))}: the vector moved by ${short(moved)} and kept its length. A rotation cannot make a token louder, only point it elsewhere.`,
      `长度是 ${short(rounded(after))}：向量移动了 ${short(moved)}，长度不变。旋转不能让词元“更响”，只能让它指向别处。`,
    ),
})

/** To six digits, which is what float32 holds after 64 sums. */
const rounded = (value: number): number => Number(value.toPrecision(6))
