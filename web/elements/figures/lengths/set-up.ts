// The settings of the figure as what is trained.

import type { StateOf } from '../../parts/figure/fields.js'
import type { Refusal } from '../../parts/figure/figure-state.js'
import type { Setting } from './experiment.js'
import { lengthsFields, namesIn } from './lengths-fields.js'

export type LengthsState = StateOf<typeof lengthsFields>

export const FEWEST = 2
export const MOST = 6

const MOST_LENGTHS = 8
const LONGEST = 256

/** Sequences per step. */
const BATCH = 32
/** Width of the model that the lab trains. */
export const WIDTH = 64
/** Sequences per test length. */
export const TESTED = 128

/** Encodings of the list that are known, each once; at most `MOST`. */
export function chosenEncodings(
  { encodings }: Pick<LengthsState, 'encodings'>,
  known: readonly string[],
): string[] {
  const names = namesIn(encodings)
  return known.filter((name) => names.has(name)).slice(0, MOST)
}

/** Encodings that are not known, too many of them, and lengths that are none. */
export function refusalsOf(
  state: LengthsState,
  known: readonly string[],
  lengthsWanted: string,
): Refusal<typeof lengthsFields>[] {
  const chosen = chosenEncodings(state, known)
  return [
    ...(chosen.length < namesIn(state.encodings).size || chosen.length === 0
      ? [
          {
            name: 'encodings' as const,
            wanted: `1 … ${MOST}: ${known.join(' ')}`,
            used: chosen.length ? chosen.join(' ') : lengthsFields.encodings.initial,
          },
        ]
      : []),
    ...(lengthsIn(state.testLengths)
      ? []
      : [{ name: 'testLengths' as const, wanted: lengthsWanted, used: lengthsFields.testLengths.initial }]),
  ]
}

/** Ascending, each once; undefined if they are not 1 to 8 whole numbers up to 256. */
export function lengthsIn(text: string): number[] | undefined {
  const parts = text.split(/[\s,，、]+/).filter(Boolean)
  const numbers = [...new Set(parts.map(Number))].sort((a, b) => a - b)
  const legal = numbers.every((number) => Number.isInteger(number) && number >= 1 && number <= LONGEST)
  return legal && numbers.length > 0 && numbers.length <= MOST_LENGTHS ? numbers : undefined
}

export function settingOf({ task, trainLength, testLengths, steps }: LengthsState): Setting | undefined {
  const lengths = lengthsIn(testLengths)
  return lengths && { task, trainLength, testLengths: lengths, steps, batch: BATCH, width: WIDTH }
}
