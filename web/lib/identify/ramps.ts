// The numbers of YaRN and of Llama 3's scaling that are not the usual ones, from how much of each pair's frequency is kept:
// ω = ω₀ · (keep + (1 − keep) / factor), where keep falls from 1 to 0 along the pairs (YaRN) or along the turns (Llama 3).

import { largest, smallest } from '../boundary/checks.js'
import type { RopeScaling } from '../position/position.js'
import { digitsOf, LENGTHS, lineThrough, roundNear } from './round.js'

/** What is kept of each pair, under a base and a factor. */
export interface Kept {
  base: number
  factor: number
  /** The rotated channels. */
  width: number
  frequency: readonly number[]
  keep: readonly number[]
  error: readonly number[]
}

export function keptOf(
  frequency: readonly number[],
  error: readonly number[],
  { base, factor, width }: Pick<Kept, 'base' | 'factor' | 'width'>,
): Kept {
  const plain = frequency.map((_, i) => base ** ((-2 * i) / width))
  const least = 1 / factor
  return {
    base,
    factor,
    width,
    frequency: plain,
    keep: frequency.map((w, i) => (w / (plain[i] as number) - least) / (1 - least)),
    error: error.map((e, i) => (3 * e) / (plain[i] as number) / (1 - least) + 1e-6),
  }
}

const clamped = (x: number): number => Math.min(Math.max(x, 0), 1)

const isKept = ({ keep, error }: Kept, wanted: (pair: number) => number): boolean =>
  keep.every((x, i) => Math.abs(x - clamped(wanted(i))) <= (error[i] as number))

/** Pairs on the ramp, neither kept nor scaled in full. */
const between = ({ keep, error }: Kept): number[] =>
  keep.flatMap((x, i) => (x > (error[i] as number) && x < 1 - (error[i] as number) ? [i] : []))

/** How many pairs are neither kept nor scaled in full, under a base and a factor. */
export const pairsOnRamp = (
  { frequency, error, layout }: Pick<Kept, 'frequency' | 'error'> & { layout: { width: number } },
  base: number,
  factor: number,
): number => between(keptOf(frequency, error, { base, factor, width: layout.width })).length

/** YaRN with the ends of its ramp where the pairs show them, for every usual original length. */
export function yarnsOf(kept: Kept): RopeScaling[] {
  return [...wholeEnds(kept).flatMap((ends) => yarnsBetween(kept, ends)), ...realEnds(kept)]
}

type Ends = readonly [low: number, high: number]

// The ends of a ramp between whole pairs.
function wholeEnds(kept: Kept): Ends[] {
  const found: Ends[] = []
  const pairs = kept.keep.length
  for (let low = 0; low < pairs; low++)
    for (let high = low; high <= pairs; high++) {
      const width = Math.max(high - low, 1e-3)
      if (isKept(kept, (i) => 1 - (i - low) / width)) found.push([low, high])
    }
  return found.slice(0, 4)
}

/** The turns within a length that the pair of this index makes. */
const turnsAt = ({ base, width }: Kept, length: number, pair: number): number =>
  (length / (2 * Math.PI)) * base ** ((-2 * pair) / width)

function yarnsBetween(kept: Kept, [low, high]: Ends): RopeScaling[] {
  const most = Number.POSITIVE_INFINITY
  return LENGTHS.flatMap((length) => {
    const fast = roundestIn(turnsAt(kept, length, low + 1), low === 0 ? most : turnsAt(kept, length, low), 32)
    const slow = roundestIn(turnsAt(kept, length, high), turnsAt(kept, length, high - 1), 1)
    return yarn(kept, length, fast, slow)
  })
}

function yarn({ factor }: Kept, length: number, betaFast: number, betaSlow: number): RopeScaling[] {
  if (!(betaFast >= betaSlow && betaSlow > 0)) return []
  return [
    {
      ropeType: 'yarn',
      factor,
      originalMaxPositionEmbeddings: length,
      ...(betaFast === 32 ? {} : { betaFast }),
      ...(betaSlow === 1 ? {} : { betaSlow }),
    },
  ]
}

