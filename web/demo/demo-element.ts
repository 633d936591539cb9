// What the parts of the page share: they live in the page's own document, so that its style sheet reaches them.

import { LitElement } from 'lit'
import { type Messages, messagesOf } from './messages/index.js'

export abstract class DemoElement extends LitElement {
  static override properties = { messages: { attribute: false } }

  declare messages: Messages

  constructor() {
    super()
    this.messages = messagesOf.en
  }

  protected override createRenderRoot(): HTMLElement {
    return this
  }

  /** Tells the page what the reader chose. */
  protected choose<T>(name: string, detail: T): void {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true }))
  }
}
