// Thumbnails of all attention maps of a model.

import { css, html } from 'lit'
import { walkButtons } from '../../parts/controls/controls.js'
import { attentionMap } from '../../parts/trained/reading.js'
import type { AttentionDrawing, Side } from './attention-drawing.js'
import type { AttentionWords } from './messages.js'

export const overviewStyles = css`
  .overview {
    width: max-content;
    align-self: start;
    border-spacing: 4px;
    margin-inline: -4px;
    color: var(--_soft);
  }
  .of-layer {
    display: flex;
    flex-wrap: wrap;
    gap: 4px;
    align-content: start;
    width: auto;
    max-width: 400px;
    margin: 0;
  }
  .of-layer p {
    flex: 1 0 100%;
    margin: 0;
  }
  .overview caption {
    text-align: start;
    padding: 0 4px 4px;
  }
  .overview th {
    font-weight: 400;
    font-size: 0.8em;
  }
  .overview td {
    padding: 0;
  }
  .overview button {
    display: block;
    width: 42px;
    min-height: 42px;
    padding: 3px;
    border: 2px solid transparent;
    border-radius: 3px;
  }
  .overview button:hover {
    border-color: var(--_mark);
  }
  .overview button[aria-pressed='true'] {
    border-color: var(--_ink);
  }
  .overview wf-matrix-canvas {
    display: block;
    width: 32px;
    height: 32px;
  }
  @container (max-width: 640px) {
    .overview .word {
      position: absolute;
      width: 1px;
      height: 1px;
      overflow: hidden;
      clip-path: inset(50%);
    }
    .overview {
      position: relative;
      border-spacing: 1px;
      margin-inline: -1px;
    }
    .overview button {
      width: 32px;
      min-height: 32px;
      padding: 1px;
    }
    .overview wf-matrix-canvas {
      width: 26px;
      height: 26px;
    }
  }
`

/** Of a larger model, the maps of the chosen layer. */
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