// The ends of a ramp between any pairs, as the line through what is kept shows them.
function realEnds(kept: Kept): RopeScaling[] {
  const on = between(kept)
  if (on.length < 3) return []
  const { slope, intercept } = lineThrough(
    on,
    on.map((i) => kept.keep[i] as number),
  )
  const [low, high] = [(1 - intercept) / slope, -intercept / slope]
  if (!isKept(kept, (i) => intercept + slope * i)) return []
  return roundestLengths((length) => [turnsAt(kept, length, low), turnsAt(kept, length, high)]).flatMap(
    ({ length, numbers: [fast = 0, slow = 0] }) =>
      yarn(kept, length, fast, slow).map((scaling) => ({ ...scaling, truncate: false })),
  )
}

/** Llama 3's scaling with the turns between which its pairs show that it lies, for every usual original length. */
export function llamasOf(kept: Kept): RopeScaling[] {
  const on = between(kept)
  const x = on.map((i) => (kept.frequency[i] as number) / (2 * Math.PI))
  const y = on.map((i) => kept.keep[i] as number)
  if (on.length === 0) return llamasBetween(kept)
  if (on.length > 1) {
    const weights = on.map((i) => (kept.error[i] as number) ** -2)
    const { slope, intercept } = lineThrough(x, y, weights)
    if (!(slope > 0)) return []
    const ends = (length: number) => [(length * -intercept) / slope, (length * (1 - intercept)) / slope]
    return roundestLengths(ends).flatMap(({ length, numbers: [low = 0, high = 0] }) =>
      llama(kept, length, low, high),
    )
  }
  const [turns = 0, keep = 0] = [x[0], y[0]]
  // keep = (L x − low) / (high − low): one equation for two numbers, one of which is then the usual one
  return LENGTHS.flatMap((length) => {
    const highs = roundestAndExact(1 + (length * turns - 1) / keep)
    const lows = roundestAndExact((length * turns - 4 * keep) / (1 - keep))
    return [
      ...highs.flatMap((high) => llama(kept, length, 1, high)),
      ...lows.flatMap((low) => llama(kept, length, low, 4)),
    ]
  })
}

function roundestAndExact(x: number): number[] {
  const near = roundNear(x, 1e-3)
  return [...near.slice(0, -1).slice(0, 1), ...near.slice(-1)]
}

/** Llama 3's scaling whose ramp lies between two pairs: the usual lower end, and the upper one of a few that keeps what is kept. */
function llamasBetween(kept: Kept): RopeScaling[] {
  const { keep, frequency } = kept
  const first = keep.findIndex((x) => x < 0.5)
  if (first < 1) return []
  const [fast, slow] = [frequency[first - 1] as number, frequency[first] as number]
  return LENGTHS.flatMap((length) => {
    const turns = length / (2 * Math.PI)
    const high = [4, 2, 8].find((x) => x < turns * fast)
    return high !== undefined && turns * slow < 1 ? llama(kept, length, 1, high) : []
  })
}

function llama(
  { factor }: Kept,
  length: number,
  lowFreqFactor: number,
  highFreqFactor: number,
): RopeScaling[] {
  if (!(lowFreqFactor > 0 && highFreqFactor > lowFreqFactor)) return []
  return [
    {
      ropeType: 'llama3',
      factor,
      originalMaxPositionEmbeddings: length,
      ...(lowFreqFactor === 1 ? {} : { lowFreqFactor }),
      ...(highFreqFactor === 4 ? {} : { highFreqFactor }),
    },
  ]
}

/** The usual lengths at which numbers that grow with the length are round, all of them; else the first with the numbers as they are. */
function roundestLengths(numbersAt: (length: number) => readonly number[]) {
  const all = LENGTHS.map((length) => {
    const exact = numbersAt(length)
    const numbers = exact.map((x) => roundNear(x, 2e-3)[0] as number)
    return { length, exact, numbers, digits: largest(numbers.map(digitsOf)) }
  })
  const least = smallest(all.map(({ digits }) => digits))
  const best = all.filter(({ digits }) => digits === least)
  return least <= 3 ? best : best.slice(0, 1).map((one) => ({ ...one, numbers: one.exact }))
}

/** The usual number if it lies in (low, high], else the power of two, else the number with the fewest digits. */
function roundestIn(low: number, high: number, usual: number): number {
  const isIn = (x: number) => x > low * (1 + 1e-12) && x <= high * (1 + 1e-12)
  if (isIn(usual)) return usual
  const power = 2 ** Math.ceil(Math.log2(low * (1 + 1e-9)))
  if (isIn(power)) return power
  const middle = Math.min(high, 2 * low) / 2 + low / 2
  const steps = [1, 2, 3, 4, 5, 6].map((digits) => Number(middle.toPrecision(digits)))
  return steps.find(isIn) ?? middle
}
