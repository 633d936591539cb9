// What <wf-question> shows of a state: the question, and once it is answered what the library computes. No document needed.

import type { AnyLibrary } from '../../parts/engine/library.js'
import { type Question, questions, type Solution } from './collection/index.js'

export interface QuestionDrawing {
  question: Question
  known: boolean
  /** Counted from 1. */
  answer: number | undefined
  /** Nothing is computed before there is an answer. */
  solution: Solution | undefined
}

/** Fallback for a question that is not in the collection. */
const USUAL = 'shuffled'

function questionOf(id: string): Question | undefined {
  return questions.find((one) => one.id === id)
}

export async function drawQuestion(
  library: AnyLibrary,
  id: string,
  given: number | undefined,
): Promise<QuestionDrawing> {
  const asked = questionOf(id)
  const question = asked ?? questionOf(USUAL)
  if (!question) throw new TypeError('there are no questions')
  const answer = given !== undefined && given <= question.answers.length ? given : undefined
  if (answer === undefined) await question.load().catch(() => {}) // the question can be read without it
  const solution = answer === undefined ? undefined : await question.solve(library)
  return { question, known: asked !== undefined, answer, solution }
}
