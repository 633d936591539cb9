// Questions about RoPE's frequencies: one by one, within the training length, and added up over all pairs.

import type { RopePosition } from 'whereformer'
import { say } from '../../../../content/bilingual.js'
import * as words from '../../../../content/questions/frequencies.js'
import type { AnyLibrary } from '../../../parts/engine/library.js'
import { isRounding, question } from './question.js'

const [DIM, TRAINED, FACTOR] = [32, 64, 4]

type Scaling = NonNullable<RopePosition['scaling']>

const stretched = { factor: FACTOR, originalMaxPositionEmbeddings: TRAINED }

/** LongRoPE's list of divisors as its search may find it: none is smaller than that of a faster pair. */
const divisors = Array.from({ length: DIM / 2 }, (_, pair) => (pair < 5 ? 1 : pair < 10 ? 2 : FACTOR))
const searched = { ropeType: 'longrope', shortFactor: divisors, longFactor: divisors } as const

const METHODS = [
  { name: words.ownFactors.answers.linear, scaling: { ropeType: 'linear', ...stretched } },
  { name: words.ownFactors.answers.ntk, scaling: { ropeType: 'ntk', ...stretched } },
  { name: words.ownFactors.answers.yarn, scaling: { ropeType: 'yarn', ...stretched } },
  { name: words.ownFactors.answers.longrope, scaling: { ...searched, ...stretched } },
] as const

/** By what the frequency of each pair is divided. */
async function dividedBy(library: AnyLibrary, scaling: Scaling): Promise<number[]> {
  const usual = await library.frequencies({ type: 'rope' }, { dim: DIM })
  const { inverse } = await library.frequencies({ type: 'rope', scaling }, { dim: DIM })
  return [...usual.inverse].map((frequency, i) => frequency / (inverse[i] ?? Number.NaN))
}

/** How many pairs are divided by something else than the search found. */
const differing = (found: readonly number[] = []): number =>
  divisors.filter((divisor, pair) => !isRounding((found[pair] ?? Number.NaN) - divisor)).length

export const ownFactors = question<readonly number[][]>({
  id: 'own-factors',
  text: words.ownFactors.text,
  shows: { element: 'wf-extrapolation', state: { view: 'wavelengths', scaling: 'longrope', factor: FACTOR } },
  compute: (library) => Promise.all(METHODS.map(({ scaling }) => dividedBy(library, scaling))),
  answers: METHODS.map(({ name }, i) => ({
    text: name,
    holds: (found: readonly number[][]) => differing(found[i]) === 0,
  })),
  steps: (found) =>
    METHODS.map(({ name }, i) => ({
      label: words.ownFactors.labels.differing(name),
      value: differing(found[i]),
      columns: { values: found[i] ?? [], full: FACTOR },
    })),
  explain: ([linear, ntk, yarn, longrope]) =>
    words.ownFactors.explain({
      linear: differing(linear),
      ntk: differing(ntk),
      yarn: differing(yarn),
      longrope: differing(longrope),
    }),
})

interface Unfinished {
  /** Rotations of each pair within the training length. */
  rotations: readonly number[]
  count: number
}

const wavelength = (rotations: number | undefined): number => TRAINED / (rotations ?? Number.NaN)

export const unfinished = question<Unfinished>({
  id: 'unfinished',
  text: words.unfinished.text,
  shows: { element: 'wf-extrapolation', state: { view: 'dials', scaling: 'none' } },
  compute: async (library) => {
    const { inverse } = await library.frequencies({ type: 'rope' }, { dim: DIM })
    const rotations = [...inverse].map((frequency) => (TRAINED * frequency) / (2 * Math.PI))
    return { rotations, count: rotations.filter((share) => share < 1).length }
  },
  answers: [0, 5, 11, 16].map((count) => ({
    text: say(String(count), String(count)),
    holds: (found: Unfinished) => found.count === count,
  })),
  steps: ({ rotations, count }) => [
    { label: words.unfinished.labels.count, value: count, columns: { values: rotations, full: 1 } },
    { label: words.unfinished.labels.fastest, value: wavelength(rotations[0]) },
    { label: words.unfinished.labels.slowest, value: wavelength(rotations.at(-1)) },
    { label: words.unfinished.labels.seen, value: rotations.at(-1) ?? Number.NaN },
  ],
  explain: ({ rotations, count }) =>
    words.unfinished.explain({
      count,
      fastest: wavelength(rotations[0]),
      slowest: wavelength(rotations.at(-1)),
      seen: rotations.at(-1) ?? Number.NaN,
    }),
})

const [HEAD, DISTANCES] = [128, 512]
/** Smaller steps between scores are rounding errors of 64 sums. */
const STEP = 1e-4

/** Scores of ones with ones at distances 0, 1, 2 …, as shares of the first. */
async function scoresOfOnes(library: AnyLibrary): Promise<number[]> {
  const ones = (rows: number) => ({ data: new Float32Array(rows * HEAD).fill(1), shape: [1, rows, HEAD] })
  const { scores } = await library.attention(ones(1), ones(DISTANCES), ones(DISTANCES), {
    position: { type: 'rope' },
    positions: {
      query: [DISTANCES - 1],
      key: Array.from({ length: DISTANCES }, (_, back) => DISTANCES - 1 - back),
    },
    return: ['scores'],
  })
  const [first = Number.NaN] = scores.data
  return [...scores.data].map((score) => score / first)
}

interface Rises {
  shares: readonly number[]
  /** Distances at which the score is above the one before. */
  at: readonly number[]
}

const riseAt = ({ shares, at: [first = 0] }: Rises): number =>
  (shares[first] ?? Number.NaN) - (shares[first - 1] ?? Number.NaN)

export const firstRise = question<Rises>({
  id: 'first-rise',
  text: words.firstRise.text,
  shows: { element: 'wf-encoding', state: { encoding: 'rope', view: 'decay', dim: HEAD } },
  compute: async (library) => {
    const shares = await scoresOfOnes(library)
    const rises = shares.map((share, i) => share - (shares[i - 1] ?? Number.POSITIVE_INFINITY) > STEP)
    return { shares, at: rises.flatMap((isRise, distance) => (isRise ? [distance] : [])) }
  },
  answers: [
    { text: words.firstRise.answers.early, holds: ({ at }) => at[0] === 12 },
    { text: words.firstRise.answers.dimension, holds: ({ at }) => at[0] === HEAD },
    { text: words.firstRise.answers.never, holds: ({ at }) => at.length === 0 },
  ],
  steps: (found) => [
    {
      label: words.firstRise.labels.first,
      value: found.at[0] ?? Number.POSITIVE_INFINITY,
      columns: { values: found.shares.slice(0, 64), full: 1 },
    },
    { label: words.firstRise.labels.rise, value: riseAt(found) },
    { label: words.firstRise.labels.rises, value: found.at.length },
  ],
  explain: (found) =>
    words.firstRise.explain({
      first: found.at[0] ?? Number.NaN,
      rise: riseAt(found),
      rises: found.at.length,
    }),
})
