// Table of the numbers of the wrong formula and of the library at an input, each with a bar; both have the same scale.

import { html, nothing, svg } from 'lit'
import { short } from '../../../content/format.js'
import { digits } from '../../../content/mistakes/numbers.js'
import type { MistakesWords } from './messages.js'
import { type MistakesDrawing, type Pair, pairsOf, rangeOf } from './mistakes-drawing.js'

type Ends = readonly [number, number]

export function mistakesTable({ mistake, trials, shown }: MistakesDrawing, words: MistakesWords) {
  const trial = trials[shown]
  if (!trial) return nothing
  const ends = rangeOf(trial)
  return html`<div class="scroll" tabindex="0" role="group" aria-label=${words.tableLabel(trial.at)}>
    <table>
      <thead>
        <tr>
          <th scope="col">${words.number}</th>
          <th scope="col">${words.written}</th>
          <th scope="col">${words.right}</th>
          <th scope="col">${words.apart}</th>
        </tr>
      </thead>
      <tbody>
        ${pairsOf(trial).map((pair, i) => rowView(pair, i, ends, mistake.margin, words))}
      </tbody>
    </table>
  </div>`
}

function rowView(pair: Pair, index: number, ends: Ends, margin: number, words: MistakesWords) {
  const isApart = pair.apart >= margin
  return html`<tr class=${isApart ? 'apart' : ''}>
    <th scope="row">${index + 1}</th>
    <td class="wrong">${numberView(pair.got, ends, words)}</td>
    <td>${numberView(pair.wanted, ends, words)}</td>
    <td>${apartText(pair, words)}</td>
  </tr>`
}

/** A difference that only rounding made is none. */
export function apartText({ apart }: Pair, { infinite }: MistakesWords): string {
  if (!Number.isFinite(apart)) return infinite
  return apart < 1e-5 ? '0' : short(apart)
}

function numberView(value: number | undefined, ends: Ends, words: MistakesWords) {
  const text = value === undefined ? words.none : digits(value)
  return html`<span class="value">${text}</span>${barView(value, ends)}`
}

const WIDTH = 100

function barView(value: number | undefined, [low, high]: Ends) {
  if (low === high) return nothing
  const place = (x: number) => (WIDTH * (x - low)) / (high - low)
  const zero = place(0)
  const end = value !== undefined && Number.isFinite(value) ? place(value) : zero
  return html`<svg aria-hidden="true" viewBox="0 0 ${WIDTH} 12" preserveAspectRatio="none">
    ${svg`<rect x=${Math.min(zero, end)} y="1" width=${Math.abs(end - zero)} height="10" />`}
    ${svg`<path d="M${zero} 0V12" />`}
  </svg>`
}
