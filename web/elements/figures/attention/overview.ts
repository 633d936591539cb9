// Thumbnails of all attention maps of a model.

import { html } from 'lit'
import { walkButtons } from '../../parts/controls/controls.js'
import { attentionMap } from '../../parts/trained/reading.js'
import type { AttentionDrawing, Side } from './attention-drawing.js'
import type { AttentionWords } from './messages.js'

/** The overview of a model with more maps (layers × heads) shows the chosen layer only. */
export const MOST_MAPS = 48

export function overview(
  { layers, heads, layer: chosenLayer, head: chosenHead, causal }: AttentionDrawing,
  { attentions }: Side,
  words: AttentionWords,
  choose: (choice: { layer: number; head: number }) => void,
) {
  const numbers = (count: number) => Array.from({ length: count }, (_, i) => i)
  const thumbnail = (layer: number, head: number) => {
    const label = words.overviewItem(layer + 1, head + 1)
    return html`<button
      type="button"
      tabindex=${layer === chosenLayer && head === chosenHead ? 0 : -1}
      title=${label}
      aria-label=${label}
      aria-pressed=${layer === chosenLayer && head === chosenHead}
      @click=${() => choose({ layer, head })}
    >
      <wf-matrix-canvas .matrix=${attentionMap(attentions, layer, head)} ?causal=${causal}></wf-matrix-canvas>
    </button>`
  }
  if (layers * heads > MOST_MAPS) {
    const title = words.overviewOfLayer(chosenLayer + 1, layers)
    return html`<div class="overview of-layer" role="toolbar" aria-label=${title} @keydown=${walkButtons}>
      <p>${title}</p>
      ${numbers(heads).map((head) => thumbnail(chosenLayer, head))}
    </div>`
  }
  return html`<table class="overview" @keydown=${walkButtons}>
    <caption>
      ${words.overview(layers * heads)}
    </caption>
    <thead>
      <tr>
        <td></td>
        ${numbers(heads).map((head) => html`<th scope="col"><span class="word">${words.head} </span>${head + 1}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${numbers(layers).map(
        (layer) =>
          html`<tr>
            <th scope="row"><span class="word">${words.layer} </span>${layer + 1}</th>
            ${numbers(heads).map((head) => html`<td>${thumbnail(layer, head)}</td>`)}
          </tr>`,
      )}
    </tbody>
  </table>`
}
