// Conclusions that the records of an experiment allow. A mean is over seeds, its error from a bootstrap over seeds and test sequences; a
// difference counts if its interval excludes 0, at a level at which all comparisons of all experiments together claim one falsely in
// twenty cases.

import { studentQuantile } from './student.mjs'

/**
 * @typedef {{ length: number, loss: number, lossError?: number, exactMatch: number, sequences: number }} Score
 * @typedef {{ seed: number, loss: number, validationLoss: number, validationExactMatch: number, steps: number, error?: string, lengths: Score[] }} Run
 * @typedef {{ name: string, runs: Run[] }} Encoding
 * @typedef {{ name: string, task: { type: string }, trainLength: number, testLengths: number[], encodings: Encoding[] }} Experiment
 * @typedef {{ mean: number, error: number, seeds: number, values: number[] }} Cell
 */

/** Exact match of a seed that has learned the task: at the training length, and over all lengths that it was trained on. */
const LEARNED = 0.95
const LEAST_SEEDS = 5
const RESAMPLES = 500
const FALSELY = 0.05

/** A text has no exact match: its loss is compared, and lower is better. */
export const measureOf = ({ task }) => (task.type === 'text' ? 'loss' : 'exactMatch')

/** The first test length from twice the training length on: fixed before anything was run. */
export const decisiveLength = ({ trainLength, testLengths }) =>
  testLengths.find((length) => length >= 2 * trainLength)

const done = ({ runs }) => runs.filter(({ error }) => error === undefined)

/** State of an encoding in an experiment: 'none' if no run is recorded, else whether it has learned the task, in most seeds. */
export function standing(experiment, encoding) {
  const runs = done(encoding)
  if (runs.length === 0) return 'none'
  if (measureOf(experiment) === 'loss') return 'learned'
  const good = runs.filter(
    (run) => Math.min(run.validationExactMatch, scoreAt(run, experiment.trainLength).exactMatch) >= LEARNED,
  )
  return good.length > runs.length / 2 ? 'learned' : 'notLearned'
}

export const scoreAt = ({ lengths }, length) => lengths.find((score) => score.length === length)

/** @returns {Cell} of an encoding at a length */
export function cellOf(experiment, encoding, length) {
  const scores = done(encoding).map((run) => scoreAt(run, length))
  const values = scores.map((score) => score[measureOf(experiment)])
  const draw = measureOf(experiment) === 'loss' ? drawnLoss : drawnShare
  const random = randomFrom(`${experiment.name} ${encoding.name} ${length}`)
  const means = Array.from({ length: RESAMPLES }, () =>
    meanOf(scores.map(() => draw(scores[Math.floor(random() * scores.length)], random))),
  )
  // resampled values spread less than seeds do, by this factor
  const bessel = scores.length > 1 ? Math.sqrt(scores.length / (scores.length - 1)) : 1
  return { mean: meanOf(values), error: bessel * deviationOf(means), seeds: scores.length, values }
}

/** Half the width of the 95 % interval of a cell. */
export const halfWidth = ({ error, seeds }) => error * studentQuantile(Math.max(1, seeds - 1), FALSELY)

/** The comparisons of one experiment that are asked for by name, besides those with the reference. */
const NAMED_PAIRS = 40

/**
 * Each encoding that can be compared against the reference.
 * @param experiments all, since together they are so many chances to be wrong
 */
export function comparisons(experiments, experiment, reference) {
  return experiment.encodings.flatMap(
    ({ name }) => (name === reference ? [] : comparison(experiments, experiment, name, reference)) ?? [],
  )
}

/** The difference between two encodings at the decisive length; undefined if one of them is not to be compared. */
export function comparison(experiments, experiment, one, other) {
  const length = decisiveLength(experiment)
  const [first, second] = [one, other].map((name) => comparableCell(experiment, name, length))
  if (!first || !second) return undefined
  const difference = first.mean - second.mean
  const alpha = FALSELY / (countOf(experiments) + NAMED_PAIRS)
  const width = Math.hypot(first.error, second.error) * studentQuantile(first.seeds + second.seeds - 2, alpha)
  return { encoding: one, length, difference, width, verdict: verdictOf(experiment, difference, width) }
}

const cells = new WeakMap()

/** Computed once. */
function comparableCell(experiment, name, length) {
  const encoding = experiment.encodings.find((each) => each.name === name)
  if (length === undefined || !encoding || !isComparable(experiment, encoding)) return undefined
  if (!cells.has(encoding)) cells.set(encoding, cellOf(experiment, encoding, length))
  return cells.get(encoding)
}

/** The first of these that can be compared. */
export function referenceOf(experiment, preferred) {
  const able = experiment.encodings.filter((encoding) => isComparable(experiment, encoding))
  return preferred.find((name) => able.some((encoding) => encoding.name === name)) ?? able[0]?.name
}

function isComparable(experiment, encoding) {
  return standing(experiment, encoding) === 'learned' && done(encoding).length >= LEAST_SEEDS
}

const countOf = (experiments) =>
  experiments.reduce((sum, { encodings }) => sum + Math.max(0, encodings.length - 1), 0)

function verdictOf(experiment, difference, width) {
  if (!(Math.abs(difference) > width)) return 'same'
  return difference > 0 === (measureOf(experiment) === 'exactMatch') ? 'better' : 'worse'
}

/** The share of right sequences, had others been drawn; half a sequence more each way, so that 0 and 1 are not certain. */
function drawnShare({ exactMatch, sequences }, random) {
  const share = (exactMatch * sequences + 0.5) / (sequences + 1)
  return exactMatch + normal(random) * Math.sqrt((share * (1 - share)) / sequences)
}

const drawnLoss = ({ loss, lossError = 0 }, random) => loss + normal(random) * lossError

const meanOf = (values) => values.reduce((sum, value) => sum + value, 0) / values.length

function deviationOf(values) {
  const mean = meanOf(values)
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length)
}

/** Box and Muller. */
const normal = (random) => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())

/** Random numbers that depend on the words alone (mulberry32 on FNV-1a), so that a page is generated twice alike. */
function randomFrom(words) {
  let state = 0x811c9dc5
  for (const character of words) state = Math.imul(state ^ character.charCodeAt(0), 0x01000193)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
