// Continues the text: tokens sampled from the model, one by one.

import { html, nothing } from 'lit'
import type { Position } from 'whereformer'
import { controlStyles } from '../../parts/controls/control-styles.js'
import { baseStyles } from '../../parts/element/element-styles.js'
import { StyledElement } from '../../parts/element/styled-element.js'
import { type AnyTrained, positionIn } from '../../parts/trained/own-model.js'
import { continuationStyles } from './continuation-styles.js'
import type { AttentionWords } from './messages.js'

export interface Sampling {
  temperature: number
  topK: number
  topP: number
  seed: number
}

const NEW_TOKENS = 120

export class ContinuationElement extends StyledElement {
  static override styles = [baseStyles, controlStyles, continuationStyles]

  static override properties = {
    trained: { attribute: false },
    text: { attribute: false },
    tokens: { attribute: false },
    sampling: { attribute: false },
    words: { attribute: false },
    continuation: { state: true },
    sampled: { state: true },
    running: { state: true },
    trouble: { state: true },
  }

  declare trained: AnyTrained | undefined
  /** The text that the model continues. */
  declare text: string
  /** Number of tokens of the text. */
  declare tokens: number
  declare sampling: Sampling
  declare words: AttentionWords | undefined
  declare protected continuation: string
  /** Number of tokens of the continuation. */
  declare protected sampled: number
  declare protected running: AbortController | undefined
  declare protected trouble: string

  constructor() {
    super()
    this.text = ''
    this.tokens = 0
    this.sampling = { temperature: 1, topK: 0, topP: 1, seed: 0 }
    this.#clear()
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    this.running?.abort()
  }

  protected override willUpdate(changed: Map<PropertyKey, unknown>): void {
    if (!changed.has('text') && !changed.has('trained')) return
    this.running?.abort()
    this.#clear()
  }

  #clear(): void {
    this.continuation = ''
    this.sampled = 0
    this.trouble = ''
  }

  override render() {
    const { words, running, continuation } = this
    if (!words) return nothing
    const room = this.#room()
    return html`
      <div class="buttons">
        <button type="button" class="go" ?disabled=${!running && room === 0} @click=${running ? () => running.abort() : this.#generate}>
          ${running ? words.stop : words.continue}
        </button>
        <button type="button" ?disabled=${!continuation || !!running} @click=${this.#adopt}>${words.adopt}</button>
      </div>
      <output aria-label=${words.output} ?hidden=${!continuation && !running}
        ><span class="quiet">${this.text}</span>${continuation}</output
      >
      ${this.#note(words, room)}
      ${this.trouble ? html`<p role="alert">${words.stopped} <code>${this.trouble}</code></p>` : nothing}
    `
  }

  #note(words: AttentionWords, room: number) {
    const { trained, tokens, sampled } = this
    if (!trained) return nothing
    if (room < NEW_TOKENS) return html`<p class="quiet">${words.tableEnd(trained.context)}</p>`
    const isBeyond = tokens + sampled > trained.context
    return isBeyond ? html`<p class="quiet">${words.beyond(trained.context)}</p>` : nothing
  }

  /** A learned table has a maximum length; other encodings do not. */
  #room(): number {
    const { trained } = this
    const rows = rowsOf(trained && (positionIn(trained).position ?? trained.model.position))
    return Math.max(0, Math.min(NEW_TOKENS, rows - this.tokens))
  }

  async #generate(): Promise<void> {
    const { trained, text } = this
    if (!trained || this.running) return
    const running = new AbortController()
    this.running = running
    this.#clear()
    try {
      const ids = await trained.model.encode(text)
      await trained.model.generate(ids, {
        ...positionIn(trained),
        ...this.sampling,
        maxNewTokens: this.#room(),
        signal: running.signal,
        onToken: (_: number, text = '') => {
          if (running.signal.aborted) return
          this.continuation += text
          this.sampled++
        },
      })
    } catch (error) {
      if (!running.signal.aborted) this.trouble = error instanceof Error ? error.message : String(error)
    } finally {
      if (this.running === running) this.running = undefined
    }
  }

  #adopt(): void {
    this.dispatchEvent(new CustomEvent('wf-adopt', { detail: this.text + this.continuation }))
  }
}

function rowsOf(position: unknown): number {
  const parts = [position ?? []].flat() as Exclude<Position, readonly unknown[]>[]
  const rows = parts.map((part) =>
    part.type === 'learned' ? (part.table.shape[0] ?? 0) - (part.offset ?? 0) : Number.POSITIVE_INFINITY,
  )
  // spread: one per learned table of the model
  return Math.min(...rows, Number.POSITIVE_INFINITY)
}
