// The page: one text, one choice of layer, head and token, and the figures that share them.

import { html, nothing, type TemplateResult } from 'lit'
import type { Progress } from 'whereformer'
import type { TokenEvent } from '../elements/token-strip-element.js'
import '../elements/token-strip-element.define.js'
import './demo-attention.js'
import './demo-encoding.js'
import './demo-next.js'
import './demo-shift.js'
import { DemoElement } from './demo-element.js'
import { Engine, type Library, type ModelName, type OpenModel, type Stage } from './engine.js'
import { signOf } from './format.js'
import { Latest } from './latest.js'
import { htmlLanguage, type Language, languageOf, messagesOf } from './messages/index.js'
import { LONGEST_TEXT, type PageState, parseState, printState, THEMES, type Theme } from './page-state.js'
import { mapCounts, prepare, type Reading, read } from './reading.js'
import { type Trouble, troubleOf } from './trouble.js'
import { progressView, spokenName, troubleView } from './views.js'

const WRITE_URL_AFTER = 300

export class DemoPageElement extends DemoElement {
  static override properties = {
    ...DemoElement.properties,
    state: { state: true },
    loading: { state: true },
    library: { state: true },
    rope: { state: true },
    learned: { state: true },
    reading: { state: true },
    hovered: { state: true },
    note: { state: true },
    trouble: { state: true },
  }

  declare protected state: PageState
  declare protected loading: ReadonlyMap<Stage, Progress | undefined>
  declare protected library: Library | undefined
  declare protected rope: OpenModel | undefined
  declare protected learned: OpenModel | undefined
  declare protected reading: Reading | undefined
  declare protected hovered: number | undefined
  /** What to say about the text: too long, an unknown character. */
  declare protected note: (() => string) | undefined
  declare protected trouble: Trouble | undefined

  readonly #engine = new Engine((stage, progress) => this.#show(stage, progress))
  readonly #read = new Latest((text: string) => this.#readNow(text))
  #urlTimer: ReturnType<typeof setTimeout> | undefined

  constructor() {
    super()
    const asked = new URLSearchParams(location.search).get('lang')
    this.state = parseState(location.hash, languageOf(asked ?? navigator.language) ?? 'en')
    this.loading = new Map()
  }

  override connectedCallback(): void {
    super.connectedCallback()
    addEventListener('hashchange', this.#onHashChange)
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    removeEventListener('hashchange', this.#onHashChange)
  }

  protected override firstUpdated(): void {
    void this.#start()
  }

  protected override willUpdate(changed: Map<string, unknown>): void {
    if (!changed.has('state')) return
    this.messages = messagesOf[this.state.lang]
    document.title = this.messages.title
    document.documentElement.lang = htmlLanguage[this.state.lang]
    document.documentElement.dataset.theme = this.state.theme
  }

  override render() {
    const { messages, state, reading } = this
    return html`
      <header>
        <h1>Whereformer</h1>
        <div class="preferences">${this.#languages()} ${this.#themes()}</div>
      </header>
      <main
        @query=${(event: CustomEvent<number>) => this.#set({ query: event.detail })}
        @head=${(event: CustomEvent<Pick<PageState, 'layer' | 'head'>>) => this.#set(event.detail)}
        @shift=${(event: CustomEvent<number>) => this.#set({ shift: event.detail })}
        @shift-head=${(event: CustomEvent<Partial<PageState>>) => this.#set(event.detail)}
        @encoding=${(event: CustomEvent<Partial<PageState>>) => this.#set(event.detail)}
        @text=${(event: CustomEvent<string>) => this.#setText(event.detail)}
        @reload=${() => this.#start()}
      >
        <p class="lead">${messages.lead}</p>
        ${this.#textBox()} ${this.#status()} ${this.#strip()}
        <demo-attention
          .messages=${messages}
          .reading=${reading}
          .layer=${this.#clampLayer(state.layer)}
          .head=${this.#clampHead(state.head)}
          .query=${this.#query}
          .hovered=${this.hovered}
        ></demo-attention>
        <demo-next
          .messages=${messages}
          .library=${this.library}
          .open=${this.rope}
          .reading=${reading}
          .query=${this.#query}
        ></demo-next>
        <demo-shift
          .messages=${messages}
          .open=${this.rope}
          .learnedOpen=${this.learned}
          .characters=${reading?.characters}
          .layer=${this.#clampLayer(state.shiftLayer)}
          .head=${this.#clampHead(state.shiftHead)}
          .shift=${state.shift}
        ></demo-shift>
        <demo-encoding
          .messages=${messages}
          .library=${this.library}
          .learnedOpen=${this.learned}
          .state=${state}
        ></demo-encoding>
      </main>
      <footer class="quiet"><p>${messages.footer}</p>${this.#build()}</footer>
    `
  }

  #languages(): TemplateResult {
    const button = (language: Language, name: string) =>
      html`<button
        lang=${htmlLanguage[language]}
        aria-pressed=${this.state.lang === language}
        @click=${() => this.#set({ lang: language })}
      >
        ${name}
      </button>`
    return html`<div role="group" class="segments" aria-label=${this.messages.language}>
      ${button('en', 'English')}${button('zh', '中文')}
    </div>`
  }

  #themes(): TemplateResult {
    const { messages, state } = this
    return html`<label class="inline"
      >${messages.theme}
      <select
        id="theme"
        @change=${(event: Event) => this.#set({ theme: (event.target as HTMLSelectElement).value as Theme })}
      >
        ${THEMES.map(
          (theme) =>
            html`<option value=${theme} .selected=${theme === state.theme}>${messages.themes[theme]}</option>`,
        )}
      </select></label
    >`
  }

