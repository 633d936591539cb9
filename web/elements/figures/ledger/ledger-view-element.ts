// The picture of <wf-ledger>: the map of scores, the terms of one row, and one score written out.

import { html, nothing } from 'lit'
import { baseStyles } from '../../parts/element/element-styles.js'
import { StyledElement } from '../../parts/element/styled-element.js'
import type { FigureWords } from '../../parts/figure/words.js'
import type { CellEvent } from '../../parts/matrix/heat-map-element.js'
import { type Cell, valueAt } from '../../parts/matrix/matrix.js'
import { MatrixViewElement } from '../../parts/matrix/matrix-view-element.js'
import { amount, cellName, type Named, scoresContent, sentenceOf, weight } from './ledger-content.js'
import { endOfRow, type Part, partsAt } from './ledger-drawing.js'
import { ledgerViewStyles } from './ledger-view-styles.js'
import { termStyles } from './term-styles.js'

export interface LedgerPicture extends Named {
  /** The chosen score. */
  cell: Cell
  title: string
  frame: FigureWords
  choose: (choice: { query: number; key: number }) => void
}

export class LedgerViewElement extends StyledElement {
  static readonly uses = { 'wf-matrix-view': MatrixViewElement }

  static override styles = [baseStyles, termStyles, ledgerViewStyles]

  static override properties = { figure: { attribute: false }, pointed: { state: true } }

  declare figure: LedgerPicture | undefined
  /** The hovered score. */
  declare protected pointed: Cell | undefined

  override render() {
    const { figure } = this
    if (!figure) return nothing
    const { frame, title } = figure
    const cell = this.#cell(figure)
    return html`<div class="view">
      <wf-matrix-view
        .content=${scoresContent(figure, title, cell.row)}
        .words=${frame}
        @wf-cell=${this.#onCell}
        @wf-pick=${this.#onPick}
        ><div class="beside">${this.#stack(figure, cell)} ${this.#sum(figure, cell)}</div></wf-matrix-view
      >
    </div>`
  }

  // The hovered cell may no longer exist.
  #cell({ cell, drawing: { scores } }: LedgerPicture): Cell {
    const { pointed } = this
    return pointed && pointed.row < scores.rows && pointed.column < scores.columns ? pointed : cell
  }

  #stack(figure: LedgerPicture, cell: Cell) {
    const { drawing, queries, keys, words } = figure
    const title = words.stack(words.named(cell.row, queries[cell.row] ?? ''))
    const end = endOfRow(drawing, cell.row)
    return html`<div class="stack" role="toolbar" aria-orientation="vertical" aria-label=${title} @keydown=${this.#onKeyDown}>
      <p class="title" aria-hidden="true">${title}</p>
      ${keys.map((name, column) => this.#line(figure, { row: cell.row, column }, name, { end, isChosen: column === cell.column }))}
      <p class="ends" aria-hidden="true">
        <span>−${amount(end)}</span><span>0</span><span>${amount(end)}</span>
      </p>
    </div>`
  }

  #line(
    figure: LedgerPicture,
    cell: Cell,
    name: string,
    { end, isChosen }: { end: number; isChosen: boolean },
  ) {
    const { drawing, words } = figure
    const score = valueAt(drawing.scores, cell)
    return html`<button
      type="button"
      tabindex=${isChosen ? 0 : -1}
      aria-pressed=${isChosen}
      aria-label=${sentenceOf(figure, cell)}
      @pointerenter=${() => this.#point(cell)}
      @pointerleave=${() => this.#point(undefined)}
      @focus=${() => this.#choose(cell)}
      @click=${() => this.#choose(cell)}
    >
      <span class="name">${cell.column} ${name}</span>
      ${
        Number.isNaN(score)
          ? html`<span class="bar mask"></span><span class="total">${words.hidden}</span>`
          : html`<span class="bar">${bars(partsAt(drawing, cell), score, end)}</span
              ><span class="total">${amount(score)}</span>`
      }
    </button>`
  }

  #legend({ drawing, words }: LedgerPicture) {
    return html`<ul class="legend">
      ${drawing.terms.map(
        ({ term }) =>
          html`<li>
            <span class="swatch term ${term}"></span><span><strong>${words.terms[term]}</strong>${words.colon}${words.meaning[term]}</span>
          </li>`,
      )}
    </ul>`
  }

  #sum(figure: LedgerPicture, cell: Cell) {
    const { drawing, words } = figure
    const [query, key] = cellName(figure, cell)
    const parts = partsAt(drawing, cell)
    const score = valueAt(drawing.scores, cell)
    if (Number.isNaN(score))
      return html`<div class="sum"><p>${words.hiddenCell(query, key)}</p>${this.#legend(figure)}</div>`
    return html`<div class="sum">
      <p>${words.sum(words.cell(query, key))}</p>
      <p class="written">
        <span class="part"><b>${amount(score)}</b><small>${words.score}</small></span>
        ${parts.map(
          ({ term, value }, i) =>
            html`<span class="addend"
              ><span class="sign">${i === 0 ? '=' : amount(value).startsWith('−') ? '−' : '+'}</span
              ><span class="part"
                ><b>${amount(i === 0 ? value : Math.abs(value))}</b
                ><small><span class="swatch term ${term}"></span><span><strong>${words.terms[term]}</strong>${words.colon}${words.meaning[term]}</span></small></span
              ></span
            >`,
        )}
      </p>
      <p class="quiet">${words.weight(weight(valueAt(drawing.weights, cell)))}</p>
    </div>`
  }

  #point(cell: Cell | undefined): void {
    this.pointed = cell
  }

  #choose({ row, column }: Cell): void {
    const { figure } = this
    this.pointed = undefined
    if (figure && (figure.cell.row !== row || figure.cell.column !== column))
      figure.choose({ query: row, key: column })
  }

  // The matrix view stops these events: listen in the capture phase.
  readonly #onCell = {
    capture: true,
    handleEvent: (event: CellEvent): void => this.#point(event.detail ?? undefined),
  }

  readonly #onPick = (event: CustomEvent<Cell>): void => {
    event.stopPropagation()
    this.#choose(event.detail)
  }

  readonly #onKeyDown = (event: KeyboardEvent): void => {
    const lines = [...this.renderRoot.querySelectorAll<HTMLElement>('.stack button')]
    const at = lines.indexOf(event.target as HTMLElement)
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: lines.length - 1 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    lines[Math.max(0, Math.min(lines.length - 1, to))]?.focus()
  }
}

// Positive terms go to the right of 0, negative ones to the left; a mark stands at the score.
function bars(parts: readonly Part[], score: number, end: number) {
  const percent = (value: number) => `${(50 * value) / end}%`
  let [right, left] = [0, 0]
  return [
    ...parts.map(({ term, value }) => {
      if (value < 0) left += value
      const from = value < 0 ? left : right
      if (value > 0) right += value
      const style = `left: calc(50% + ${percent(from)}); width: ${percent(Math.abs(value))}`
      return html`<span class="piece term ${term}" .style=${style}></span>`
    }),
    html`<span class="zero"></span><span class="mark" .style=${`left: calc(50% + ${percent(score)})`}></span>`,
  ]
}
