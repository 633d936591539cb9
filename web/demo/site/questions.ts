// Questions as HTML: without a script the answer, computed when the page is built, is a click away.

import { type Asked, aside, quizzed } from '../../content/article/questions.js'
import { pageOf } from '../../content/pages/index.js'
import type { Question, Solution } from '../../elements/figures/question/collection/index.js'
import { stateText } from '../../elements/parts/figure/figure-state.js'
import type { FallbackInput } from './fallbacks.js'
import { escaped } from './html.js'
import type { Measured } from './measured.js'
import { pathOf } from './places.js'
import { siteWords } from './words.js'

export function solvedOf(id: string, { solved }: Measured): { question: Question; solution: Solution } {
  const known = solved.find((one) => one.question.id === id)
  if (!known) throw new Error(`there is no question ${id}`)
  return known
}

/** The questions at the end of a section. */
export const asideHtml = (section: string, input: FallbackInput): string =>
  (aside[section] ?? []).map((one) => questionHtml(one, input)).join('\n')

/** The questions that neither a chapter nor a section asks, then the mistakes; without a script the list of mistakes above says all of it. */
export function quizHtml(input: FallbackInput): string {
  const words = siteWords[input.language].questions
  return `${quizzed.map((one) => questionHtml(one, input)).join('\n')}
<wf-quiz id="mistakes-quiz" class="asked" controls="none"><p class="fallback quiet">${words.quiz}</p></wf-quiz>`
}

function questionHtml({ question: id, figure }: Asked, input: FallbackInput): string {
  const { language, measured } = input
  const words = siteWords[language].questions
  const { question, solution } = solvedOf(id, measured)
  const say = (text: Readonly<Record<typeof language, string>> | undefined) => escaped(text?.[language] ?? '')
  return `<div class="asked"><wf-question id="ask-${id}" question="${id}" controls="none">
<div class="fallback"><p class="quiet">${words.kind}</p>
<p>${say(question.text)}</p>
<ul>${question.answers.map((answer) => `<li>${say(answer)}</li>`).join('')}</ul>
<details><summary>${words.answer}</summary><p><strong>${say(question.answers[solution.right])}</strong> ${say(solution.explanation)}</p></details></div>
</wf-question>
${figure ? figureLink(figure, question, input) : ''}</div>`
}

/** To the figure that shows the same, in the state in which it does. */
function figureLink(
  figure: NonNullable<Asked['figure']>,
  { shows }: Question,
  { language, root }: FallbackInput,
): string {
  const state = shows ? stateText(shows.state) : ''
  const fragment = state ? String(new URLSearchParams([[`fig-${figure}`, state]])) : `fig-${figure}`
  const address = `${root}${pathOf(pageOf(figure), language)}#${fragment}`
  return `<p class="quiet"><a href="${escaped(address)}">${siteWords[language].questions.seen}</a></p>`
}
