// A choice and the button that ends it: radio buttons in a form, so that arrow keys, Enter and the browser's own words for "choose one"
// work as everywhere.

import { html, nothing, type TemplateResult } from 'lit'

export interface AnswerForm {
  /** Id of the element that asks. */
  labelledBy: string
  options: readonly (string | TemplateResult)[]
  /** Counted from 1. */
  chosen: number | undefined
  right: number | undefined
  /** An answer that stands. */
  locked?: boolean
  words: { yours: string; holds: string }
  submit: string
  /** With the answer, counted from 1; none where it is locked. */
  onSubmit: (answer: number | undefined) => void
}

export function answerForm(form: AnswerForm) {
  const { labelledBy, options, submit, onSubmit } = form
  const send = (event: SubmitEvent) => {
    event.preventDefault()
    onSubmit(Number(new FormData(event.currentTarget as HTMLFormElement).get('answer')) || undefined)
  }
  return html`<form @submit=${send}>
    <div class="answers" role="radiogroup" aria-labelledby=${labelledBy}>
      ${options.map((_, i) => optionView(form, i))}
    </div>
    <button type="submit">${submit}</button>
  </form>`
}

function optionView({ options, chosen, right, locked = false, words }: AnswerForm, index: number) {
  const number = index + 1
  const isRight = right === number
  const isWrong = right !== undefined && chosen === number && !isRight
  const marks = [...(chosen === number && right ? [words.yours] : []), ...(isRight ? [words.holds] : [])]
  return html`<label class="answer ${isRight ? 'right' : ''} ${isWrong ? 'wrong' : ''}">
    <input
      type="radio"
      name="answer"
      value=${number}
      required
      .checked=${chosen === number}
      ?disabled=${locked}
    />
    <span class="text">${options[index]}</span>
    ${marks.length ? html`<span class="marks">${isRight ? '✓' : '✗'} ${marks.join(' · ')}</span>` : nothing}
  </label>`
}
