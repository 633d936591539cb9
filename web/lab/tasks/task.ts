// The contract of tasks: sequences of tokens, and which of the next tokens are the answer.

import { integerOf } from '../../lib/boundary/checks.js'
import { refuse } from '../../lib/boundary/errors.js'
import type { Random } from '../../lib/boundary/pcg32.js'

/** A text in English and Chinese. */
export interface Words {
  readonly en: string
  readonly zh: string
}

/** A target that is not counted, as in PyTorch's cross entropy. */
export const IGNORED = -100

/** One sequence: targets[i] is what the model has to say after ids[i], the next token or a label; −100 outside of the answer. */
export interface Sample {
  readonly ids: readonly number[]
  readonly targets: readonly number[]
}

/**
 * The scores of the best guess without reading the prompt: it knows the length, and at each place of the answer it gives the most
 * frequent token (accuracy) or as a whole the most frequent answer (exactMatch).
 */
export interface Chance {
  /** The share of the answer's tokens that is right. */
  readonly accuracy: number
  /** The share of the sequences whose answer is right in every token. */
  readonly exactMatch: number
}

/** Plain data from which `taskOf` makes the same task, also on another thread. */
export interface TaskSpec {
  readonly type: string
  readonly [option: string]: string | number
}

/**
 * A task. Its answers have no end token: how many tokens an answer has is known, and greedy decoding writes a right answer exactly if every
 * token of it is right when the tokens before it are given. So exact match is the same by either way.
 */
export interface Task {
  readonly spec: TaskSpec
  readonly name: Words
  /** The definition in two sentences. */
  readonly definition: Words
  /** What decides whether a model solves the task beyond the lengths of training; for tasks that compare encodings. */
  readonly mechanism?: Words
  /** Who defined the task, and where ours differs. */
  readonly source: string
  /** What `length` counts. */
  readonly length: Words
  readonly shortest: number
  /** The largest length that the vocabulary allows; Infinity = any. */
  readonly longest: number
  /** The printed form of each token id. */
  readonly vocabulary: readonly string[]
  readonly example: { readonly prompt: string; readonly answer: string }
  /** The most tokens that `ids` of a sample can have. */
  tokens(length: number): number
  chance(length: number): Chance
  sample(length: number, random: Random): Sample
  /** The task to test on, where training sequences must not come again. */
  readonly heldOut?: Task
}

/** A sequence whose answer follows its prompt. */
export function answered(prompt: readonly number[], answer: readonly number[]): Sample {
  if (answer.length === 0) throw emptyAnswer()
  const all = [...prompt, ...answer]
  const next = all.slice(1)
  return {
    ids: all.slice(0, -1),
    targets: next.map((id, i) => (i + 1 < prompt.length ? IGNORED : id)),
  }
}

/** A sequence with an answer after each token; where `label` says nothing none is asked for. */
export function labelled(
  ids: readonly number[],
  label: (id: number, place: number) => number | undefined,
): Sample {
  return { ids, targets: ids.map((id, place) => label(id, place) ?? IGNORED) }
}

export function emptyAnswer() {
  return refuse('ERR_VALUE', 'task', 'a sequence without an answer', 'at least one target that is counted')
}

export function lengthOf(task: Pick<Task, 'shortest' | 'longest'>, length: unknown, argument = 'length') {
  return integerOf(length, argument, task.shortest, Math.min(task.longest, MOST_LENGTH))
}

/** The largest length: longer sequences fit no memory. */
export const MOST_LENGTH = 2 ** 16

export function draws(count: number, below: number, random: Random): number[] {
  return Array.from({ length: count }, () => random.below(below))
}

/** Letters a, b, …, then Greek ones: printed symbols without a meaning. */
export function letters(count: number): string[] {
  return Array.from({ length: count }, (_, i) => String.fromCharCode(i < 26 ? 97 + i : 945 + i - 26))
}

export const DIGITS: readonly string[] = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9']

/** Is a token of a vocabulary a digit? */
export const isDigit = (token: string): boolean => DIGITS.includes(token)

/** Printed numbers: symbols that have an order. */
export function numerals(count: number): string[] {
  return Array.from({ length: count }, (_, i) => String(i))
}

/** The number of letters: 26 Latin and 17 Greek ones, up to the final sigma. */
export const MOST_LETTERS = 43
