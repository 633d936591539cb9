import { defineElement } from './define-element.js'
import { TokenStripElement } from './token-strip-element.js'

declare global {
  interface HTMLElementTagNameMap {
    'wf-token-strip': TokenStripElement
  }
}

defineElement('wf-token-strip', TokenStripElement)
