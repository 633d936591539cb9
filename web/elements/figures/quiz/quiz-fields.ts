// The settings of <wf-quiz>: its attributes, and the parts of its state.

import { type Field, integer, text } from '../../parts/figure/fields.js'

/** Questions of a round. */
export const ROUND = 10

const picks = text('', ROUND)

export const quizFields = {
  /** Which ten: three rounds go by before a mistake comes again. */
  round: integer(1, 1, 1000),
  /** The formulas that were chosen, one digit each: 1 is the upper one. */
  answers: {
    ...picks,
    read: (given) => {
      const { value, wanted } = picks.read(given)
      return value === undefined || /^[12]*$/.test(value)
        ? ({ value, wanted } as ReturnType<typeof picks.read>)
        : { wanted: '1 | 2, …' }
    },
  } satisfies Field<string>,
  /** The question that is shown, counted from 1; after the last one, the score. */
  at: integer(1, 1, ROUND + 1),
}
