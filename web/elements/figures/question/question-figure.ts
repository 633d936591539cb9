// The body of <wf-question>; loaded when the element first becomes visible.

import { html, nothing } from 'lit'
import { keyed } from 'lit/directives/keyed.js'
import { answerForm } from '../../parts/answers/answer-form.js'
import { answerStyles } from '../../parts/answers/answer-styles.js'
import type { At, FigureBody } from '../../parts/figure/figure-body.js'
import { questions } from './collection/index.js'
import { type QuestionWords, questionWords } from './messages.js'
import { keep, kept } from './progress.js'
import { ProgressElement } from './progress-element.js'
import { drawQuestion, type QuestionDrawing } from './question-drawing.js'
import type { questionFields } from './question-fields.js'
import { figureFor, setFigure } from './shown-figure.js'
import { solutionView } from './solution-view.js'

type Here = At<typeof questionFields, QuestionWords>

export const questionFigure: FigureBody<typeof questionFields, QuestionWords, QuestionDrawing> = {
  words: questionWords,
  uses: { 'wf-question-progress': ProgressElement },
  styles: answerStyles,

  async compute({ library, state, complain }) {
    const drawing = await drawQuestion(library, state.question, state.answer ?? kept(state.question)?.answer)
    const { question, known, answer, solution } = drawing
    if (!known)
      complain({ name: 'question', wanted: questions.map(({ id }) => id).join(' | '), used: question.id })
    if (state.answer !== undefined && answer === undefined)
      complain({ name: 'answer', wanted: `1 … ${question.answers.length}`, used: undefined })
    if (answer !== undefined && solution && kept(question.id)?.answer === answer)
      keepRight(question.id, answer, solution.right + 1)
    return drawing
  },

  look: ({ words, language }, drawing) =>
    drawing ? html`<span class="kind">${words.kind}</span> ${drawing.question.text[language]}` : '',

  picture(at, drawing) {
    const { words, language } = at
    const { question, answer, solution } = drawing
    const right = solution && solution.right + 1
    const form = answerForm({
      labelledBy: 'look',
      chosen: answer,
      right,
      words,
      options: question.answers.map((text) => text[language]),
      submit: solution ? words.again : words.see,
      onSubmit: (chosen) => take(at, question.id, chosen),
    })
    return html`<div class="question">
      ${keyed(question.id, form)}
      <div role="status">
        ${solution ? solutionView(at, question, answer === right, solution) : nothing}
      </div>
      ${solution ? openView(at, drawing) : nothing}
      <wf-question-progress .words=${words}></wf-question-progress>
    </div>`
  },
}

/** The answer is the reader's own, so it is remembered; what comes with a link or an attribute is not. */
function take({ change, recompute }: Here, id: string, answer: number | undefined): void {
  if (answer === undefined) return
  keep(id, { answer, right: false }) // until it is computed
  change({ answer })
  recompute()
}

function keepRight(id: string, answer: number, right: number): void {
  const isRight = answer === right
  if (kept(id)?.right !== isRight) keep(id, { answer, right: isRight })
}

function openView({ state, words }: Here, { question }: QuestionDrawing) {
  const { shows } = question
  if (!shows || !figureFor(shows, state.figure)) return nothing
  return html`<p class="open">
    <button type="button" @click=${() => setFigure(shows, state.figure)}>${words.open}</button>
  </p>`
}
