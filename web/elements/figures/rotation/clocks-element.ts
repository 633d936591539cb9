// <wf-clocks>: pairs of channels as clocks with two hands, the query's and the key's. Roving tabindex; arrow keys move inside.

import { html, nothing, svg } from 'lit'
import { baseStyles } from '../../parts/element/element-styles.js'
import { StyledElement } from '../../parts/element/styled-element.js'
import { arcPath, handPath, RADIUS } from './clock-paths.js'
import { clocksStyles } from './clocks-styles.js'
import type { Hand } from './rotation-drawing.js'

export interface Clock {
  name: string
  /** Below the name: how long a turn takes. */
  note: string
  query: Hand
  key: Hand
  /** −1 … 1, drawn as a bar. */
  product: number
  /** The clock in a sentence. */
  sentence: string
}

/** A clock was turned: where the query stood before, and by how many turns. */
export type TurnEvent = CustomEvent<{ clock: number; from: number; turns: number }>

export interface ClocksContent {
  clocks: readonly Clock[]
  label: string
  /** Position of the query. */
  position: number
  /** Said and shown while no clock is pointed at. */
  summary: string
  /** Names of the two hands, the wedge and the bar. */
  legend: { query: string; key: string; between: string; part: string }
}

const SIZE = 2 * (RADIUS + 6)

export class ClocksElement extends StyledElement {
  static override styles = [baseStyles, clocksStyles]

  static override properties = {
    content: { attribute: false },
    cursor: { state: true },
    stop: { state: true },
  }

  declare content: ClocksContent | undefined
  /** The clock that is pointed at. */
  declare protected cursor: number | undefined
  /** The clock being dragged, and the angle at which the pointer was last, in turns. */
  #drag: { clock: number; from: number; turns: number; angle: number } | undefined
  /** The clock that Tab leads to. */
  declare protected stop: number

  constructor() {
    super()
    this.stop = 0
  }

  override render() {
    const { content, cursor } = this
    if (!content) return nothing
    const stop = Math.min(this.stop, content.clocks.length - 1)
    return html`
      ${this.#legend(content.legend)}
      <div
        class="clocks"
        role="toolbar"
        aria-label=${content.label}
        aria-describedby="readout"
        @keydown=${this.#onKeyDown}
        @pointerleave=${() => this.#point(undefined)}
      >
        ${content.clocks.map((clock, i) => this.#clock(clock, i, i === stop))}
      </div>
      <p class="readout" id="readout">
        ${(cursor === undefined ? undefined : content.clocks[cursor]?.sentence) ?? content.summary}
      </p>
    `
  }

  #clock({ name, note, query, key, product, sentence }: Clock, index: number, isStop: boolean) {
    const middle = SIZE / 2
    const bar = product * RADIUS
    return html`<button
      type="button"
      tabindex=${isStop ? 0 : -1}
      aria-label=${sentence}
      aria-current=${index === this.cursor}
      @pointerenter=${() => this.#point(index)}
      @focus=${() => this.#point(index)}
      @blur=${() => this.#point(undefined)}
      @click=${() => this.#point(index)}
    >
      <svg
        viewBox="0 0 ${SIZE} ${SIZE + 12}"
        aria-hidden="true"
        @pointerdown=${(event: PointerEvent) => this.#grab(event, index)}
        @pointermove=${this.#turn}
        @pointerup=${this.#drop}
        @pointercancel=${this.#drop}
      >
        <g transform="translate(${middle} ${middle})">
          <circle class="face" r=${RADIUS} />
          <path class="between" d=${arcPath(key, query)} />
          <path class="key" d=${handPath(key)} />
          <path class="query" d=${handPath(query)} />
        </g>
        <path class="axis" d="M${middle} ${SIZE}v12" />
        <rect class="part" x=${middle + Math.min(0, bar)} y=${SIZE + 3} width=${Math.abs(bar)} height="6" />
      </svg>
      <span>${name}</span><span class="note">${note}</span>
    </button>`
  }

  #legend({ query, key, between, part }: ClocksContent['legend']) {
    return html`<ul class="legend">
      <li><svg viewBox="0 0 28 12" aria-hidden="true">${svg`<path class="query" d="M0 6h28" />`}</svg>${query}</li>
      <li><svg viewBox="0 0 28 12" aria-hidden="true">${svg`<path class="key" d="M0 6h28" />`}</svg>${key}</li>
      <li><svg viewBox="0 0 28 12" aria-hidden="true">${svg`<path class="between" d="M0 0h28v12h-28z" />`}</svg>${between}</li>
      <li><svg viewBox="0 0 28 12" aria-hidden="true">${svg`<path class="part" d="M0 3h28v6h-28z" />`}</svg>${part}</li>
    </ul>`
  }

  #grab(event: PointerEvent, clock: number): void {
    const dial = event.currentTarget as SVGElement
    dial.setPointerCapture(event.pointerId)
    this.#drag = { clock, from: this.content?.position ?? 0, turns: 0, angle: angleAt(event, dial) }
  }

  #turn(event: PointerEvent): void {
    if (!this.#drag) return
    const { clock, from, angle: before } = this.#drag
    const angle = angleAt(event, event.currentTarget as SVGElement)
    const turns = this.#drag.turns + angle - before - Math.round(angle - before) // the shorter way round
    this.#drag = { clock, from, turns, angle }
    const turned: TurnEvent = new CustomEvent('wf-turn', { detail: { clock, from, turns } })
    this.dispatchEvent(turned)
  }

  #drop(): void {
    this.#drag = undefined
  }

  #point(index: number | undefined): void {
    this.cursor = index
    if (index !== undefined) this.stop = index
  }

  #onKeyDown(event: KeyboardEvent): void {
    const last = (this.content?.clocks.length ?? 1) - 1
    const at = this.stop
    const to = {
      ArrowRight: at + 1,
      ArrowDown: at + 1,
      ArrowLeft: at - 1,
      ArrowUp: at - 1,
      Home: 0,
      End: last,
    }[event.key]
    if (to === undefined) return
    event.preventDefault()
    const buttons = this.renderRoot.querySelectorAll<HTMLElement>('.clocks button')
    buttons[Math.max(0, Math.min(last, to))]?.focus()
  }
}

/** Counted against the clock from the right, as the hands are. */
function angleAt({ clientX, clientY }: PointerEvent, dial: SVGElement): number {
  const { left, top, width, height } = dial.getBoundingClientRect()
  const middle = top + (height * (SIZE / 2)) / (SIZE + 12)
  return Math.atan2(middle - clientY, clientX - left - width / 2) / (2 * Math.PI)
}
