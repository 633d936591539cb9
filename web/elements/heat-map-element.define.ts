import { defineElement } from './define-element.js'
import { HeatMapElement } from './heat-map-element.js'

declare global {
  interface HTMLElementTagNameMap {
    'wf-heat-map': HeatMapElement
  }
}

defineElement('wf-heat-map', HeatMapElement)
