// What is to be run: options, checked and with their defaults, and the plan of each run as plain data that a worker takes.

import { fieldsOf, integerOf, itemsOf, optionsOf } from '../lib/boundary/checks.js'
import { refuse, show } from '../lib/boundary/errors.js'
import { listOfLengths, MOST_SEED } from './batch.js'
import { encodingsOf, type LabEncoding } from './encodings.js'
import type { Remedy } from './remedies.js'
import { isDigit, lengthOf, type Task, type TaskSpec } from './tasks/task.js'
import { type TaskName, taskOf } from './tasks/tasks.js'
import type { ModelOptions, OptimizerOptions } from './trainer.js'

export interface LabOptions {
  task: Task | TaskSpec | TaskName
  /** The encodings to compare, as short names (`presets`) or plain data. */
  encodings: readonly (string | LabEncoding)[]
  /** The longest training length: lengths are drawn uniformly from `shortestTrainLength` up to it. */
  trainLength: number
  /**
   * The shortest training length; default: the shortest of the task. Where every token has an answer, one length (`trainLength`) trains all
   * shorter ones too.
   */
  shortestTrainLength?: number
  testLengths: readonly number[]
  /** A list of seeds, or how many: 3 = [1, 2, 3]; default 1. A seed sets the initial weights and the training sequences. */
  seeds?: number | readonly number[]
  /** The number of training steps, with `patience` the most; default 1000. */
  steps?: number
  /**
   * A run ends when its loss at the training lengths, on sequences that are not trained on, has not fallen for so many steps; default 0 =
   * never. It has fallen where it is less than 99 % of the least before, and less by a thousandth of a nat.
   */
  patience?: number
  /** The number of sequences per step; default 64. */
  batch?: number
  /** The number of sequences per test length, which are the same for every run; default 128. */
  testCount?: number
  /** The number of steps from one report to the next; default 20. */
  reportEvery?: number
  /** The number of steps from one test at all lengths to the next; default 0 = only at the end. */
  testEvery?: number
  /**
   * Other positions under which the trained weights are tested, at all test lengths, on at most 64 sequences. For encodings whose positions
   * are not drawn.
   */
  remedies?: readonly Remedy[]
  /** Options of the model that differ from `defaultModel`. */
  model?: Partial<ModelOptions>
  /** Options of the optimizer that differ from `defaultOptimizer`. */
  optimizer?: Partial<OptimizerOptions>
}

/** The plan of one run as plain data. */
export interface RunPlan {
  readonly task: TaskSpec
  readonly encoding: LabEncoding
  readonly seed: number
  readonly trainLength: number
  readonly shortestTrainLength: number
  readonly testLengths: readonly number[]
  readonly steps: number
  readonly patience: number
  readonly batch: number
  readonly testCount: number
  readonly reportEvery: number
  readonly testEvery: number
  readonly remedies: readonly Remedy[]
  readonly model: ModelOptions
  readonly optimizer: OptimizerOptions
}

/** The model of a run: two layers, the least that can learn induction; 0.13 M weights beside the embedding. */
export const defaultModel: ModelOptions = {
  layers: 2,
  heads: 4,
  dModel: 64,
  dFf: 256,
  norm: 'rms',
  activation: 'silu',
  gated: true,
}

/** The optimizer of a run: AdamW with linear warm-up and a cosine to 0. */
export const defaultOptimizer: OptimizerOptions = {
  learningRate: 2e-3,
  warmup: 50,
  schedule: 'cosine',
  weightDecay: 0.1,
  betas: [0.9, 0.95],
  clip: 1,
}

const OPTIONS = [
  'task',
  'encodings',
  'trainLength',
  'shortestTrainLength',
  'testLengths',
  'seeds',
  'steps',
  'patience',
  'batch',
  'testCount',
  'reportEvery',
  'testEvery',
  'remedies',
  'model',
  'optimizer',
] as const

const MOST_STEPS = 10_000_000

interface Plan {
  readonly task: Task
  readonly runs: readonly RunPlan[]
}

/**
 * The runs of an experiment, every encoding with every seed; the first seed of all encodings first, so that a comparison is early complete.
 */
