// The controls of <wf-shuffle>: another order, that of the text, and the mask; behind “More”, the text, its layer, and all values.

import { html } from 'lit'
import { short } from '../../../content/format.js'
import { choiceControl, rangeControl, switchControl } from '../../parts/controls/controls.js'
import { textBox } from '../../parts/trained/text-box.js'
import type { TrainedWords } from '../../parts/trained/trained-words.js'
import type { ShuffleWords } from './messages.js'
import { rowsOf } from './shuffle-content.js'
import { LONGEST_TEXT, type ShuffleDrawing } from './shuffle-drawing.js'
import { ORDERS, type ShuffleState } from './shuffle-fields.js'

export interface ShufflePanel {
  state: ShuffleState
  drawing: ShuffleDrawing
  words: ShuffleWords
  trained: TrainedWords
  change: (changes: Partial<ShuffleState>) => void
}

export function orderControl({ state, words, change }: Pick<ShufflePanel, 'state' | 'words' | 'change'>) {
  const another = () => change({ order: (state.order % ORDERS) + 1 })
  return html`<div class="order">
    <button type="button" id="shuffle" @click=${another}>${words.shuffle}</button>
    <button type="button" id="in-order" ?disabled=${state.order === 0} @click=${() => change({ order: 0 })}>${words.inOrder}</button>
    ${switchControl({
      ...{ id: 'causal', label: words.causal, value: state.causal },
      onChange: (causal) => change({ causal }),
    })}
  </div>`
}

export function moreControls(panel: ShufflePanel) {
  const { state, drawing, words, trained, change } = panel
  const part = (id: 'layer' | 'head', count: number) =>
    choiceControl({
      ...{ id, label: trained[id], value: String(drawing[id]) },
      options: Array.from({ length: count }, (_, i) => ({
        value: String(i),
        name: trained.nth(i + 1, count),
      })),
      onChange: (value) => change({ [id]: Number(value) }),
    })
  return html`${textBox({
    ...{ text: state.text, prepared: drawing.prepared, context: LONGEST_TEXT, known: drawing.known },
    ...{ words: trained, gap: words.gap },
    onChange: (text) => change({ text }),
  })}
    ${rangeControl({
      ...{ id: 'order', label: words.order, min: 0, max: ORDERS, value: state.order },
      onChange: (order) => change({ order: Math.round(order) }),
    })}
    ${part('layer', drawing.layers)} ${part('head', drawing.heads)} ${table(panel)}`
}

/** What the columns show, as numbers. */
function table({ drawing, words }: ShufflePanel) {
  const { character, from, to, change } = words
  return html`<div class="values" tabindex="0" role="group" aria-label=${words.table}>
    <table>
      <thead>
        <tr>${[character, from, to, change].map((name) => html`<th scope="col">${name}</th>`)}</tr>
      </thead>
      <tbody>
        ${rowsOf(drawing).map(
          ([sign, old, now, moved]) =>
            html`<tr><th scope="row">${sign}</th><td>${old}</td><td>${now}</td><td>${short(moved)}</td></tr>`,
        )}
      </tbody>
    </table>
  </div>`
}
