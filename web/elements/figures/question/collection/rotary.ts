// Questions about rotations, and about stretching them.

import type { RopePosition, Tensor } from 'whereformer'
import { say } from '../../../../content/bilingual.js'
import * as words from '../../../../content/questions/rotary.js'
import type { AnyLibrary } from '../../../parts/engine/library.js'
import { linear } from '../../../parts/positions/seeded-tables.js'
import { apart, isRounding, question } from './question.js'

export const angles = question({
  id: 'angles',
  text: words.angles.text,
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
      label: words.angles.labels.largest,
      // spread: 32, one per pair of 64 channels
      value: Math.max(...angles),
      columns: { values: angles, full: 1 },
    },
    // spread: 32, one per pair of 64 channels
    { label: words.angles.labels.smallest, value: Math.min(...angles) },
    { label: words.angles.labels.count, value: count },
  ],
  explain: words.angles.explain,
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

interface Layouts {
  swapped: number
  mended: number
}

export const layouts = question({
  id: 'layouts',
  text: words.layouts.text,
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
      text: words.layouts.answers.stops,
      holds: (found) => typeof found === 'string',
    },
    {
      text: words.layouts.answers.stay,
      holds: (found) => typeof found !== 'string' && isRounding(found.swapped),
    },
    {
      text: words.layouts.answers.change,
      holds: (found) => typeof found !== 'string' && !isRounding(found.swapped),
    },
  ],
  steps: (found) =>
    typeof found === 'string'
      ? [{ label: words.layouts.labels.refused, value: say(found, found) }]
      : [
          { label: words.layouts.labels.swapped, value: found.swapped },
          {
            label: words.layouts.labels.mended,
            value: found.mended,
          },
        ],
  explain: (found) => (typeof found === 'string' ? say(found, found) : words.layouts.explain(found)),
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
  text: words.stretchedPairs.text,
  shows: { element: 'wf-extrapolation', state: { view: 'wavelengths', scaling: 'ntk', factor: FACTOR } },
  compute: async (library) => ({
    linear: await slowed(library, 'linear'),
    ntk: await slowed(library, 'ntk'),
  }),
  answers: [
    {
      text: words.stretchedPairs.answers.linear,
      holds: ({ linear, ntk }) => keeps(linear) && !keeps(ntk),
    },
    { text: words.stretchedPairs.answers.ntk, holds: ({ linear, ntk }) => !keeps(linear) && keeps(ntk) },
    { text: words.stretchedPairs.answers.both, holds: ({ linear, ntk }) => keeps(linear) && keeps(ntk) },
    { text: words.stretchedPairs.answers.neither, holds: ({ linear, ntk }) => !keeps(linear) && !keeps(ntk) },
  ],
  steps: ({ linear, ntk }) => [
    {
      label: words.stretchedPairs.labels.linear,
      value: linear.first,
      columns: { values: linear.shares, full: 1 },
    },
    {
      label: words.stretchedPairs.labels.ntk,
      value: ntk.first,
      columns: { values: ntk.shares, full: 1 },
    },
    { label: words.stretchedPairs.labels.ntkLast, value: ntk.last },
  ],
  explain: words.stretchedPairs.explain,
})

interface Sharpened {
  factor: number
  score: number
}

export const temperature = question<Sharpened>({
  id: 'temperature',
  text: words.temperature.text,
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
      text: words.temperature.answers.nothing,
      holds: ({ score }) => isRounding(score - 1),
    },
    {
      text: words.temperature.answers.once,
      holds: ({ factor, score }) => isRounding(score - factor),
    },
    {
      text: words.temperature.answers.square,
      holds: ({ factor, score }) => isRounding(score - factor ** 2),
    },
    {
      text: words.temperature.answers.quarter,
      holds: ({ score }) => isRounding(score - 1 / FACTOR),
    },
  ],
  steps: ({ factor, score }) => [
    {
      label: words.temperature.labels.computed,
      value: 0.1 * Math.log(FACTOR) + 1,
    },
    { label: words.temperature.labels.factor, value: factor },
    { label: words.temperature.labels.score, value: score },
  ],
  explain: words.temperature.explain,
})

const lengthOf = (values: Iterable<number>): number =>
  Math.sqrt([...values].reduce((sum, x) => sum + x * x, 0))

export const keptLength = question({
  id: 'kept-length',
  text: words.keptLength.text,
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
      text: words.keptLength.answers.longer,
      holds: ({ before, after }) => after - before > 1e-4,
    },
    {
      text: words.keptLength.answers.shorter,
      holds: ({ before, after }) => before - after > 1e-4,
    },
    {
      text: words.keptLength.answers.same,
      holds: ({ before, after }) => Math.abs(after - before) <= 1e-4,
    },
  ],
  steps: ({ before, after, moved }) => [
    { label: words.keptLength.labels.before, value: before },
    { label: words.keptLength.labels.after, value: rounded(after) },
    { label: words.keptLength.labels.moved, value: moved },
  ],
  explain: ({ after, moved }) => words.keptLength.explain({ after: rounded(after), moved }),
})

/** To six digits, which is what float32 holds after 64 sums. */
const rounded = (value: number): number => Number(value.toPrecision(6))
