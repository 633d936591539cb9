// Thumbnails of all attention maps of a model.

import { css, html } from 'lit'
import { attentionMap } from '../trained/reading.js'
import type { AttentionDrawing, Side } from './attention-drawing.js'
import type { AttentionWords } from './messages.js'

export const overviewStyles = css`
  .overview {
    width: max-content;
    border-spacing: 4px;
    margin-inline: -4px;
    color: var(--_quiet);
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
    width: 48px;
    min-height: 48px;
    padding: 3px;
    border: 2px solid transparent;
    border-radius: 3px;
  }
  .overview button:hover {
    border-color: var(--_control);
  }
  .overview button[aria-pressed='true'] {
    border-color: var(--_text);
  }
  .overview wf-matrix-canvas {
    display: block;
    width: 38px;
    height: 38px;
  }
`

export function overview(
  { layers, heads, layer: chosenLayer, head: chosenHead }: AttentionDrawing,
  { reading }: Side,
  words: AttentionWords,
  choose: (choice: { layer: number; head: number }) => void,
) {
  const numbers = (count: number) => Array.from({ length: count }, (_, i) => i)
  const thumbnail = (layer: number, head: number) => {
    const label = words.overviewItem(layer + 1, head + 1)
    return html`<td>
      <button
        type="button"
        title=${label}
        aria-label=${label}
        aria-pressed=${layer === chosenLayer && head === chosenHead}
        @click=${() => choose({ layer, head })}
      >
        <wf-matrix-canvas .matrix=${attentionMap(reading.attentions, layer, head)} causal></wf-matrix-canvas>
      </button>
    </td>`
  }
  return html`<table class="overview">
    <caption>
      ${words.overview(layers * heads)}
    </caption>
    <thead>
      <tr>
        <td></td>
        ${numbers(heads).map((head) => html`<th scope="col">${words.head} ${head + 1}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${numbers(layers).map(
        (layer) =>
          html`<tr>
            <th scope="row">${words.layer} ${layer + 1}</th>
            ${numbers(heads).map((head) => thumbnail(layer, head))}
          </tr>`,
      )}
    </tbody>
  </table>`
}
