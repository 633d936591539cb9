import { defineElement } from './define-element.js'
import { ProbabilityBarsElement } from './probability-bars-element.js'

declare global {
  interface HTMLElementTagNameMap {
    'wf-probability-bars': ProbabilityBarsElement
  }
}

defineElement('wf-probability-bars', ProbabilityBarsElement)