  #textBox(): TemplateResult {
    const { messages, state } = this
    return html`<div class="text-box">
      <label for="text">${messages.text.label}</label>
      <textarea
        id="text"
        rows="2"
        maxlength=${LONGEST_TEXT}
        spellcheck="false"
        autocomplete="off"
        autocapitalize="off"
        aria-describedby="text-note"
        .value=${state.text}
        @input=${(event: Event) => this.#setText((event.target as HTMLTextAreaElement).value)}
      ></textarea>
      <p id="text-note" class=${this.note ? 'note' : 'quiet'} aria-live="polite">
        ${this.note?.() ?? messages.text.hint(this.rope?.context ?? 64)}
      </p>
    </div>`
  }

  #status() {
    const stages = [...this.loading].map(([stage, progress]) => progressView(this.messages, stage, progress))
    return html`${stages} ${troubleView(this.messages, this.trouble, () => void this.#start())}`
  }

  #strip() {
    const { messages, reading } = this
    if (!reading) return html`<div class="placeholder strip"></div>`
    return html`<wf-token-strip
        .tokens=${reading.characters.map((character, position) => ({
          sign: signOf(character),
          label: messages.text.token(spokenName(messages, reading.characters, position), position),
          position,
        }))}
        .selected=${this.#query}
        .hovered=${this.hovered}
        .label=${messages.text.strip}
        @wf-token=${(event: TokenEvent) => {
          this.hovered = event.detail ?? undefined
        }}
        @wf-token-pick=${(event: TokenEvent) => this.#set({ query: event.detail ?? undefined })}
      ></wf-token-strip>
      <p class="quiet">${messages.text.stripHint}</p>`
  }

  #build() {
    if (!this.library) return nothing
    const { version, variant, toolchain } = this.library.info
    return html`<p>${this.messages.build(version, variant, toolchain)}</p>`
  }

  // Choices from a link may lie outside this text or this model.
  get #query(): number {
    const last = Math.max(0, (this.reading?.ids.length ?? 1) - 1)
    return Math.min(this.state.query ?? last, last)
  }

  #clampLayer(layer: number): number {
    return this.reading ? Math.min(layer, mapCounts(this.reading).layers - 1) : layer
  }

  #clampHead(head: number): number {
    return this.reading ? Math.min(head, mapCounts(this.reading).heads - 1) : head
  }

  async #start(): Promise<void> {
    this.trouble = undefined
    try {
      this.library = await this.#stage('wasm', this.#engine.library())
      this.rope = await this.#stage('rope', this.#engine.model('rope'))
      this.#read.request(this.state.text)
      this.learned = await this.#stage('learned', this.#engine.model('learned'))
    } catch (error) {
      this.trouble = troubleOf(error)
    }
  }

  // A stage shows its bar while it lasts.
  async #stage<T>(stage: Stage, work: Promise<T>): Promise<T> {
    const done = this.#isOpen(stage)
    if (!done) this.#show(stage, undefined)
    try {
      return await work
    } finally {
      const rest = new Map(this.loading)
      rest.delete(stage)
      this.loading = rest
    }
  }

  #isOpen(stage: Stage): boolean {
    return (stage === 'wasm' ? this.library : this[stage satisfies ModelName]) !== undefined
  }

  #show(stage: Stage, progress: Progress | undefined): void {
    this.loading = new Map(this.loading).set(stage, progress)
  }

  async #readNow(text: string): Promise<void> {
    const open = this.rope
    if (!open) return
    const { characters, length, stranger } = prepare(text, open)
    this.note = this.#noteOn(length, stranger, open)
    if (length === 0 || stranger !== undefined) return
    try {
      this.reading = await read(open, characters)
      this.trouble = undefined
    } catch (error) {
      this.trouble = troubleOf(error)
    }
  }

  #noteOn(length: number, stranger: string | undefined, open: OpenModel): (() => string) | undefined {
    if (length === 0) return () => this.messages.text.empty
    if (stranger !== undefined) {
      const others = open.characters.filter((character) => !/[\sa-z]/i.test(character)).join(' ')
      return () => this.messages.text.unknown(stranger, others)
    }
    return length > open.context ? () => this.messages.text.tooLong(length, open.context) : undefined
  }

  #setText(text: string): void {
    this.#set({ text: text.slice(-LONGEST_TEXT), query: undefined })
    this.#read.request(this.state.text)
  }

  #set(change: Partial<PageState>): void {
    this.state = { ...this.state, ...change }
    clearTimeout(this.#urlTimer)
    this.#urlTimer = setTimeout(() => history.replaceState(null, '', printState(this.state)), WRITE_URL_AFTER)
  }

  readonly #onHashChange = (): void => {
    const { text } = this.state
    this.state = parseState(location.hash, this.state.lang)
    if (this.state.text !== text) this.#read.request(this.state.text)
  }
}

customElements.define('demo-page', DemoPageElement)
