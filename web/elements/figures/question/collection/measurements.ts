// Questions about measurements of long texts. Their models predict a bit from the mean of those that they see, which is attention with
// equal scores: m of n seen bits were 1, so the next one is with probability (m + 1) / (n + 2).

import * as words from '../../../../content/questions/measurements.js'
import type { AnyLibrary } from '../../../parts/engine/library.js'
import { linear } from '../../../parts/positions/seeded-tables.js'
import { isRounding, largest, question } from './question.js'

const [SHORT, LONG, TOKENS] = [64, 512, 8192]
/** Tokens that the near model sees; the far one sees all. */
const NEAR = SHORT
const FAR = LONG

/** Share of ones in the text. */
const ONES = 0.8

/** A text of bits. */
const bitsOfText = () => linear(1, [TOKENS], 0, 1).data.map((draw) => Number(draw < ONES))

const seenAt = (index: number, reach: number): number => Math.min(index, reach)

/** In each piece, of which one is a head, the mean of the last bits at every bit: [TOKENS]. */
async function means(library: AnyLibrary, bits: Float32Array, length: number, reach: number) {
  const shape = [TOKENS / length, length, 1]
  const alike = { data: new Float32Array(TOKENS), shape }
  const { output } = await library.attention(
    alike,
    alike,
    { data: bits, shape },
    {
      isCausal: true,
      window: [reach - 1, 0],
    },
  )
  return output.data
}

/** In nats, where so many bits before it were seen and have this mean. */
function lossOf(bit: number, seen: number, mean: number): number {
  const one = ((seen === 0 ? 0 : seen * mean) + 1) / (seen + 2)
  return -Math.log(bit ? one : 1 - one)
}

/** Loss of each bit, predicted from those before it in its piece. */
async function losses(library: AnyLibrary, length: number, reach: number): Promise<number[]> {
  const bits = bitsOfText()
  const mean = await means(library, bits, length, reach)
  return [...bits].map((bit, i) => lossOf(bit, seenAt(i % length, reach), mean[i - 1] ?? Number.NaN))
}

const meanOf = (values: readonly number[]): number => values.reduce((sum, x) => sum + x, 0) / values.length

/** How many tokens the near model sees, on average over a piece. */
const seenIn = (length: number): number => meanOf(Array.from({ length }, (_, i) => seenAt(i, NEAR)))

export const flatCurve = question<{ short: number; long: number }>({
  id: 'flat-curve',
  text: words.flatCurve.text,
  shows: { element: 'wf-extrapolation', state: { view: 'loss' } },
  compute: async (library) => ({
    short: meanOf(await losses(library, SHORT, NEAR)),
    long: meanOf(await losses(library, LONG, NEAR)),
  }),
  answers: [
    { text: words.flatCurve.answers.stays, holds: ({ short, long }) => isRounding(long - short) },
    {
      text: words.flatCurve.answers.falls,
      holds: ({ short, long }) => !isRounding(long - short) && long < short,
    },
    {
      text: words.flatCurve.answers.rises,
      holds: ({ short, long }) => !isRounding(long - short) && long > short,
    },
  ],
  steps: ({ short, long }) => [
    { label: words.flatCurve.labels.short, value: short },
    { label: words.flatCurve.labels.long, value: long },
    { label: words.flatCurve.labels.shortSeen, value: seenIn(SHORT) },
    { label: words.flatCurve.labels.longSeen, value: seenIn(LONG) },
  ],
  explain: (found) => words.flatCurve.explain({ ...found, shortSeen: seenIn(SHORT), longSeen: seenIn(LONG) }),
})

/** Measurements of one model. */
interface Measured {
  fall: number
  /** Losses of the first bits of each long piece. */
  start: readonly number[]
  /** By how much the loss of the later ones rises when the text is cut. */
  cut: number
}

/** Is it among the first bits of a long piece, as many as a short one has? */
const isAtStart = (index: number): boolean => index % LONG < SHORT

/** Losses of the later bits of long pieces, each predicted from a text of its own: the last bits before it, which either model sees. */
async function cutLosses(library: AnyLibrary): Promise<number[]> {
  const bits = bitsOfText()
  const later = [...bits.keys()].filter((i) => !isAtStart(i))
  const alike = (rows: number) => ({
    data: new Float32Array(later.length * rows),
    shape: [later.length, rows, 1],
  })
  const last = later.flatMap((i) => [...bits.subarray(i - SHORT, i)])
  const value = { data: Float32Array.from(last), shape: [later.length, SHORT, 1] }
  const { output } = await library.attention(alike(1), alike(SHORT), value)
  return later.map((i, at) => lossOf(bits[i] ?? Number.NaN, SHORT, output.data[at] ?? Number.NaN))
}

async function measured(library: AnyLibrary, reach: number): Promise<Measured> {
  const whole = await losses(library, LONG, reach)
  const later = whole.filter((_, i) => !isAtStart(i))
  return {
    fall: meanOf(await losses(library, SHORT, reach)) - meanOf(whole),
    start: whole.filter((_, i) => isAtStart(i)),
    cut: meanOf(await cutLosses(library)) - meanOf(later),
  }
}

interface Both {
  near: Measured
  far: Measured
}

const falls = ({ fall }: Measured): boolean => !isRounding(fall) && fall > 0

const differs = ({ cut }: Measured): boolean => !isRounding(cut)

const startApart = ({ near, far }: Both): number =>
  largest(near.start.map((one, i) => one - (far.start[i] ?? Number.NaN)))

export const decidingTest = question<Both>({
  id: 'deciding-test',
  text: words.decidingTest.text,
  shows: { element: 'wf-extrapolation', state: { view: 'loss', cut: true } },
  compute: async (library) => ({ near: await measured(library, NEAR), far: await measured(library, FAR) }),
  answers: [
    { text: words.decidingTest.answers.curve, holds: ({ near, far }) => falls(near) !== falls(far) },
    { text: words.decidingTest.answers.start, holds: (both) => !isRounding(startApart(both)) },
    { text: words.decidingTest.answers.cut, holds: ({ near, far }) => differs(near) !== differs(far) },
  ],
  steps: (both) => [
    { label: words.decidingTest.labels.nearFall, value: both.near.fall },
    { label: words.decidingTest.labels.farFall, value: both.far.fall },
    { label: words.decidingTest.labels.start, value: startApart(both) },
    { label: words.decidingTest.labels.nearCut, value: both.near.cut },
    { label: words.decidingTest.labels.farCut, value: both.far.cut },
  ],
  explain: ({ near, far }) =>
    words.decidingTest.explain({
      nearFall: near.fall,
      farFall: far.fall,
      nearCut: near.cut,
      farCut: far.cut,
    }),
})
