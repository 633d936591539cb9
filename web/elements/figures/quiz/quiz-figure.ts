// The body of <wf-quiz>; loaded when the element first becomes visible.

import { html, nothing } from 'lit'
import { unsafeHTML } from 'lit/directives/unsafe-html.js'
import type { Language } from '../../../content/bilingual.js'
import { answerForm } from '../../parts/answers/answer-form.js'
import type { At, FigureBody } from '../../parts/figure/figure-body.js'
import { groups, mistakes } from '../mistakes/collection/index.js'
import type { Mistake } from '../mistakes/collection/mistake.js'
import { mistakesWords } from '../mistakes/messages.js'
import type { MistakesDrawing } from '../mistakes/mistakes-drawing.js'
import { mistakesTable } from '../mistakes/mistakes-table.js'
import { type QuizWords, quizWords } from './messages.js'
import { drawQuiz, type Item, type QuizDrawing } from './quiz-drawing.js'
import type { quizFields } from './quiz-fields.js'
import { quizStyles } from './quiz-styles.js'

type Here = At<typeof quizFields, QuizWords>
type Formulas = Readonly<Record<string, readonly [string, string]>>
type QuizPicture = QuizDrawing & { formulas: Formulas }

export const quizFigure: FigureBody<typeof quizFields, QuizWords, QuizPicture> = {
  words: quizWords,
  styles: quizStyles,

  async compute({ library, state, complain }) {
    const [drawing, { formulas }] = await Promise.all([
      drawQuiz(library, mistakes, state),
      import('../mistakes/formulas.generated.js'),
    ])
    const { at, reached } = drawing
    if (state.at > reached) complain({ name: 'at', wanted: `1 … ${reached}`, used: at ?? reached })
    return { ...drawing, formulas }
  },

  look({ words, language }, drawing) {
    if (!drawing) return ''
    const { items, at } = drawing
    const item = at === undefined ? undefined : items[at - 1]
    if (at === undefined || !item) return words.over
    return html`<span class="kind">${words.kind(at, items.length, groupOf(item.mistake, language))}</span> ${words.ask}`
  },

  picture(at, drawing) {
    const item = drawing.at === undefined ? undefined : drawing.items[drawing.at - 1]
    return html`<div class="question">
      ${item ? askView(at, drawing, item) : nothing}
      <div role="status">${item ? resultView(at, item, drawing.refutation) : scoreText(at, drawing)}</div>
      ${item ? nothing : scoreView(at, drawing)}
    </div>`
  },
}

function groupOf(mistake: Mistake, language: Language): string {
  const group = groups.find((one) => one.mistakes.includes(mistake))
  return group?.title[language] ?? ''
}

function askView(here: Here, { items, at = 1, formulas }: QuizPicture, { mistake, right, answer }: Item) {
  const { words, state } = here
  const [wrongFormula, rightFormula] = formulas[mistake.id] ?? ['', '']
  const options = [1, 2].map((number) => {
    const formula = number === right ? rightFormula : wrongFormula
    return html`<span class="letter">${'AB'[number - 1]}</span><span class="formula" tabindex="0">${unsafeHTML(formula)}</span>`
  })
  const answered = answer !== undefined
  return answerForm({
    labelledBy: 'look',
    options,
    words,
    chosen: answer,
    right: answered ? right : undefined,
    locked: answered,
    submit: answered ? (at < items.length ? words.next : words.end) : words.see,
    onSubmit: (chosen) => {
      if (answered) turnTo(here, { at: at + 1 })
      else if (chosen) here.change({ at, answers: state.answers.slice(0, at - 1) + chosen })
    },
  })
}

/** The next thing to do gets the focus, which the button would keep. */
function turnTo({ element, change }: Here, changes: Parameters<Here['change']>[0]): void {
  element.addEventListener(
    'wf-ready',
    async () => {
      await (element as HTMLElement & { updateComplete: Promise<unknown> }).updateComplete
      element.shadowRoot?.querySelector<HTMLElement>('.question :is(input, .buttons button)')?.focus()
    },
    { once: true },
  )
  change(changes)
}

function resultView(
  { words, language }: Here,
  { mistake, right, answer }: Item,
  refutation?: MistakesDrawing,
) {
  if (!refutation) return nothing
  const trial = refutation.trials[refutation.shown]
  return html`<div class="shown">
    <p class="name">${answer === right ? words.right : words.wrong} ${mistake.title[language]}</p>
    <p>${mistake.right[language]}</p>
    <p>${words.at}<code>${trial?.at}</code></p>
    ${mistakesTable(refutation, mistakesWords[language])}
    <p class="verdict">${refutation.sentence[language]}</p>
  </div>`
}

const scoreText = ({ words }: Here, { score, items }: QuizDrawing) =>
  html`<p class="name">${words.score(score, items.length)}</p>`

function scoreView(here: Here, { items }: QuizDrawing) {
  const { words, language, state } = here
  return html`<ol>
      ${items.map(
        ({ mistake, right, answer }) =>
          html`<li>
            ${mistake.title[language]}
            <span class="marks">${answer === right ? `✓ ${words.passed}` : `✗ ${words.missed}`}</span>
          </li>`,
      )}
    </ol>
    <p class="buttons">
      <button type="button" @click=${() => turnTo(here, { round: (state.round % 1000) + 1, answers: '', at: 1 })}>
        ${words.again}
      </button>
      <button type="button" @click=${() => turnTo(here, { answers: '', at: 1 })}>${words.same}</button>
    </p>`
}
