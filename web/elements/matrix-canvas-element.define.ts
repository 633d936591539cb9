import { defineElement } from './define-element.js'
import { MatrixCanvasElement } from './matrix-canvas-element.js'

declare global {
  interface HTMLElementTagNameMap {
    'wf-matrix-canvas': MatrixCanvasElement
  }
}

defineElement('wf-matrix-canvas', MatrixCanvasElement)
