// Sequences of a task as a batch for a trainer: padded at the end, where causal attention never looks.

import { fieldOf, integerOf, itemsOf, optionsOf } from '../lib/boundary/checks.js'
import { refuse, show } from '../lib/boundary/errors.js'
import { Pcg32, type Random } from '../lib/boundary/pcg32.js'
import { emptyAnswer, IGNORED, lengthOf, type Sample, type Task } from './tasks/task.js'

/** Token ids or targets, [sequences, longest length]. */
export interface Ids {
  readonly data: Int32Array
  readonly shape: readonly [number, number]
}

export interface Batch {
  readonly inputIds: Ids
  /** The targets, −100 outside of the answers, and where a sequence has ended. */
  readonly targets: Ids
}

export interface BatchOptions {
  /** The length of every sequence. */
  length?: number
  /** Lengths in place of `length`: each sequence has one of them, all equally likely. */
  lengths?: readonly number[]
  /** The number of sequences; default 64. */
  count?: number
  /** The seed of the random numbers; default 0. */
  seed?: number
}

const MOST_SEQUENCES = 2 ** 16
export const MOST_SEED = Number.MAX_SAFE_INTEGER

/** A batch of random sequences of a task; equal options give equal batches, in every engine. */
export function batch(task: Task, options: BatchOptions): Batch {
  const given = optionsOf(options ?? null, 'options', ['length', 'lengths', 'count', 'seed'])
  const lengths = lengthsOf(task, given.length, given.lengths)
  const count = integerOf(given.count ?? 64, 'options.count', 1, MOST_SEQUENCES)
  return drawBatch(task, lengths, count, new Pcg32(integerOf(given.seed ?? 0, 'options.seed', 0, MOST_SEED)))
}

function lengthsOf(task: Task, length: unknown, lengths: unknown): number[] {
  if ((length === undefined) === (lengths === undefined)) {
    const got = length === undefined ? 'neither length nor lengths' : 'both length and lengths'
    throw refuse('ERR_VALUE', 'options', got, 'one of them')
  }
  if (length !== undefined) return [lengthOf(task, length, 'options.length')]
  return listOfLengths(task, lengths, 'options.lengths')
}

/** A checked list of lengths that the task has; an empty one is refused. */
export function listOfLengths(task: Task, value: unknown, argument: string): number[] {
  const items = itemsOf(value, argument, 'a list of lengths', 4096)
  if (items.length === 0) throw refuse('ERR_VALUE', argument, 'an empty list', 'at least one length')
  return items.map((item, i) => lengthOf(task, item, `${argument}[${i}]`))
}

export function drawBatch(task: Task, lengths: readonly number[], count: number, random: Random): Batch {
  return padded(
    Array.from({ length: count }, () => {
      const sample = task.sample(lengths[random.below(lengths.length)] as number, random)
      return checked(sample, task.vocabulary.length)
    }),
  )
}

function padded(samples: readonly Sample[]): Batch {
  const longest = samples.reduce((most, { ids }) => Math.max(most, ids.length), 0)
  const shape = [samples.length, longest] as const
  const ids = new Int32Array(samples.length * longest)
  const targets = new Int32Array(samples.length * longest).fill(IGNORED)
  for (const [i, sample] of samples.entries()) {
    ids.set(sample.ids, i * longest)
    targets.set(sample.targets, i * longest)
  }
  return { inputIds: { data: ids, shape }, targets: { data: targets, shape } }
}

/** Checks a sample, also of tasks that others define: ids and targets fit each other and the vocabulary, and there is an answer. */
function checked(sample: Sample, vocabulary: number): Sample {
  const ids = fieldOf(sample, 'ids', 'task.sample()') as readonly number[]
  const targets = fieldOf(sample, 'targets', 'task.sample()') as readonly number[]
  if (ids.length !== targets.length) {
    throw refuse(
      'ERR_SHAPE',
      'task.sample().targets',
      `${targets.length} targets`,
      `${ids.length}, one per id`,
    )
  }
  const isToken = (id: number) => Number.isInteger(id) && id >= 0 && id < vocabulary
  const stranger = [...ids, ...targets.filter((target) => target !== IGNORED)].find((id) => !isToken(id))
  if (stranger !== undefined) {
    throw refuse('ERR_VALUE', 'task.sample()', show(stranger), `tokens from 0 to ${vocabulary - 1}`)
  }
  if (targets.every((target) => target === IGNORED)) throw emptyAnswer()
  return sample
}

/** How many targets count. */
export function countedIn(targets: Ids): number {
  return targets.data.reduce((count, target) => count + (target === IGNORED ? 0 : 1), 0)
}
