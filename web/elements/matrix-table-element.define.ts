import { defineElement } from './define-element.js'
import { MatrixTableElement } from './matrix-table-element.js'

declare global {
  interface HTMLElementTagNameMap {
    'wf-matrix-table': MatrixTableElement
  }
}

defineElement('wf-matrix-table', MatrixTableElement)
