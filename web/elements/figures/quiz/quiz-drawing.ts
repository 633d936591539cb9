// A round of the quiz: which mistakes, on which side the right formula stands, what was answered. No document needed.

import type { StateOf } from '../../parts/figure/fields.js'
import { linear } from '../../parts/positions/seeded-tables.js'
import { shuffled } from '../../parts/positions/shuffled.js'
import type { Library, Mistake } from '../mistakes/collection/mistake.js'
import { drawMistake, type MistakesDrawing } from '../mistakes/mistakes-drawing.js'
import { type quizFields, ROUND } from './quiz-fields.js'

export type QuizState = StateOf<typeof quizFields>

export interface Item {
  mistake: Mistake
  /** The formula that is right, counted from 1. */
  right: number
  /** Undefined while there is no answer. */
  answer: number | undefined
}

export interface QuizDrawing {
  items: readonly Item[]
  /** The question that is shown, counted from 1; undefined when the round is over. */
  at: number | undefined
  score: number
  /** How many questions can be shown: the answered ones, the next, and after the last the score. */
  reached: number
  /** The counter-example of the shown question, once it is answered. */
  refutation: MistakesDrawing | undefined
}

export async function drawQuiz(
  library: Library,
  mistakes: readonly Mistake[],
  state: QuizState,
): Promise<QuizDrawing> {
  const items = itemsOf(mistakes, state)
  const answered = items.filter(({ answer }) => answer !== undefined).length
  const at =
    state.at > items.length && answered === items.length
      ? undefined
      : Math.min(state.at, answered + 1, items.length)
  const item = at === undefined ? undefined : items[at - 1]
  const refutation =
    item?.answer === undefined
      ? undefined
      : await drawMistake(library, mistakes, { mistake: item.mistake.id, input: undefined, fixed: true })
  return {
    items,
    at,
    refutation,
    reached: answered + 1,
    score: items.filter(({ answer, right }) => answer === right).length,
  }
}

/** Rounds take their mistakes from one order of all, as long as it has ten more; then from another order. */
function itemsOf(mistakes: readonly Mistake[], { round, answers }: QuizState): Item[] {
  const rounds = Math.max(1, Math.floor(mistakes.length / ROUND))
  const [deal, part] = [Math.floor((round - 1) / rounds), (round - 1) % rounds]
  const order = shuffled(mistakes.length, deal)
  const sides = linear(round, [ROUND], 0, 2).data
  return order.slice(part * ROUND, (part + 1) * ROUND).flatMap((index, i) => {
    const mistake = mistakes[index]
    const answer = Number(answers[i]) || undefined
    return mistake ? [{ mistake, right: 1 + Math.floor(sides[i] ?? 0), answer }] : []
  })
}
