// <wf-encoding-toggles>: buttons that are on or off, as one stop of the keyboard; arrow keys move between them.

import { html } from 'lit'
import { controlStyles } from '../../parts/controls/control-styles.js'
import { baseStyles } from '../../parts/element/element-styles.js'
import { StyledElement } from '../../parts/element/styled-element.js'
import { encodingTogglesStyles } from './encoding-toggles-styles.js'

export interface Toggle {
  readonly name: string
  readonly label: string
}

/** Detail of `toggles`: the names that are on. */
export type TogglesEvent = CustomEvent<readonly string[]>

export class EncodingTogglesElement extends StyledElement {
  static override styles = [baseStyles, controlStyles, encodingTogglesStyles]

  static override properties = {
    toggles: { attribute: false },
    on: { attribute: false },
    fewest: { type: Number },
    most: { type: Number },
    label: {},
    stop: { state: true },
  }

  declare toggles: readonly Toggle[]
  declare on: readonly string[]
  declare fewest: number
  declare most: number
  declare label: string
  /** Which of them Tab reaches. */
  declare protected stop: number

  constructor() {
    super()
    this.toggles = []
    this.on = []
    this.fewest = 0
    this.most = Number.POSITIVE_INFINITY
    this.label = ''
    this.stop = 0
  }

  override render() {
    return html`<div class="toggles" role="toolbar" aria-label=${this.label} @keydown=${this.#onKeyDown}>
      ${this.toggles.map(
        ({ name, label }, i) =>
          html`<button
            id=${name}
            type="button"
            tabindex=${i === this.stop ? 0 : -1}
            aria-pressed=${this.on.includes(name)}
            aria-disabled=${!this.#mayChange(name)}
            @focus=${() => {
              this.stop = i
            }}
            @click=${() => this.#change(name)}
          >
            ${label}
          </button>`,
      )}
    </div>`
  }

  #mayChange(name: string): boolean {
    const { length } = this.on
    return this.on.includes(name) ? length > this.fewest : length < this.most
  }

  #change(name: string): void {
    if (!this.#mayChange(name)) return
    const isOn = (one: string) => (one === name ? !this.on.includes(one) : this.on.includes(one))
    const detail = this.toggles.map((toggle) => toggle.name).filter(isOn)
    this.dispatchEvent(new CustomEvent('toggles', { detail }))
  }

  #onKeyDown(event: KeyboardEvent): void {
    const last = this.toggles.length - 1
    const to = {
      ArrowRight: this.stop + 1,
      ArrowDown: this.stop + 1,
      ArrowLeft: this.stop - 1,
      ArrowUp: this.stop - 1,
      Home: 0,
      End: last,
    }[event.key]
    if (to === undefined) return
    event.preventDefault()
    const at = to < 0 ? last : to > last ? 0 : to
    this.renderRoot.querySelectorAll('button')[at]?.focus()
  }
}
