// biome-ignore-all lint/complexity/noThisInStatic: Lit calls its static hooks on the class of each figure
// Base class of all figures: two languages, lazy loading, the shared engine, state as plain JSON, errors as sentences.
// web/elements/README.md shows how to write one.

import {
  type CSSResultGroup,
  type CSSResultOrNative,
  nothing,
  type PropertyDeclaration,
  type PropertyDeclarations,
} from 'lit'
import type { Language } from '../../../content/bilingual.js'
import type { Json } from '../../../content/json.js'
import { controlStyles } from '../controls/control-styles.js'
import { defineAll } from '../element/define-element.js'
import { baseStyles } from '../element/element-styles.js'
import { LanguageController } from '../element/language-controller.js'
import { StyledElement } from '../element/styled-element.js'
import { tokens } from '../element/tokens.js'
import { VisibilityController } from '../element/visibility-controller.js'
import { type Engine, engine, type Lease } from '../engine/engine.js'
import { attributeComplaints } from './attributes.js'
import type { Fields, StateOf } from './fields.js'
import type { At, FigureBody } from './figure-body.js'
import { FigureSettings } from './figure-settings.js'
import { type Complaint, type Refusal, shown, stateText } from './figure-state.js'
import { figureStyles } from './figure-styles.js'
import { figureView } from './figure-view.js'
import { Fragment } from './fragment.js'
import type { CodeView, Phase } from './frame.js'
import { kebab } from './kebab.js'
import { Latest } from './latest.js'
import { pageCaptionApplies } from './page-caption.js'
import { FigureFailure, type Trouble, troubleOf } from './trouble.js'
import { figureWords } from './words.js'

/** Downloads above this size wait until the reader asks. */
const LARGE = 1_000_000

export abstract class FigureElement<F extends Fields = Fields> extends StyledElement {
  /** Each field is an attribute, a property and a part of `state`. */
  static readonly fields: Fields = {}

  static override styles: CSSResultGroup = [baseStyles, controlStyles, figureStyles]

  static override properties: PropertyDeclarations = {
    theme: { reflect: true, useDefault: true },
    controls: { reflect: true, useDefault: true },
    fragment: { converter: (text) => text !== null && text !== 'false' },
    picture: { state: true },
    phase: { state: true },
    trouble: { state: true },
    loaded: { state: true },
    panel: { state: true },
    menuOpen: { state: true },
    moreShown: { state: true },
    codeShown: { state: true },
    note: { state: true },
    refusedLink: { state: true },
  }

  /** 'light' or 'dark', with a background of its own; anything else follows the page. */
  declare theme: string
  /** 'none' hides the panel and the menu. */
  declare controls: string
  /** Keeps the state in the fragment of the page's address, under the id of this element. */
  declare fragment: boolean
  /** The last result; kept while the next one is computed and after an error. */
  declare protected picture: unknown
  /** @internal */
  declare phase: Phase
  /** @internal */
  declare trouble: Trouble | undefined
  /** @internal Download progress 0 … 1; undefined while unknown. */
  declare loaded: number | undefined
  /** Whether the settings are rendered: one task after the first picture, to keep tasks short. */
  declare protected panel: boolean
  /** @internal */
  declare menuOpen: boolean
  /** @internal Whether the settings behind “More” are shown. */
  declare moreShown: boolean
  /** @internal */
  declare codeShown: CodeView | undefined
  /** @internal What was done: "Copied." */
  declare note: string
  /** @internal A link that the clipboard refused. */
  declare refusedLink: string

  /** The engine of all figures of the page, unless a figure keeps one busy and overrides this. */
  protected readonly engine: Engine = engine
  readonly #settings: FigureSettings<F>
  readonly #language = new LanguageController(this)
  readonly #compute = new Latest(() => this.#computeNow())
  // biome-ignore lint/suspicious/noExplicitAny: see body()
  #body: FigureBody<F, any, any> | undefined
  #lease: Lease | undefined
  /** Whether it may compute: large downloads wait until the reader asks. */
  #started = false
  #fragment: Fragment | undefined
  /** The settings requested last, and those of the picture shown. */
  #asked: StateOf<F> | undefined
  #shown: StateOf<F> | undefined
  #reported = new Set<string>()

