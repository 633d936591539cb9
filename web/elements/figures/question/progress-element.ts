// "4 of 13 answered, 3 right", and the way to begin again: for the questions of this page.

import { html, nothing, type PropertyDeclarations } from 'lit'
import { controlStyles } from '../../parts/controls/control-styles.js'
import { baseStyles } from '../../parts/element/element-styles.js'
import { StyledElement } from '../../parts/element/styled-element.js'
import type { QuestionWords } from './messages.js'
import { answers, CHANGED, forget } from './progress.js'
import { progressStyles } from './progress-styles.js'

export class ProgressElement extends StyledElement {
  static override styles = [baseStyles, controlStyles, progressStyles]

  static override properties: PropertyDeclarations = { words: { attribute: false } }

  declare words: QuestionWords | undefined

  override connectedCallback(): void {
    super.connectedCallback()
    document.addEventListener(CHANGED, this.#refresh)
    globalThis.addEventListener('storage', this.#refresh)
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    document.removeEventListener(CHANGED, this.#refresh)
    globalThis.removeEventListener('storage', this.#refresh)
  }

  override render(): unknown {
    if (!this.words) return nothing
    const ids = asked()
    const all = answers()
    const answered = ids.filter((id) => Object.hasOwn(all, id))
    const right = answered.filter((id) => all[id]?.right).length
    return html`<p>
      <span tabindex="-1">${this.words.progress(answered.length, ids.length, right)}</span>
      ${answered.length ? html`<button type="button" @click=${this.#reset}>${this.words.reset}</button>` : nothing}
    </p>`
  }

  readonly #refresh = (): void => this.requestUpdate()

  readonly #reset = (): void => {
    forget(asked())
    for (const one of elements()) one.reset()
    this.renderRoot.querySelector('span')?.focus() // the button goes
  }
}

type Asking = HTMLElement & { question?: string; reset(): void }

const elements = (): Asking[] => [...document.querySelectorAll<Asking>('wf-question:defined')]

/** The questions of this page, each once. */
const asked = (): string[] => [...new Set(elements().map(({ question }) => question ?? ''))]