export function planOf(options: LabOptions): Plan {
  const given = optionsOf(options ?? null, 'options', OPTIONS)
  const task = taskOf(given.task, 'options.task')
  const encodings = encodingsOf(given.encodings, 'options.encodings')
  const number = (key: (typeof OPTIONS)[number], fallback: number, least: number, most: number) =>
    integerOf(given[key] ?? fallback, `options.${key}`, least, most)
  const steps = number('steps', 1000, 1, MOST_STEPS)
  const trainLength = lengthOf(task, given.trainLength, 'options.trainLength')
  const shared = {
    task: task.spec,
    trainLength,
    shortestTrainLength: number('shortestTrainLength', task.shortest, task.shortest, trainLength),
    testLengths: listOfLengths(task.heldOut ?? task, given.testLengths, 'options.testLengths'),
    steps,
    patience: number('patience', 0, 0, MOST_STEPS),
    batch: number('batch', 64, 1, 65536),
    testCount: number('testCount', 128, 1, 65536),
    reportEvery: number('reportEvery', 20, 1, MOST_STEPS),
    testEvery: number('testEvery', 0, 0, MOST_STEPS),
    remedies: remediesOf(given.remedies, encodings),
    model: { ...defaultModel, ...overrides(given.model, 'options.model', ['vocab', 'position', 'length']) },
    optimizer: {
      ...defaultOptimizer,
      warmup: Math.min(defaultOptimizer.warmup, Math.floor(steps / 10)),
      ...overrides(given.optimizer, 'options.optimizer', ['steps']),
    },
  }
  const seeds = seedsOf(given.seeds ?? 1)
  return { task, runs: seeds.flatMap((seed) => encodings.map((encoding) => ({ ...shared, encoding, seed }))) }
}

function remediesOf(value: unknown, encodings: readonly LabEncoding[]): Remedy[] {
  if (value === undefined) return []
  const drawn = encodings.findIndex(({ positions }) => positions !== undefined)
  if (drawn >= 0) {
    const wanted = 'encodings whose positions are not drawn, with remedies'
    throw refuse('ERR_VALUE', `options.encodings[${drawn}]`, 'drawn positions', wanted)
  }
  return encodingsOf(value, 'options.remedies').map(({ name, position }) => ({ name, position }))
}

/** Options that the trainer checks, without fields that follow from the run. */
function overrides(value: unknown, argument: string, fixed: readonly string[]): object {
  if (value === undefined) return {}
  const fields = fieldsOf(value, argument)
  const set = fixed.find((field) => field in fields)
  if (set !== undefined) {
    throw refuse(
      'ERR_VALUE',
      `${argument}.${set}`,
      'a value',
      'nothing: it follows from the task and the encoding',
    )
  }
  return Object.fromEntries(Object.entries(fields).filter(([, field]) => field !== undefined))
}

function seedsOf(value: unknown): number[] {
  const argument = 'options.seeds'
  if (typeof value === 'number') {
    return Array.from({ length: integerOf(value, argument, 1, 1000) }, (_, i) => i + 1)
  }
  const seeds = itemsOf(value, argument, 'a number or a list of seeds', 1000)
  if (seeds.length === 0) throw refuse('ERR_VALUE', argument, 'an empty list', 'at least one seed')
  const checked = seeds.map((seed, i) => integerOf(seed, `${argument}[${i}]`, 0, MOST_SEED))
  const twice = checked.findIndex((seed, i) => checked.indexOf(seed) < i)
  if (twice >= 0) throw refuse('ERR_VALUE', `${argument}[${twice}]`, String(checked[twice]), 'a seed once')
  return checked
}

/** The extent of a run in tokens. */
interface Extent {
  /** The length of the longest sequence. */
  readonly longest: number
  /** The end of drawn positions. */
  readonly range: number
  /** The number of rows of a learned table. */
  readonly positions: number
}

export function extentOf(plan: RunPlan, task: Task): Extent {
  const longestOf = (lengths: readonly number[]) =>
    lengths.reduce((most, length) => Math.max(most, task.tokens(length)), 0)
  const trained = longestOf([plan.trainLength])
  const longest = longestOf([plan.trainLength, ...plan.testLengths])
  const { positions: drawn, tables, name } = plan.encoding
  const range = drawn?.range ?? 2 * longest
  if (drawn && drawn.draw !== 'real' && range < longest) {
    const wanted = `at least ${longest}, the longest sequence`
    throw refuse('ERR_VALUE', `${name}.positions.range`, String(range), wanted)
  }
  if (drawn?.draw === 'digits' && !task.vocabulary.some(isDigit)) {
    throw refuse('ERR_VALUE', `${name}.positions.draw`, show('digits'), 'a task with digits')
  }
  if (tables === 'training') return { longest, range, positions: trained }
  return { longest, range, positions: drawn ? Math.max(longest, Math.ceil(range)) : longest }
}

/** The key of a run in storage: a hash (FNV-1a, twice) of everything that its result depends on. */
export function keyOf(plan: RunPlan): string {
  const text = JSON.stringify(plan, (_, value) =>
    ArrayBuffer.isView(value) ? [...(value as Float32Array)] : value,
  )
  return `whereformer-lab-${hash(text, 0x811c9dc5)}${hash(text, 0x9747b28c)}`
}

function hash(text: string, start: number): string {
  let state = start
  for (let i = 0; i < text.length; i++) state = Math.imul(state ^ text.charCodeAt(i), 0x01000193)
  return (state >>> 0).toString(16).padStart(8, '0')
}