  constructor() {
    super()
    this.#settings = new FigureSettings((this.constructor as typeof FigureElement).fields as F)
    this.theme = ''
    this.controls = ''
    this.fragment = false
    this.phase = 'unseen'
    this.panel = false
    this.menuOpen = false
    this.moreShown = false
    this.note = ''
    this.refusedLink = ''
    new VisibilityController(this, () => void this.#seen())
  }

  /** The body of the figure: a separate module, loaded when the element first becomes visible. */
  // biome-ignore lint/suspicious/noExplicitAny: each figure has words and pictures of its own, which nobody else looks at
  protected abstract body(): Promise<FigureBody<F, any, any>>

  /** @internal Those of the body come with it. */
  protected override get ownStyles(): CSSResultOrNative[] {
    const styles = this.#body?.styles
    return styles ? [...super.ownStyles, styles] : super.ownStyles
  }

  get language(): Language {
    return this.#language.language
  }

  /** The current settings, all valid. */
  protected get now(): StateOf<F> {
    return this.#settings.now
  }

  /** Plain JSON, at most 2000 characters as text. Setting it never throws: invalid values are replaced by defaults. */
  get state(): Record<string, Json> {
    return this.#settings.print()
  }

  set state(given: unknown) {
    this.#settings.restore(given)
    this.requestUpdate()
  }

  /** Sets the state as if the reader had: fires wf-state, and writes the link where there is one. */
  choose(state: unknown): void {
    this.state = state
    this.#sendState()
  }

  /** The state as the text of a link. */
  get stateText(): string {
    return stateText(this.state)
  }

  /** The context that the functions of the body get. */
  #at(): At<F, unknown> {
    const { language } = this
    return {
      element: this,
      state: this.now,
      language,
      words: this.#body?.words[language],
      frame: figureWords[language],
      change: (changes) => this.change(changes),
      complain: (refusal) => this.#complain(refusal),
      fail: (cause) => this.fail(cause),
      recompute: () => this.recompute(),
    }
  }

  /** The reader changed something. */
  protected change(changes: Partial<StateOf<F>>): void {
    this.#settings.change(changes)
    this.#sendState()
  }

