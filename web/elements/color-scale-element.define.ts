import { ColorScaleElement } from './color-scale-element.js'
import { defineElement } from './define-element.js'

declare global {
  interface HTMLElementTagNameMap {
    'wf-color-scale': ColorScaleElement
  }
}

defineElement('wf-color-scale', ColorScaleElement)
