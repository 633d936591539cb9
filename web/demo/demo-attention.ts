// The attention map of one head, and all the others to choose from.

import { html, nothing } from 'lit'
import type { CellEvent } from '../elements/heat-map-element.js'
import type { Cell, Matrix } from '../elements/matrix.js'
import '../elements/color-scale-element.define.js'
import '../elements/heat-map-element.define.js'
import '../elements/matrix-canvas-element.define.js'
import '../elements/matrix-table-element.define.js'
import { DemoElement } from './demo-element.js'
import { exact, short, signOf, weight } from './format.js'
import { factsOf } from './map-facts.js'
import { attentionMap, mapCounts, type Reading } from './reading.js'
import { attentionCell, headChooser } from './views.js'

const TABLE_WINDOW = 16

export class DemoAttentionElement extends DemoElement {
  static override properties = {
    ...DemoElement.properties,
    reading: { attribute: false },
    layer: { type: Number },
    head: { type: Number },
    query: { type: Number },
    hovered: { type: Number },
    cell: { state: true },
  }

  declare reading: Reading | undefined
  declare layer: number
  declare head: number
  declare query: number
  declare hovered: number | undefined
  /** The centre of the table. */
  declare protected cell: Cell | undefined

  override render() {
    const { reading, messages } = this
    const matrix = reading && attentionMap(reading, this.layer, this.head)
    return html`
      <h2>${messages.attention.heading}</h2>
      <p class="look">${messages.attention.look}</p>
      <figure class="with-side">
        ${matrix ? this.#map(reading, matrix) : html`<div class="placeholder square"></div>`}
        <div class="side">${matrix ? this.#side(reading, matrix) : nothing}</div>
        ${matrix ? this.#exact(reading, matrix) : nothing}
      </figure>
    `
  }

  #map(reading: Reading, matrix: Matrix) {
    const { messages } = this
    const signs = reading.characters.map(signOf)
    return html`<wf-heat-map
      .matrix=${matrix}
      causal
      .label=${messages.attention.label(this.layer + 1, this.head + 1)}
      .summary=${this.#facts(reading, matrix)}
      .hint=${messages.map.hint}
      .rowTitle=${messages.map.rows}
      .columnTitle=${messages.map.columns}
      .rowNames=${signs}
      .columnNames=${signs}
      .describe=${attentionCell(messages, reading.characters)}
      .selectedRow=${this.query}
      .hovered=${this.hovered}
      @wf-cell=${this.#onCell}
      @wf-pick=${(event: CustomEvent<Cell>) => this.choose('query', event.detail.row)}
    ></wf-heat-map>`
  }

  #overview(reading: Reading) {
    const { messages } = this
    const { layers, heads } = mapCounts(reading)
    const numbers = (count: number) => Array.from({ length: count }, (_, i) => i)
    return html`<table class="overview quiet">
      <caption>
        ${messages.attention.overview(layers * heads)}
      </caption>
      <tr>
        <td></td>
        ${numbers(heads).map((head) => html`<th scope="col">${messages.attention.head} ${head + 1}</th>`)}
      </tr>
      ${numbers(layers).map(
        (layer) =>
          html`<tr>
            <th scope="row">${messages.attention.layer} ${layer + 1}</th>
            ${numbers(heads).map((head) => html`<td>${this.#thumbnail(reading, layer, head)}</td>`)}
          </tr>`,
      )}
    </table>`
  }

  #thumbnail(reading: Reading, layer: number, head: number) {
    const label = this.messages.attention.overviewItem(layer + 1, head + 1)
    return html`<button
      class="thumbnail"
      title=${label}
      aria-label=${label}
      aria-pressed=${layer === this.layer && head === this.head}
      @click=${() => this.choose('head', { layer, head })}
    >
      <wf-matrix-canvas .matrix=${attentionMap(reading, layer, head)} causal></wf-matrix-canvas>
    </button>`
  }

  #side(reading: Reading, matrix: Matrix) {
    const { messages } = this
    return html`
      ${this.#overview(reading)}
      <div class="controls">
        ${headChooser({
          messages,
          id: 'attention',
          ...mapCounts(reading),
          layer: this.layer,
          head: this.head,
          onChange: (choice) => this.choose('head', choice),
        })}
      </div>
      <wf-color-scale .low=${0} .high=${1} .format=${short} .maskedLabel=${messages.map.masked}></wf-color-scale>
      <figcaption>${[this.#facts(reading, matrix), messages.attention.caption].join(messages.gap)}</figcaption>
    `
  }

  #exact(reading: Reading, matrix: Matrix) {
    return html`<details class="below">
      <summary>${this.messages.map.table}</summary>
      ${this.#table(reading, matrix)}
    </details>`
  }

  #table(reading: Reading, matrix: Matrix) {
    const { messages } = this
    const center = this.cell ?? { row: this.query, column: this.query }
    const signs = reading.characters.map(signOf)
    return html`
      <div class="controls">
        ${this.#cellBox('row', messages.map.tableQuery, center, matrix.rows)}
        ${this.#cellBox('column', messages.map.tableKey, center, matrix.columns)}
      </div>
      <wf-matrix-table
        .matrix=${matrix}
        .center=${center}
        causal
        .caption=${messages.map.tableCaption(TABLE_WINDOW)}
        .rowNames=${signs}
        .columnNames=${signs}
        .maskedLabel=${messages.map.masked}
        .format=${exact}
      ></wf-matrix-table>
    `
  }

  #cellBox(axis: keyof Cell, label: string, center: Cell, count: number) {
    const take = (event: Event) => {
      const { valueAsNumber } = event.target as HTMLInputElement
      if (valueAsNumber >= 0 && valueAsNumber < count) this.cell = { ...center, [axis]: valueAsNumber }
    }
    return html`<label class="inline"
      >${label} <input type="number" min="0" max=${count - 1} .value=${String(center[axis])} @input=${take}
    /></label>`
  }

  #onCell(event: CellEvent): void {
    if (event.detail) this.cell = event.detail
  }

  #facts(reading: Reading, matrix: Matrix): string {
    const { messages } = this
    const { self, before, strongest } = factsOf(matrix)
    const sign = (index: number) => signOf(reading.characters[index] ?? '')
    const peak = strongest
      ? messages.attention.strongest(
          strongest.row,
          sign(strongest.row),
          strongest.column,
          sign(strongest.column),
          weight(strongest.value),
        )
      : ''
    return messages.attention.facts(weight(self), weight(before), peak)
  }
}

customElements.define('demo-attention', DemoAttentionElement)