  #complain(refusal: Refusal<F>): void {
    this.#settings.refuse(refusal)
    this.requestUpdate()
  }

  /** What of the tag and of the settings is not used. */
  get #complaints(): Complaint[] {
    const known = (this.constructor as typeof FigureElement).observedAttributes
    return [...attributeComplaints(this, known), ...this.#settings.complaints.values()]
  }

  /** The value used in place of a rejected one, as text; undefined where none was. */
  #usedFor(name: string): string | undefined {
    const now: Readonly<Record<string, unknown>> = this.now
    const [field = '', ...part] = Object.hasOwn(now, name) ? [name] : name.split('.')
    const value = part.length
      ? (now[field] as Record<string, unknown> | undefined)?.[part.join('.')]
      : now[field]
    return value === undefined || value === '' ? undefined : shown(value)
  }

  /** Recomputes with unchanged settings, for a picture that depends on more than these. */
  protected recompute(): void {
    this.#shown = undefined
    this.#compute.request(undefined)
  }

  /** Resets to the values of the attributes. */
  reset(): void {
    this.#settings.reset()
    this.note = ''
    this.#sendState()
  }

  // ---- lifecycle

  /** The browser reads this once per class, when the element is defined: before that each field becomes a property. */
  static override get observedAttributes(): string[] {
    for (const [name, options] of Object.entries(declarations(this.fields)))
      if (!this.elementProperties.has(name)) this.createProperty(name, options)
    return super.observedAttributes
  }

  static override createProperty(name: PropertyKey, options?: PropertyDeclaration): void {
    super.createProperty(name, options)
    if (typeof name !== 'string' || !Object.hasOwn(this.fields, name)) return
    Object.defineProperty(this.prototype, name, {
      configurable: true,
      enumerable: true,
      get(this: FigureElement) {
        return this.#settings.now[name]
      },
      set(this: FigureElement, given: unknown) {
        this.#settings.assign(name, given)
        this.requestUpdate()
      },
    })
  }

  override connectedCallback(): void {
    super.connectedCallback()
    if (this.hasUpdated) this.requestUpdate()
    document.addEventListener('pointerdown', this.#closeMenu)
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    this.#fragment?.close()
    this.#fragment = undefined
    this.#lease?.end()
    this.#lease = undefined
    this.#started = false
    document.removeEventListener('pointerdown', this.#closeMenu)
  }

  /** Called after moveBefore(). */
  connectedMoveCallback(): void {
    this.#language.refresh()
  }

  /** The name of the figure in the fragment of the address. */
  get linkName(): string {
    return this.id || this.localName
  }

  // Properties set before the element was defined have been applied by now; the link overrides them.
  protected override willUpdate(_: Map<PropertyKey, unknown>): void {
    this.#upgradeState()
    if (this.isConnected) this.#fragment ??= new Fragment(this.linkName, (state) => this.#follow(state))
    if (this.#started && this.#asked !== this.now) this.#compute.request(undefined)
  }

  #upgradeState(): void {
    if (!Object.hasOwn(this, 'state')) return
    const given: unknown = this.state
    Reflect.deleteProperty(this, 'state')
    this.state = given
  }

  #follow(state: string): void {
    this.state = state
  }

  override render(): unknown {
    const { picture } = this
    const body = this.#body
    const at = this.#at()
    const drawn = body && picture !== undefined
    const pictured = this.phase === 'failed' ? this.#shown : this.#asked
    return figureView({
      figure: this,
      words: at.frame,
      language: this.language,
      complaints: this.#complaints,
      look: body?.look(at, picture) ?? '',
      picture: drawn ? body.picture(at, picture) : undefined,
      isKnown: body !== undefined,
      primary: body?.primary && (body.primary(at, picture) ?? nothing),
      controls: drawn && this.panel && this.controls !== 'none' ? body.controls?.(at, picture) : undefined,
      caption: drawn ? body.caption?.(at, picture) : undefined,
      ownCaption: !!drawn && !pageCaptionApplies(this, pictured ?? this.now),
      exports: (drawn && body.exports?.(at, picture)) || {},
      download: body?.download ?? 0,
      shownValue: (name) => this.#usedFor(name),
      code: () => this.#settings.printFromDefaults(),
      isChanged: this.#settings.isChanged,
      start: () => this.#start(),
    })
  }

  protected override updated(_: Map<PropertyKey, unknown>): void {
    this.#paint()
    if (this.picture !== undefined && !this.panel) setTimeout(() => this.#showPanel())
    const complaints = this.#complaints
    for (const { name, got, wanted } of complaints) {
      const message = `${name}: expected ${wanted}, received ${got}`
      if (!this.#reported.has(message)) this.#send('wf-error', { code: 'ERR_VALUE', message })
      this.#reported.add(message)
    }
    if (complaints.length === 0) this.#reported.clear()
  }

  /** The hue reaches its parts and its files. */
  #paint(): void {
    const hue = this.#body?.hue?.(this.#at())
    if (!hue) {
      for (const name of ['--wf-hue', '--wf-term-position']) this.style.removeProperty(name)
      return
    }
    this.style.setProperty('--wf-hue', hue)
    this.style.setProperty('--wf-term-position', `var(--wf-${hue}, ${tokens[hue]})`)
  }

  #showPanel(): void {
    this.panel = true
  }

  async #seen(): Promise<void> {
    if (!this.isConnected) return
    this.#lease ??= this.engine.enter()
    this.#lease.open(() => {}).catch(() => {}) // loads in parallel; compute reports the error
    try {
      await this.#loadBody()
    } catch (error) {
      this.fail(error)
      return
    }
    if (this.picture === undefined && (this.#body?.download ?? 0) > LARGE) this.phase = 'asking'
    else this.#start()
  }

  async #loadBody(): Promise<void> {
    if (this.#body) return
    const body = await this.body().catch((cause) => {
      throw new FigureFailure('ERR_LOAD', `a part of the figure could not be loaded (${cause})`)
    })
    defineAll(body.uses ?? {})
    this.#body = body
    if (body.styles) this.restyle()
    this.requestUpdate()
  }

  #start(): void {
    if (!this.isConnected) return
    this.#started = true
    this.#lease ??= this.engine.enter()
    this.#compute.request(undefined)
  }

  async #computeNow(): Promise<void> {
    const lease = this.#started ? this.#lease : undefined
    if (!lease || (this.#shown === this.now && !this.trouble)) return
    this.#asked = this.now
    this.phase = 'working'
    this.trouble = undefined
    try {
      await this.#loadBody()
      const library = await lease.open(({ loaded, total }) => {
        this.loaded = total ? loaded / total : undefined
      })
      if (lease !== this.#lease) return // disconnected meanwhile
      this.loaded = undefined
      const at = this.#at()
      this.#asked = at.state
      let used = at.state
      const complain = (refusal: Refusal<F>) => {
        if (this.now !== used) return // changed meanwhile: the next computation judges that
        this.#complain(refusal)
        used = this.#asked = this.now
      }
      this.picture = await this.#body?.compute({
        ...at,
        library,
        complain,
        progress: (share) => this.#reportProgress(share),
      })
      this.loaded = this.trouble = undefined // also that of the old picture, which was drawn meanwhile
      this.#shown = used
      this.phase = 'ready'
      this.#send('wf-ready', null)
      if (used !== at.state && this.#settings.isReaders) this.#sendState()
    } catch (error) {
      if (lease === this.#lease) this.fail(error)
    }
  }

  #reportProgress(share: number | undefined): void {
    this.loaded = share
  }

  /** @internal Also of what comes after a computation: drawing, a file. */
  override fail(cause: unknown, from?: HTMLElement): void {
    const trouble = troubleOf(cause)
    const { code, message } = trouble
    if (from === this) this.picture = undefined // to draw it again would fail again
    if (this.phase === 'failed' && this.trouble?.message === message) return // of its parts, which are drawn again below the trouble
    this.trouble = trouble
    this.phase = 'failed'
    this.#send('wf-error', { code, message })
  }

  #sendState(): void {
    this.requestUpdate()
    this.#send('wf-state', this.state)
    if (this.fragment) this.#fragment?.write(this.stateText)
  }

  #send(name: 'wf-state' | 'wf-error' | 'wf-ready', detail: unknown): void {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }))
  }

  readonly #closeMenu = (event: Event): void => {
    if (this.menuOpen && !event.composedPath().includes(this)) this.menuOpen = false
  }
}

function declarations(fields: Fields): PropertyDeclarations {
  const asWritten = { fromAttribute: (text: string | null) => text }
  return Object.fromEntries(
    Object.keys(fields).map((name) => [
      name,
      { attribute: kebab(name), converter: asWritten, noAccessor: true },
    ]),
  )
}
