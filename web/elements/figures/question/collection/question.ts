// A question that the reader answers before seeing. Which answer is right is never written down: each says when it holds, in terms of
// what the library computes, and exactly one must hold.

import type { Bilingual } from '../../../../content/bilingual.js'
import type { Json } from '../../../../content/json.js'
import type { AnyLibrary } from '../../../parts/engine/library.js'
import type { Fields, StateOf } from '../../../parts/figure/fields.js'

/** A number of the computation, or the error message of the library in its place. */
export interface Step {
  readonly label: Bilingual
  readonly value: number | Bilingual
  /** Drawn as columns beside the number; `full` is the height of the picture, the same for all steps. */
  readonly columns?: { readonly values: readonly number[]; readonly full: number }
}

/** The figure that shows the same, and the state in which it does. */
export interface Shows {
  readonly element: string
  readonly state: Readonly<Record<string, Json>>
}

export interface Solution {
  /** Index of the answer that holds. */
  readonly right: number
  readonly steps: readonly Step[]
  readonly explanation: Bilingual
}

export interface Question {
  readonly id: string
  readonly text: Bilingual
  readonly answers: readonly Bilingual[]
  readonly shows: Shows | undefined
  /** Loads the code of the computation, so that an answer needs no network. */
  load(): Promise<void>
  solve(library: AnyLibrary): Promise<Solution>
}

export interface Answer<Found> {
  readonly text: Bilingual
  readonly holds: (found: Found) => boolean
}

interface Parts<Found> {
  readonly id: string
  readonly text: Bilingual
  readonly answers: readonly Answer<Found>[]
  readonly shows?: Shows
  /** Imports what `compute` imports. */
  readonly code?: () => Promise<unknown>
  readonly compute: (library: AnyLibrary) => Promise<Found>
  readonly steps: (found: Found) => readonly Step[]
  /** Explains the right answer, with the numbers of the steps. */
  readonly explain: (found: Found) => Bilingual
}

export function question<Found>(parts: Parts<Found>): Question {
  const { id, text, answers, shows, code, compute, steps, explain } = parts
  return {
    id,
    text,
    shows,
    answers: answers.map((answer) => answer.text),
    async load() {
      await code?.()
    },
    async solve(library) {
      const found = await compute(library)
      return { right: rightOf(id, answers, found), steps: steps(found), explanation: explain(found) }
    },
  }
}

/** @throws Error when none holds, or several */
export function rightOf<Found>(id: string, answers: readonly Answer<Found>[], found: Found): number {
  const holding = answers.flatMap(({ holds }, i) => (holds(found) ? [i] : []))
  const [right] = holding
  if (right === undefined || holding.length > 1)
    throw new Error(`${id}: ${holding.length} of ${answers.length} answers hold`)
  return right
}

/** The state of a figure with some settings, the others at their defaults. */
export function stateWith<F extends Fields>(
  fields: F,
  settings: Readonly<Record<string, unknown>>,
): StateOf<F> {
  const initial = Object.entries(fields).map(([name, field]) => [name, settings[name] ?? field.initial])
  return Object.fromEntries(initial) as StateOf<F>
}

/** Differences below this are rounding errors of float32; NaN is none. */
const ROUNDING = 1e-5

export const isRounding = (difference: number): boolean => Math.abs(difference) < ROUNDING

/** NaN if one of them is. */
export const largest = (values: Iterable<number>): number => {
  let most = 0
  for (const value of values) if (!(Math.abs(value) <= most)) most = Math.abs(value)
  return most
}

/** The largest difference of two arrays of one length. */
export const apart = (a: Float32Array, b: Float32Array): number =>
  largest(a.map((x, i) => x - (b[i] ?? Number.NaN)))
