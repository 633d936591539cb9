// <wf-strip>: codes of positions as a strip that goes from one form to another, handles for the chosen positions, and the row of steps.
// Lit makes the nodes once; what changes sixty times a second are their attributes.

import { html, svg } from 'lit'
import { baseStyles } from '../../parts/element/element-styles.js'
import { StyledElement } from '../../parts/element/styled-element.js'
import { MOST_ROWS, type StripContent, StripPicture, set, WHICH, type Which } from './strip-picture.js'
import { LEFT, type StripShapes } from './strip-shapes.js'
import { stripStyles } from './strip-styles.js'
import { STOPS } from './strip-words.js'
import { Tweens } from './tweens.js'
import type { WavesDrawing } from './waves-drawing.js'

/** The reader chose a position. */
export type PickEvent = CustomEvent<Partial<Record<Which, number>>>

const [MORPH, MOVE] = [900, 450]
const MOST_TICKS = 16

const times = <T>(count: number, make: (i: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => make(i))
/** There is no motion in jsdom either. */
const isStill = (): boolean =>
  typeof matchMedia !== 'function' || matchMedia('(prefers-reduced-motion: reduce)').matches

export class StripElement extends StyledElement {
  static override styles = [baseStyles, stripStyles]

  static override properties = { content: { attribute: false } }

  declare content: StripContent | undefined

  readonly #tweens = new Tweens<'form' | 'table' | 'columns' | Which>()
  #shown: WavesDrawing | undefined
  #picture: StripPicture | undefined
  #shapes: StripShapes | undefined
  #frame = 0
  #resize: ResizeObserver | undefined
  #drag: { which: Which; x: number; at: number } | undefined

  override render() {
    const rows = times(MOST_ROWS, () => svg`<path />`)
    const labels = times(MOST_ROWS + 2, () => svg`<text />`)
    return html`<svg
        class="strip"
        role="group"
        @pointerdown=${this.#grab}
        @pointermove=${this.#move}
        @pointerup=${this.#drop}
        @pointercancel=${this.#cancel}
        @keydown=${this.#key}
      >
        <defs>
          <pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
            <path class="hatch" d="M0 0v6" />
          </pattern>
        </defs>
        <g aria-hidden="true">
          <path class="rest" />
          <g class="bars">${rows}</g>
          <path class="chosen" />
          <g class="cosine">${rows}</g>
          <g class="sine">${rows}</g>
          <g class="table">
            <rect class="untrained" fill="url(#hatch)" />
            <g class="channels">${rows}</g>
            <path class="chosen" />
            <rect class="missing" />
          </g>
          <g class="marks"><rect /><rect /></g>
          <g class="titles"><text class="name" /><text class="seldom" /><text class="wrong" /></g>
          <g class="labels">${labels}</g>
          <g class="ticks">${times(MOST_TICKS, () => svg`<text />`)}</g>
        </g>
        <rect class="surface" />
        ${['first', 'second'].map(
          (name) => svg`<g class="handle ${name}" role="slider" tabindex="0" aria-valuemin="0">
            <path class="stem" /><rect class="reach" /><rect class="halo" rx="7" /><rect class="chip" rx="4" /><text />
          </g>`,
        )}
      </svg>
      <slot></slot>
      <svg class="steps" aria-hidden="true"><path /><path class="chosen" /></svg>`
  }

  /** Follows the reader's hand between the forms; far away it is gone to. */
  follow(form: number): void {
    const now = performance.now()
    const isFar = Math.abs(form - this.#tweens.at('form', now)) > 0.4
    this.#send('form', form, isFar ? MORPH : 0)
  }

  /** Back to the form that is set. */
  rest(): void {
    if (this.content) this.#send('form', STOPS[this.content.drawing.form], MORPH)
  }

  override connectedCallback(): void {
    super.connectedCallback()
    if (this.hasUpdated) this.requestUpdate()
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    this.#resize?.disconnect()
    this.#resize = undefined
    cancelAnimationFrame(this.#frame)
    this.#frame = 0
  }

  protected override updated(): void {
    if (!this.content) return
    this.#observe()
    const { drawing, at, label } = this.content
    set(this.#one('.strip'), { 'aria-label': label })
    if (drawing.form !== this.#shown?.form || !this.#tweens.has('form')) {
      this.#send('form', STOPS[drawing.form], MORPH)
      this.#send('table', drawing.form === 'table' ? 1 : 0, MORPH)
    }
    this.#send('columns', drawing.columns, MORPH)
    for (const [i, which] of WHICH.entries()) this.#send(which, at[i] ?? Number.NaN, MOVE)
    this.#shown = drawing
    this.#request()
  }

  #observe(): void {
    if (this.#resize || typeof ResizeObserver === 'undefined') return
    this.#resize = new ResizeObserver(() => this.#draw(performance.now()))
    for (const picture of this.renderRoot.querySelectorAll('svg')) this.#resize.observe(picture)
  }

  #send(name: 'form' | 'table' | 'columns' | Which, to: number, milliseconds: number): void {
    this.#tweens.send(name, to, isStill() ? 0 : milliseconds, performance.now())
    this.#request()
  }

  #request(): void {
    if (!this.#frame && this.isConnected) this.#frame = requestAnimationFrame(this.#step)
  }

  readonly #step = (): void => {
    this.#frame = 0
    const now = performance.now()
    this.#draw(now)
    if (!this.#tweens.isOver(now)) this.#request()
  }

  // ---- drawing

  #one<E extends Element>(selector: string): E {
    return this.renderRoot.querySelector(selector) as E
  }

  #draw(now: number): void {
    if (!this.content) return
    this.#picture ??= new StripPicture(this.renderRoot)
    const at = (name: 'form' | 'table' | 'columns' | Which) => this.#tweens.at(name, now)
    const between = { form: at('form'), table: at('table'), columns: at('columns') }
    this.#shapes = this.#picture.draw(this.content, {
      ...between,
      ...{ position: at('position'), other: at('other') },
    })
  }

  // ---- the reader

  #pick(which: Which, wanted: number): void {
    const last = Math.round(this.#tweens.at('columns', performance.now())) - 1
    const at = Math.max(0, Math.min(last, wanted))
    if (at === this.#tweens.to(which)) return
    this.#send(which, at, 0)
    const picked: PickEvent = new CustomEvent('wf-pick', { detail: { [which]: at } })
    this.dispatchEvent(picked)
  }

  #columnAt(clientX: number): number {
    const { left = 0 } = this.#one('.strip').getBoundingClientRect()
    return Math.floor((clientX - left - LEFT) / (this.#shapes?.step ?? 1))
  }

  /** A handle where there is one, else the position whose column is nearer. */
  #grab(event: PointerEvent): void {
    if (event.button !== 0) return
    const target = event.target as Element
    const handle = target.closest('.handle')
    if (!handle && !target.matches('.surface')) return
    const at = this.#columnAt(event.clientX)
    const which = handle ? (handle.matches('.second') ? 'other' : 'position') : this.#nearer(at)
    this.#one('.strip').setPointerCapture(event.pointerId)
    const start = handle ? this.#tweens.to(which) : at
    this.#drag = { which, x: event.clientX, at: start }
    if (!handle && event.pointerType === 'mouse') this.#pick(which, at) // a finger may want to scroll
  }

  #nearer(at: number): Which {
    const away = (which: Which) => Math.abs(this.#tweens.to(which) - at)
    return away('other') < away('position') ? 'other' : 'position'
  }

  #move({ clientX }: PointerEvent): void {
    if (!this.#drag) return
    const { which, x, at } = this.#drag
    this.#pick(which, Math.round(at + (clientX - x) / (this.#shapes?.step ?? 1)))
  }

  #drop(event: PointerEvent): void {
    this.#move(event)
    this.#drag = undefined
  }

  #cancel(): void {
    this.#drag = undefined
  }

  #key(event: KeyboardEvent): void {
    const handle = (event.target as Element).closest('.handle')
    if (!handle || event.ctrlKey || event.metaKey || event.altKey) return
    const which = handle.matches('.second') ? 'other' : 'position'
    const at = this.#tweens.to(which)
    const to = {
      ...{ ArrowRight: at + 1, ArrowUp: at + 1, ArrowLeft: at - 1, ArrowDown: at - 1 },
      ...{ PageUp: at + 8, PageDown: at - 8, Home: 0, End: Number.POSITIVE_INFINITY },
    }[event.key]
    if (to === undefined) return
    event.preventDefault()
    this.#pick(which, to)
  }
}
