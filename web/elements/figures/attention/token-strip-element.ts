// <wf-token-strip>: a text as the model reads it, one token per box, with its position. One stop in the tab order;
// arrow keys move inside it.

import { html } from 'lit'
import { baseStyles } from '../../parts/element/element-styles.js'
import { StyledElement } from '../../parts/element/styled-element.js'
import { tokenStripStyles } from './token-strip-styles.js'

export interface Token {
  /** The token as drawn: whitespace becomes a visible symbol. */
  sign: string
  /** Accessible name: "position 4, space". */
  label: string
  position: number
}

/** The hovered or selected token; null when the pointer leaves. */
export type TokenEvent = CustomEvent<number | null>

export class TokenStripElement extends StyledElement {
  static override styles = [baseStyles, tokenStripStyles]

  static override properties = {
    tokens: { attribute: false },
    selected: { type: Number },
    hovered: { type: Number },
    label: {},
    stop: { state: true },
  }

  declare tokens: readonly Token[]
  declare selected: number | undefined
  declare hovered: number | undefined
  declare label: string
  /** The token in the tab order: the one focused last, else the selected one. */
  declare protected stop: number | undefined

  constructor() {
    super()
    this.tokens = []
    this.label = ''
  }

  protected override willUpdate(changed: Map<string, unknown>): void {
    if (changed.has('selected')) this.stop = undefined
  }

  override render() {
    const stop = Math.min(this.stop ?? this.selected ?? 0, this.tokens.length - 1)
    return html`<div
      class="strip ${this.tokens.some(({ sign }) => [...sign].length > 2) ? 'words' : ''}"
      role="toolbar"
      aria-label=${this.label}
      @keydown=${this.#onKeyDown}
      @pointerleave=${() => this.#send('wf-token', null)}
    >
      ${this.tokens.map((token, index) => this.#token(token, index, index === stop))}
    </div>`
  }

  #token({ sign, label, position }: Token, index: number, isStop: boolean) {
    return html`<button
      class=${index === this.hovered ? 'hovered' : ''}
      tabindex=${isStop ? 0 : -1}
      aria-pressed=${index === this.selected}
      aria-label=${label}
      @pointerenter=${() => this.#send('wf-token', index)}
      @focus=${() => this.#onFocus(index)}
      @blur=${() => this.#send('wf-token', null)}
      @click=${() => this.#send('wf-token-pick', index)}
    >
      <span class="sign">${sign}</span><span class="position">${position}</span>
    </button>`
  }

  #onFocus(index: number): void {
    this.stop = index
    this.#send('wf-token', index)
  }

  #onKeyDown(event: KeyboardEvent): void {
    const buttons = [...this.renderRoot.querySelectorAll('button')]
    const at = buttons.indexOf(event.target as HTMLButtonElement)
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: buttons.length - 1 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    buttons[Math.max(0, Math.min(buttons.length - 1, to))]?.focus()
  }

  #send(name: 'wf-token' | 'wf-token-pick', detail: number | null): void {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }))
  }
}
