// The question of a chapter as HTML. The answer that holds was computed when the page was built; its words have their room from the start,
// and are seen once the figure has answered (page/asks.ts), or without a script.

import { told } from '../../content/article/questions.js'
import type { Step } from '../../content/article/section.js'
import { escaped } from './html.js'
import { solvedOf } from './questions.js'
import { siteWords } from './words.js'
import type { Writer } from './writer.js'

export function askHtml(
  { question: id, state, shows }: Extract<Step, { kind: 'ask' }>,
  { language, input }: Writer,
): string {
  const words = siteWords[language].questions
  const { question, solution } = solvedOf(id, input.measured)
  const because = told[id]
  if (!because) throw new Error(`questions.ts says nothing below ${id}`)
  const answers = question.answers.map(
    (answer, i) =>
      `<button type="button" aria-pressed="false"${i === solution.right ? ' data-right' : ''}>${escaped(answer[language])}</button>`,
  )
  const right = question.answers[solution.right]?.[language] ?? ''
  return `<li class="step asks" data-state="${escaped(JSON.stringify(state))}" data-shows="${escaped(JSON.stringify(shows))}">
<p class="question" id="ask-${id}">${escaped(question.text[language])}</p>
<div class="options" role="group" aria-labelledby="ask-${id}">${answers.join(' ')}</div>
<button type="button" class="see">${words.see}</button>
<div role="status"><p class="answer"><b>${escaped(right)}</b>${words.stop}${language === 'zh' ? '' : ' '}${because[language]}</p></div></li>`
}
