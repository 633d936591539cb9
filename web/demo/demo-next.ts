// What comes next: the ten likeliest characters after a token, and a continuation drawn from them.

import { html, nothing } from 'lit'
import type { Bar } from '../elements/probability-bars-element.js'
import '../elements/probability-bars-element.define.js'
import { DemoElement } from './demo-element.js'
import type { Library, OpenModel } from './engine.js'
import { percent, signOf } from './format.js'
import { Latest } from './latest.js'
import { nextCharacters, type Reading } from './reading.js'
import { type Trouble, troubleOf } from './trouble.js'
import { rangeControl, troubleView } from './views.js'

const BARS = 10
const NEW_CHARACTERS = 120

interface Sampling {
  temperature: number
  topK: number
  topP: number
  seed: number
}

export class DemoNextElement extends DemoElement {
  static override properties = {
    ...DemoElement.properties,
    library: { attribute: false },
    open: { attribute: false },
    reading: { attribute: false },
    query: { type: Number },
    bars: { state: true },
    trouble: { state: true },
    sampling: { state: true },
    prompt: { state: true },
    continuation: { state: true },
    running: { state: true },
  }

  declare library: Library | undefined
  declare open: OpenModel | undefined
  declare reading: Reading | undefined
  declare query: number
  declare protected bars: { token: number; characters: readonly string[]; list: Bar[] } | undefined
  declare protected trouble: Trouble | undefined
  declare protected sampling: Sampling
  declare protected prompt: string
  declare protected continuation: string
  declare protected running: AbortController | undefined

  readonly #predict = new Latest(() => this.#predictNow())

  constructor() {
    super()
    this.sampling = { temperature: 0.8, topK: 0, topP: 1, seed: 1 }
    this.prompt = ''
    this.continuation = ''
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    this.running?.abort()
  }

  protected override willUpdate(changed: Map<string, unknown>): void {
    if (changed.has('reading') || changed.has('query')) this.#predict.request(undefined)
  }

  override render() {
    const { messages, bars } = this
    const rest = 1 - (bars?.list.reduce((sum, { value }) => sum + value, 0) ?? 0)
    return html`
      <h2>${messages.next.heading}</h2>
      <p class="look">${bars ? messages.next.look(bars.token, signOf(bars.characters[bars.token] ?? '')) : nothing}</p>
      <figure class="narrow">
        <wf-probability-bars
          .bars=${bars?.list ?? []}
          .label=${messages.next.label}
          .format=${percent}
        ></wf-probability-bars>
        <figcaption>${bars ? messages.next.rest(percent(Math.max(0, rest))) : nothing}</figcaption>
        ${this.#continuation()} ${troubleView(messages, this.trouble, () => this.#retry())}
      </figure>
    `
  }

  #continuation() {
    const { messages } = this
    return html`
      <div class="controls">
        <button class="action" ?disabled=${!this.reading || !!this.running} @click=${this.#generate}>
          ${messages.next.continue}
        </button>
        <button ?disabled=${!this.running} @click=${() => this.running?.abort()}>${messages.next.stop}</button>
        <button
          ?disabled=${!this.continuation || !!this.running}
          @click=${() => this.choose('text', this.prompt + this.continuation)}
        >
          ${messages.next.adopt}
        </button>
      </div>
      <output class="continuation" aria-label=${messages.next.output} ?hidden=${!this.prompt}
        ><span class="quiet">${this.prompt}</span>${this.continuation}</output
      >
      ${this.#beyondContext()}
      <details>
        <summary>${messages.next.settings}</summary>
        <div class="controls stacked">${this.#settings()}</div>
      </details>
    `
  }

  #beyondContext() {
    const { messages, open } = this
    const length = this.prompt.length + this.continuation.length
    return open && length > open.context
      ? html`<p class="quiet">${messages.next.beyond(open.context)}</p>`
      : nothing
  }

  #settings() {
    const { next } = this.messages
    const control = (
      key: keyof Sampling,
      label: string,
      help: string,
      range: { min: number; max: number; step: number },
    ) =>
      rangeControl({
        id: `sampling-${key}`,
        label,
        help,
        ...range,
        value: this.sampling[key],
        onChange: (value) => {
          this.sampling = { ...this.sampling, [key]: value }
        },
      })
    return [
      control('temperature', next.temperature, next.temperatureHelp, { min: 0, max: 2, step: 0.05 }),
      control('topK', next.topK, next.topKHelp, { min: 0, max: 65, step: 1 }),
      control('topP', next.topP, next.topPHelp, { min: 0.05, max: 1, step: 0.05 }),
      control('seed', next.seed, next.seedHelp, { min: 0, max: 1000, step: 1 }),
    ]
  }

  async #predictNow(): Promise<void> {
    const { library, open, reading, query } = this
    if (!library || !open || !reading || query >= reading.ids.length) return
    try {
      const candidates = await nextCharacters(library, open, reading, query, BARS)
      const list = candidates.map(({ character, probability }) => ({
        name: signOf(character),
        value: probability,
      }))
      this.bars = { token: query, characters: reading.characters, list }
      this.trouble = undefined
    } catch (error) {
      this.trouble = troubleOf(error)
    }
  }

  async #generate(): Promise<void> {
    const { open, reading } = this
    if (!open || !reading || this.running) return
    this.running = new AbortController()
    this.prompt = reading.characters.join('')
    this.continuation = ''
    this.trouble = undefined
    try {
      await open.model.generate(reading.ids, {
        ...this.sampling,
        maxNewTokens: NEW_CHARACTERS,
        signal: this.running.signal,
        onToken: (id: number) => {
          this.continuation += open.characters[id] ?? ''
        },
      })
    } catch (error) {
      if (!this.running.signal.aborted) this.trouble = troubleOf(error)
    } finally {
      this.running = undefined
    }
  }

  #retry(): void {
    this.trouble = undefined
    this.choose('reload', null)
  }
}

customElements.define('demo-next', DemoNextElement)
