// <wf-matrix-table>: the exact numbers of a window of a matrix, for reading, copying and screen readers.

import { html, nothing } from 'lit'
import { baseStyles } from '../element/element-styles.js'
import { StyledElement } from '../element/styled-element.js'
import { type Cell, isHidden, type Matrix, valueAt } from './matrix.js'
import { matrixTableStyles } from './matrix-table-styles.js'

const WINDOW = 16

export class MatrixTableElement extends StyledElement {
  static override styles = [baseStyles, matrixTableStyles]

  static override properties = {
    matrix: { attribute: false },
    center: { attribute: false },
    causal: { type: Boolean },
    caption: {},
    rowNames: { attribute: false },
    columnNames: { attribute: false },
    maskedLabel: { attribute: 'masked-label' },
    format: { attribute: false },
    named: { type: Boolean },
  }

  declare matrix: Matrix | undefined
  /** The cell that the window is centred on, as far as the matrix allows. */
  declare center: Cell
  declare causal: boolean
  declare caption: string
  declare rowNames: readonly string[]
  declare columnNames: readonly string[]
  declare maskedLabel: string
  declare format: (value: number) => string
  /** Rows and columns have names alone, without their indices. */
  declare named: boolean

  constructor() {
    super()
    this.center = { row: 0, column: 0 }
    this.causal = false
    this.caption = ''
    this.rowNames = []
    this.columnNames = []
    this.maskedLabel = ''
    this.format = String
    this.named = false
  }

  override render() {
    const { matrix } = this
    if (!matrix) return nothing
    const rows = windowOf(this.center.row, matrix.rows)
    const columns = windowOf(this.center.column, matrix.columns)
    return html`<div class="scroll" tabindex="0" role="group" aria-label=${this.caption}>
      <table>
        <caption>
          ${this.caption}
        </caption>
        <thead>
          <tr>
            <td></td>
            ${columns.map((column) => html`<th scope="col">${this.#name(column, this.columnNames)}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${rows.map(
            (row) =>
              html`<tr>
                <th scope="row">${this.#name(row, this.rowNames)}</th>
                ${columns.map((column) => this.#cell(matrix, { row, column }))}
              </tr>`,
          )}
        </tbody>
      </table>
    </div>`
  }

  #name(index: number, names: readonly string[]): string {
    return this.named ? (names[index] ?? '') : `${index} ${names[index] ?? ''}`
  }

  #cell(matrix: Matrix, cell: Cell) {
    return isHidden(cell, this.causal)
      ? html`<td class="hidden"><span class="unseen">${this.maskedLabel}</span></td>`
      : html`<td>${this.format(valueAt(matrix, cell))}</td>`
  }
}

/** At most 16 neighbouring indices around a centre. */
function windowOf(center: number, count: number): number[] {
  const first = Math.max(0, Math.min(center - WINDOW / 2, count - WINDOW))
  return Array.from({ length: Math.min(WINDOW, count) }, (_, i) => first + i)
}
