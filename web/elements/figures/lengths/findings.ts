// Findings in the curves over seeds: which encoding holds longest, and where the seed decides.

import type { Experiment, Run, Shown } from './experiment.js'

/** Results of an encoding; each array has a number per test length. */
export interface Curve {
  readonly encoding: string
  /** Whether it has learned the task on lengths of training: only then is it compared at longer ones. */
  readonly learned: boolean
  readonly seeds: readonly { readonly seed: number; readonly values: readonly number[] }[]
  readonly mean: readonly number[]
  readonly low: readonly number[]
  readonly high: readonly number[]
}

/** A curve for each of these encodings that has runs. */
export function curvesOf(experiment: Experiment, encodings: readonly string[], measure: Shown): Curve[] {
  const { runs, testLengths } = experiment
  return encodings.flatMap((encoding): Curve[] => {
    const own = runs.filter((run) => run.encoding === encoding).sort((a, b) => a.seed - b.seed)
    if (own.length === 0) return []
    const at = (i: number) => own.map((run: Run) => run[measure]?.[i] ?? Number.NaN)
    const over = (of: (values: number[]) => number) => testLengths.map((_, i) => of(at(i)))
    return [
      {
        encoding,
        learned: hasLearned(experiment, encoding, own),
        seeds: own.map((run) => ({ seed: run.seed, values: run[measure] ?? [] })),
        mean: over((values) => values.reduce((sum, value) => sum + value, 0) / values.length),
        // spread: one per seed
        low: over((values) => Math.min(...values)),
        // spread: one per seed
        high: over((values) => Math.max(...values)),
      },
    ]
  })
}

/** Exact match of a seed that has learned the task, at the longest test length within training. */
export const LEARNED = 0.95

/** The longest test length that training has reached; −1 where all are longer. */
export const trainedIndex = ({ testLengths, trainLength }: Experiment): number =>
  testLengths.filter((length) => length <= trainLength).length - 1

/** Most of its seeds have; without a test within training nothing is known against it. */
function hasLearned(experiment: Experiment, encoding: string, own: readonly Run[]): boolean {
  const { notLearned } = experiment
  if (notLearned) return !notLearned.includes(encoding)
  const index = trainedIndex(experiment)
  const good = own.filter(({ exactMatch }) => index < 0 || (exactMatch[index] as number) >= LEARNED)
  return good.length > own.length / 2
}

/** An encoding holds as long as the mean over its seeds is at least this. */
export const HOLDS = 0.9

/** Seeds that differ by this much decide the result. */
export const HANGS = 0.5

/** The longest test length up to which it holds at every one; undefined if not even at the first. */
export function holdsTo({ mean }: Curve, testLengths: readonly number[]): number | undefined {
  const fails = mean.findIndex((value) => !(value >= HOLDS))
  return testLengths[(fails < 0 ? testLengths.length : fails) - 1]
}

export interface Longest {
  readonly length: number
  readonly encodings: readonly string[]
}

/** Undefined if none holds anywhere. */
export function longest(curves: readonly Curve[], testLengths: readonly number[]): Longest | undefined {
  const held = curves.flatMap((curve) => {
    const length = holdsTo(curve, testLengths)
    return length === undefined ? [] : [{ encoding: curve.encoding, length }]
  })
  const length = held.reduce((most, one) => Math.max(most, one.length), Number.NEGATIVE_INFINITY)
  if (held.length === 0) return undefined
  return { length, encodings: held.filter((one) => one.length === length).map(({ encoding }) => encoding) }
}

export interface Apart {
  readonly encoding: string
  readonly length: number
  readonly low: number
  readonly high: number
}

/** The encoding and the test length at which seeds differ most; undefined where no encoding has two seeds. */
export function farthestApart(curves: readonly Curve[], testLengths: readonly number[]): Apart | undefined {
  const places = curves
    .filter(({ seeds }) => seeds.length > 1)
    .flatMap(({ encoding, low, high }) =>
      testLengths.map((length, i) => ({ encoding, length, low: low[i] as number, high: high[i] as number })),
    )
  return places.sort((a, b) => b.high - b.low - (a.high - a.low))[0]
}

/** At one length, the encodings with the highest mean; undefined without curves. */
export function bestAt(
  curves: readonly Curve[],
  i: number,
): { encodings: string[]; mean: number } | undefined {
  if (curves.length === 0) return undefined
  const mean = curves.reduce((most, curve) => Math.max(most, curve.mean[i] as number), 0)
  const best = curves.filter((curve) => curve.mean[i] === mean)
  return { encodings: best.map(({ encoding }) => encoding), mean }
}
