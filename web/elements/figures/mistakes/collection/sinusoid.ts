// Mistakes about the sinusoidal code.

import type { Candidate } from '../../../../content/mistakes/candidate.js'
import * as words from '../../../../content/mistakes/sinusoid.js'
import { code, range } from './algebra.js'
import { type Library, type Mistake, mistake } from './mistake.js'

/** The sinusoidal code of a position, as the library has it. */
async function codeAt(library: Library, position: number, dim: number): Promise<number[]> {
  const { data } = await library.embed({ type: 'sinusoidal' }, { positions: [position], dim })
  return [...data]
}

type Code = (position: number) => number[]

const byPosition =
  (positions: readonly number[], dim: number) =>
  async (library: Library, formula: Code): Promise<Candidate[]> =>
    Promise.all(
      positions.map(async (p) => ({
        at: `d = ${dim}, p = ${p}`,
        got: formula(p),
        wanted: await codeAt(library, p, dim),
      })),
    )

type Shifted = (position: number, shift: number) => number[]

const shiftMatrix = mistake<Shifted>({
  ...words.shiftMatrix,
  types: ['sinusoidal'],
  margin: 0.1,
  wrong: (position, shift) => shiftedBy(position, -shift),
  correct: (position, shift) => shiftedBy(position, shift),
  candidates: async (library, formula) =>
    Promise.all(
      [0, 1].map(async (shift) => ({
        at: `d = 2, p = 1, k = ${shift}`,
        got: formula(1, shift),
        wanted: await codeAt(library, 1 + shift, 2),
      })),
    ),
})

// the sign of the shift decides which of the two matrices it is
function shiftedBy(position: number, shift: number): number[] {
  const [sine = 0, cosine = 0] = code(position, 2)
  const [c, s] = [Math.cos(shift), Math.sin(shift)]
  return [c * sine + s * cosine, c * cosine - s * sine]
}

/** The longest wave of four channels, in whole positions: 2π · 100. */
const LONGEST_WAVE = 628

const repeat = mistake<Code>({
  ...words.repeat,
  types: ['sinusoidal'],
  margin: 0.1,
  wrong: (position) => code(position % LONGEST_WAVE, 4),
  correct: (position) => code(position, 4),
  candidates: byPosition(range(LONGEST_WAVE + 2), 4),
})

const TRAINED = 512

const beyond = mistake<Code>({
  ...words.beyond,
  types: ['sinusoidal', 'learned'],
  margin: 0.1,
  wrong: (position) => (position < TRAINED ? code(position, 4) : [NaN, NaN, NaN, NaN]),
  correct: (position) => code(position, 4),
  candidates: byPosition([0, TRAINED - 1, TRAINED, 2 * TRAINED], 4),
  sentence: (found) => words.beyond.sentence(found, TRAINED),
})

type Within = (position: number, start: number) => number[]

const relativeOnly = mistake<Within>({
  ...words.relativeOnly,
  types: ['sinusoidal'],
  margin: 0.1,
  wrong: (position, start) => code(position - start, 2),
  correct: (position) => code(position, 2),
  candidates: async (library, formula) =>
    Promise.all(
      [0, 1].map(async (start) => ({
        at: `d = 2, p = p_first = ${start}`,
        got: formula(start, start),
        wanted: await codeAt(library, start, 2),
      })),
    ),
})

export const sinusoidMistakes: readonly Mistake[] = [shiftMatrix, repeat, beyond, relativeOnly]
