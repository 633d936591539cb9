// The computation in steps, one after the other: what was computed, its number, columns; then what it means.

import { html, nothing, svg } from 'lit'
import type { Language } from '../../../content/bilingual.js'
import { short } from '../../../content/format.js'
import type { Question, Solution, Step } from './collection/index.js'
import type { QuestionWords } from './messages.js'

interface Here {
  words: QuestionWords
  language: Language
}

export function solutionView(
  { words, language }: Here,
  { answers }: Question,
  isRight: boolean,
  { right, steps, explanation }: Solution,
) {
  const answer = answers[right]?.[language] ?? ''
  return html`<div class="solution">
    <p class="quiet">${words.computed}</p>
    <table>
      <thead class="unseen">
        <tr>
          <th scope="col">${words.step}</th>
          <th scope="col">${words.value}</th>
        </tr>
      </thead>
      <tbody>
        ${steps.map((step, i) => stepView(step, i, words, language))}
      </tbody>
    </table>
    <p class="step-${Math.min(steps.length, MOST)}">
      <strong>${isRight ? words.right : words.wrong(answer)}</strong> ${explanation[language]}
    </p>
  </div>`
}

/** Steps that appear one after the other; see answer-styles.ts. */
const MOST = 5

function stepView({ label, value, columns }: Step, index: number, words: QuestionWords, language: Language) {
  return html`<tr class="step-${Math.min(index, MOST)}">
    <th scope="row">${label[language]}</th>
    <td>
      <span class="value">${typeof value === 'number' ? short(value) : value[language]}</span>
      ${columns ? columnsView(columns, words) : nothing}
    </td>
  </tr>`
}

const [WIDTH, HEIGHT] = [120, 24]

function columnsView({ values, full }: NonNullable<Step['columns']>, words: QuestionWords) {
  const step = WIDTH / values.length
  const bars = values.map((value, i) => {
    const height = HEIGHT * Math.min(1, Math.abs(value) / full)
    return svg`<rect x=${i * step} y=${HEIGHT - height} width=${Math.max(0.5, step * 0.8)} height=${height} />`
  })
  // a single one lies along the line
  const [only = 0] = values
  const lying = svg`<rect x="0" y="6" width=${WIDTH * Math.min(1, Math.abs(only) / full)} height="12" />`
  return html`<svg
    viewBox="0 0 ${WIDTH} ${HEIGHT}"
    preserveAspectRatio="none"
    role=${values.length > 1 ? 'img' : nothing}
    aria-label=${values.length > 1 ? words.columns(values.length) : nothing}
    aria-hidden=${values.length > 1 ? nothing : 'true'}
  >
    ${values.length > 1 ? bars : lying}
    <path d=${values.length > 1 ? `M0 ${HEIGHT}H${WIDTH}` : `M0 0V${HEIGHT}`} />
  </svg>`
}
