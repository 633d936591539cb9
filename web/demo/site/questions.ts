// Questions as HTML: without a script the answer, computed when the page is built, is a click away.

import { type Asked, QUIZ, questions } from '../../content/article/questions.js'
import type { Language } from '../../content/bilingual.js'
import { escaped } from './html.js'
import type { Measured } from './measured.js'
import { siteWords } from './words.js'

export function questionsOf(section: string, language: Language, { solved }: Measured): string {
  const asked = (questions[section] ?? []).map((one) => questionHtml(one, language, solved))
  return [...asked, ...(section === QUIZ ? [quizHtml(language)] : [])].join('\n')
}

function questionHtml(
  { question: id, figure }: Asked,
  language: Language,
  solved: Measured['solved'],
): string {
  const words = siteWords[language].questions
  const known = solved.find((one) => one.question.id === id)
  if (!known) throw new Error(`there is no question ${id}`)
  const { question, solution } = known
  const say = (text: Readonly<Record<Language, string>> | undefined) => escaped(text?.[language] ?? '')
  const name = figure ? ` figure="fig-${figure}"` : ''
  return `<wf-question id="ask-${id}" class="asked" question="${id}" controls="none"${name}>
<div class="fallback"><p class="quiet">${words.kind}</p>
<p>${say(question.text)}</p>
<ul>${question.answers.map((answer) => `<li>${say(answer)}</li>`).join('')}</ul>
<details><summary>${words.answer}</summary><p><strong>${say(question.answers[solution.right])}</strong> ${say(solution.explanation)}</p></details></div>
</wf-question>`
}

/** Without a script the list of mistakes above says all of it. */
function quizHtml(language: Language): string {
  const words = siteWords[language].questions
  return `<wf-quiz id="quiz" class="asked" controls="none"><p class="fallback quiet">${words.quiz}</p></wf-quiz>`
}
