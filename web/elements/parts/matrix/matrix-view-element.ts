// <wf-matrix-view>: a heat map with its colour scale and a table of values.

import { html, nothing } from 'lit'
import { exact, short } from '../../../content/format.js'
import { controlStyles } from '../controls/control-styles.js'
import { clampInput } from '../controls/controls.js'
import { baseStyles } from '../element/element-styles.js'
import { StyledElement } from '../element/styled-element.js'
import type { ColorMapName } from './color-maps.js'
import { ColorScaleElement } from './color-scale-element.js'
import { type CellEvent, HeatMapElement, type Reading } from './heat-map-element.js'
import type { Cell, Matrix, Range } from './matrix.js'
import { MatrixTableElement } from './matrix-table-element.js'
import { matrixViewStyles } from './matrix-view-styles.js'

/** A matrix with its labels and texts. */
export interface MatrixContent {
  matrix: Matrix
  colors: ColorMapName
  range: Range
  causal: boolean
  label: string
  /** The matrix in one sentence. */
  summary: string
  rowTitle: string
  columnTitle: string
  rowNames?: readonly string[]
  columnNames?: readonly string[]
  describe: (reading: Reading) => string
  /** Name of the measured quantity. */
  scaleLabel?: string
  /** Replaces the scale: what the highest colour means. */
  seenLabel?: string
  /** Meaning of the hatching; empty when nothing is masked. */
  maskedLabel?: string
  /** The selected row, and a token hovered in another view. */
  selectedRow?: number | undefined
  hovered?: number | undefined
}

/** Texts common to all matrices. */
export interface MatrixWords {
  mapHint: string
  exact: string
  tableCaption: (size: number) => string
}

const WINDOW = 16

export class MatrixViewElement extends StyledElement {
  static readonly uses = {
    'wf-heat-map': HeatMapElement,
    'wf-color-scale': ColorScaleElement,
    'wf-matrix-table': MatrixTableElement,
  }

  static override styles = [baseStyles, controlStyles, matrixViewStyles]

  static override properties = {
    content: { attribute: false },
    words: { attribute: false },
    cell: { state: true },
    open: { state: true },
  }

  declare content: MatrixContent | undefined
  declare words: MatrixWords
  /** The centre of the table. */
  declare protected cell: Cell
  /** Whether the table is open: it is not rendered while closed, which keeps sliders fast. */
  declare protected open: boolean

  constructor() {
    super()
    this.words = { mapHint: '', exact: '', tableCaption: () => '' }
    this.cell = { row: 0, column: 0 }
    this.open = false
  }

  override render() {
    const { content, words } = this
    if (!content) return nothing
    const { matrix, colors, range, causal } = content
    return html`<div class="view">
      <wf-heat-map
        .matrix=${matrix}
        .colors=${colors}
        .low=${range.low}
        .high=${range.high}
        .causal=${causal}
        .label=${content.label}
        .summary=${content.summary}
        .hint=${words.mapHint}
        .rowTitle=${content.rowTitle}
        .columnTitle=${content.columnTitle}
        .rowNames=${content.rowNames ?? []}
        .columnNames=${content.columnNames ?? []}
        .describe=${content.describe}
        .selectedRow=${content.selectedRow}
        .hovered=${content.hovered}
        @wf-cell=${this.#onCell}
      ></wf-heat-map>
      <div class="side">
        <wf-color-scale
          .colors=${colors}
          .low=${range.low}
          .high=${range.high}
          .format=${short}
          .label=${content.scaleLabel ?? ''}
          .seenLabel=${content.seenLabel ?? ''}
          .maskedLabel=${content.maskedLabel ?? ''}
        ></wf-color-scale>
        <slot></slot>
        <details @toggle=${this.#onToggle}>
          <summary>${words.exact}</summary>
          ${this.open ? this.#table(content) : nothing}
        </details>
      </div>
    </div>`
  }

  #table(content: MatrixContent) {
    const { words, cell } = this
    const { matrix, causal } = content
    return html`
      <div class="window">
        ${this.#box('row', content.rowTitle, matrix.rows)} ${this.#box('column', content.columnTitle, matrix.columns)}
      </div>
      <wf-matrix-table
        .matrix=${matrix}
        .center=${cell}
        .causal=${causal}
        .caption=${`${content.label} · ${words.tableCaption(WINDOW)}`}
        .rowNames=${content.rowNames ?? []}
        .columnNames=${content.columnNames ?? []}
        .maskedLabel=${content.maskedLabel ?? ''}
        .format=${exact}
      ></wf-matrix-table>
    `
  }

  #box(axis: keyof Cell, label: string, count: number) {
    const take = (event: Event) => {
      const value = clampInput(event, 0, count - 1)
      if (value !== undefined) this.cell = { ...this.cell, [axis]: Math.round(value) }
    }
    return html`<label
      >${label.replace(/\s*→$/, '')}
      <input type="number" min="0" max=${count - 1} .value=${String(Math.min(this.cell[axis], count - 1))} @change=${take} />
    </label>`
  }

  #onToggle(event: Event): void {
    this.open = (event.target as HTMLDetailsElement).open
  }

  #onCell(event: CellEvent): void {
    event.stopPropagation()
    if (event.detail) this.cell = event.detail
  }
}
