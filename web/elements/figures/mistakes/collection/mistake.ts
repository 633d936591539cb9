// A mistake that is often written about positions: the wrong computation, the right one, and the search for the smallest input at
// which the library refutes the wrong one.

import type {
  AttentionOptions,
  AttentionResult,
  AttentionReturn,
  BiasOptions,
  EmbedOptions,
  Frequencies,
  FrequenciesOptions,
  Position,
  Returned,
  ReturnNames,
  RotateOptions,
  Tensor,
} from 'whereformer'
import type { Bilingual } from '../../../../content/bilingual.js'
import type { Candidate } from '../../../../content/mistakes/candidate.js'

type Answer<T> = T | Promise<T>

/** The library, in this thread or in a worker. */
export interface Library {
  attention<Return extends ReturnNames<AttentionReturn> = readonly []>(
    q: Tensor,
    k: Tensor,
    v: Tensor,
    options?: AttentionOptions<Return>,
  ): Answer<Returned<AttentionResult, Return>>
  embed(position: Position, options: EmbedOptions): Answer<Tensor>
  rotate(position: Position, x: Tensor, options?: RotateOptions): Answer<Tensor>
  bias(position: Position, options: BiasOptions): Answer<Tensor>
  frequencies(position: Position, options: FrequenciesOptions): Answer<Frequencies>
}

export interface MistakeText {
  readonly id: string
  readonly title: Bilingual
  /** The wrong statement. */
  readonly claim: Bilingual
  readonly right: Bilingual
  /** TeX of what is often written, and of what is right. */
  readonly formula: string
  readonly rightFormula: string
  /** The encodings of the catalogue that it is about. */
  readonly types: readonly string[]
  /** The least difference between wrong and right numbers that refutes. */
  readonly margin: number
}

interface Refutation extends Candidate {
  sentence: Bilingual
}

export interface Mistake extends MistakeText {
  /** The wrong computation. */
  readonly wrong: (...given: never[]) => number | number[]
  /** Results of the wrong computation at all inputs, in the order of the search. */
  trials(library: Library): Promise<Candidate[]>
  /** Describes the counter-example. */
  sentence(found: Candidate): Bilingual
  /** The smallest input at which the wrong computation is apart from the library. Rejects when there is none. */
  refute(library: Library): Promise<Refutation>
  /** The largest difference between the right computation, in plain TypeScript too, and the library, over the same inputs. */
  check(library: Library): Promise<number>
}

interface Parts<Formula> extends MistakeText {
  wrong: Formula
  correct: Formula
  /** Results of `wrong` or `correct` at all inputs, the smallest input first. */
  candidates(library: Library, formula: Formula): Promise<Candidate[]>
  sentence(found: Candidate): Bilingual
}

export function mistake<Formula extends Mistake['wrong']>(parts: Parts<Formula>): Mistake {
  const { correct, candidates, ...rest } = parts
  const trials = (library: Library) => candidates(library, rest.wrong)
  return {
    ...rest,
    trials,
    async refute(library) {
      const found = counterExample(await trials(library), rest)
      return { ...found, sentence: rest.sentence(found) }
    },
    async check(library) {
      const all = await candidates(library, correct)
      // spread: one per trial
      return Math.max(...all.map(distance))
    },
  }
}

/** The first candidate whose numbers are apart by the margin or more. */
export function counterExample(
  candidates: readonly Candidate[],
  { id, margin }: Pick<MistakeText, 'id' | 'margin'>,
): Candidate {
  const found = candidates.find((candidate) => distance(candidate) >= margin)
  if (!found) throw new Error(`${id}: no counter-example among ${candidates.length} inputs`)
  return found
}

/** The largest difference; infinite where there are more numbers on one side, or NaN on one. */
export function distance({ got, wanted }: Candidate): number {
  if (got.length !== wanted.length) return Infinity
  const apart = got.map((g, i) => {
    const w = wanted[i] as number
    return Object.is(g, w) || g === w ? 0 : Math.abs(g - w)
  })
  // spread: one per trial
  return Math.max(0, ...apart.map((d) => (Number.isNaN(d) ? Infinity : d)))
}
