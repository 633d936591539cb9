// A mistake and the library at the same inputs; no document needed.

import type { Bilingual } from '../../../content/bilingual.js'
import type { Candidate } from '../../../content/mistakes/candidate.js'
import type { StateOf } from '../../parts/figure/fields.js'
import { counterExample, distance, type Library, type Mistake } from './collection/mistake.js'
import type { mistakesFields } from './mistakes-fields.js'

export type MistakesState = StateOf<typeof mistakesFields>

export interface MistakesDrawing {
  mistake: Mistake
  known: boolean
  /** Results of the wrong computation and of the library, input by input. */
  trials: readonly Candidate[]
  /** The smallest input at which they part, and the one that is shown: both counted from 0. */
  found: number
  shown: number
  /** Describes the counter-example. */
  sentence: Bilingual
  /** How far the right formula, written out by hand, is from the library at most, over all inputs. */
  error: number
}

/** In the place of one that is not in the collection. */
const USUAL = 'rope-elementwise'

export async function drawMistake(
  library: Library,
  mistakes: readonly Mistake[],
  state: MistakesState,
): Promise<MistakesDrawing> {
  const asked = mistakes.find(({ id }) => id === state.mistake)
  const mistake = asked ?? mistakes.find(({ id }) => id === USUAL)
  if (!mistake) throw new TypeError('there are no mistakes')
  const trials = await mistake.trials(library)
  const smallest = counterExample(trials, mistake)
  const found = trials.indexOf(smallest)
  return {
    mistake,
    known: asked !== undefined,
    trials,
    found,
    shown: state.input === undefined ? found : Math.min(state.input, trials.length) - 1,
    sentence: mistake.sentence(smallest),
    error: await mistake.check(library),
  }
}

/** A number of each side; undefined where a side has fewer. */
export interface Pair {
  got: number | undefined
  wanted: number | undefined
  apart: number
}

export function pairsOf({ got, wanted }: Candidate): Pair[] {
  const length = Math.max(got.length, wanted.length)
  return Array.from({ length }, (_, i) => ({
    got: got[i],
    wanted: wanted[i],
    apart: distance({ at: '', got: got.slice(i, i + 1), wanted: wanted.slice(i, i + 1) }),
  }))
}

/** The ends of a scale that holds every finite number of both sides, and 0. */
export function rangeOf({ got, wanted }: Candidate): readonly [number, number] {
  const finite = [...got, ...wanted].filter(Number.isFinite)
  // spread: one per value of a drawn row
  return [Math.min(0, ...finite), Math.max(0, ...finite)]
}
