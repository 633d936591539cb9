// <wf-arrows-view>: the plane of a pair, all pairs as clocks, the row of scores, the axis, and the control that moves both words. Lit
// makes the nodes and the words; what moves is set on the nodes, once per frame.

import { html, nothing } from 'lit'
import { live } from 'lit/directives/live.js'
import { keepStop, walkButtons } from '../../parts/controls/controls.js'
import { baseStyles } from '../../parts/element/element-styles.js'
import { StyledElement } from '../../parts/element/styled-element.js'
import type { ArrowsContent } from './arrows-content.js'
import { angleText, fixed, grouped, perPosition, signed, summaryOf, waveText } from './arrows-content.js'
import type { ArrowsState, Vector } from './arrows-drawing.js'
import { FARTHEST, SPAN } from './arrows-fields.js'
import { arrowsViewStyles } from './arrows-view-styles.js'
import { Axis, axisNodes } from './axis.js'
import { clockNodes, drawClock } from './clocks.js'
import { isStill, type Moment, startOf } from './moment.js'
import { Motion } from './motion.js'
import { Plane, planeNodes, type SideName } from './plane.js'
import { Row, rowNodes } from './row.js'

/** The reader moved something: positions, the pair, the view. */
export type MoveEvent = CustomEvent<Partial<ArrowsState>>
/** The reader put a tip somewhere: the arrow before rotation. */
export type TipEvent = CustomEvent<{ side: SideName; pair: number; arrow: Vector }>

/** Milliseconds of a step from one setting to another; --wf-move says the same. */
const MOVE = 450
/** Positions that both words go on by, where nothing may move by itself. */
const LEAP = 10
/** Pixels of width from which the parts stand below each other. */
const WIDE = 540

export class ArrowsViewElement extends StyledElement {
  static override styles = [baseStyles, arrowsViewStyles]

  static override properties = {
    content: { attribute: false },
    playing: { state: true },
    cursor: { state: true },
  }

  declare content: ArrowsContent | undefined
  declare protected playing: boolean
  /** The distance in the row that is pointed at. */
  declare protected cursor: number | undefined

  readonly #motion = new Motion(() => this.#draw())
  #parts: { plane: Plane; axis: Axis; row: Row } | undefined
  /** The positions that the reader set last, as they come back with the content. */
  #own = ''
  readonly #sizes = new ResizeObserver(() => this.#motion.request())

  constructor() {
    super()
    this.playing = false
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    this.#sizes.disconnect()
    this.#motion.stop()
    this.playing = false
  }

  override connectedCallback(): void {
    super.connectedCallback()
    if (this.#parts) this.#watch()
  }

  override render() {
    const { content } = this
    if (!content) return nothing
    const { words, view, turned } = content
    return html`<div class="arrows ${turned ? '' : 'unturned'}" data-view=${view}>
      <div class="cell">
        <div class="top">
          <svg class="plane" viewBox="-100 -100 200 200" preserveAspectRatio="xMinYMid meet" role="group" aria-label=${words.plane}>${planeNodes}</svg>
          ${this.#numbers(content)}
        </div>
        ${this.#clocks(content)} ${this.#row(content)}
      </div>
      <svg class="axis" role="group" aria-label=${words.axis}>${axisNodes}</svg>
      ${this.#primary(content)}
      <p class="unseen" role="status">${this.playing ? nothing : summaryOf(content.drawing, words)}</p>
    </div>`
  }

  #numbers({ drawing, words, pair, turned }: ArrowsContent) {
    const shown = drawing.pairs[pair]
    if (!shown) return nothing
    const [first, index, rest] = words.pair(pair + 1, drawing.pairs.length)
    const row = (name: string, kind: string, angle: string, product: string) =>
      html`<tr class=${kind}><th scope="row">${name}</th><td>${angle}</td><td>${product}</td></tr>`
    const turns = ({ text, at }: { text: string; at: number }) =>
      html`<span>${words.turned(text)} <b>${words.turns(grouped(at), perPosition(shown.turn))}</b></span>`
    return html`<div class="numbers">
      <button type="button" class="pair" title=${words.toClocks} @click=${this.#toClocks}>${first}<b>${index}</b>${rest}</button>
      <table>
        <thead><tr><td></td><th scope="col">${words.angle}</th><th scope="col">${words.product}</th></tr></thead>
        <tbody>
          ${row(words.before, 'before', angleText(shown.query, shown.key), fixed(shown.before))}
          ${row(
            words.after,
            'after',
            turned ? angleText(shown.turnedQuery, shown.turnedKey) : '–',
            turned ? fixed(shown.after) : '–',
          )}
        </tbody>
      </table>
      <p class="turns">${turns(drawing.query)}${turns(drawing.key)}</p>
    </div>`
  }

  #clocks({ drawing: { pairs }, words, pair: chosen }: ArrowsContent) {
    return html`<div class="panel all">
      <p class="heading" id="all"><b>${words.all(pairs.length)}</b> <span>${words.allNote}</span></p>
      <div class="clocks" role="toolbar" aria-labelledby="all" @keydown=${walkButtons} @focusin=${keepStop}>
        ${pairs.map(
          ({ wavelength, after, before }, i) => html`<button
            type="button"
            tabindex=${i === chosen ? 0 : -1}
            aria-pressed=${i === chosen}
            aria-label=${words.clock(i + 1, waveText(wavelength), signed(this.content?.turned ? after : before))}
            @click=${() => this.#choose(i)}
          >
            <svg class="clock" viewBox="-50 -50 100 100" aria-hidden="true">${clockNodes}</svg>
            <span>${waveText(wavelength)}</span><b>${signed(this.content?.turned ? after : before)}</b>
          </button>`,
        )}
      </div>
    </div>`
  }

  #row({ drawing, words }: ArrowsContent) {
    const { scores, weights, query, key } = drawing
    const at = this.cursor ?? query.at - key.at
    const said = words.at(at, fixed(scores[at] ?? Number.NaN), fixed(weights[at] ?? Number.NaN))
    return html`<div class="panel scores">
      <p class="heading"><b>${words.rowHeading}</b> <span>${said}</span></p>
      <svg
        class="row"
        tabindex="0"
        role="slider"
        aria-label=${words.row}
        aria-valuemin="0"
        aria-valuemax=${SPAN}
        aria-valuenow=${at}
        aria-valuetext=${said}
        @pointermove=${(event: PointerEvent) => this.#point(this.#parts?.row.at(event.clientX))}
        @pointerleave=${() => this.#point(undefined)}
        @blur=${() => this.#point(undefined)}
        @keydown=${this.#walkRow}
      >
        ${rowNodes}
      </svg>
    </div>`
  }

  #primary({ words, drawing, at }: ArrowsContent) {
    const { start } = this.#motion.now
    const apart = at.query - at.key
    const most = start + SPAN - apart
    const filled = `${(100 * (at.key - start)) / Math.max(1, most - start)}%`
    return html`<div class="primary">
      <button type="button" class="play ${this.playing ? 'on' : ''}" aria-label=${this.playing ? words.pause : words.play} @click=${this.#toggle}></button>
      <label>
        <span>${words.both}</span>
        <input
          type="range"
          min=${start}
          max=${most}
          aria-valuetext=${words.bothAt(drawing.key.text, grouped(at.key), drawing.query.text, grouped(at.query))}
          .value=${live(String(at.key))}
          .style=${`--filled: ${filled}`}
          @input=${(event: Event) => this.#both((event.target as HTMLInputElement).valueAsNumber)}
        />
      </label>
    </div>`
  }

  protected override updated(changed: Map<PropertyKey, unknown>): void {
    const { content } = this
    if (!content) return
    if (!this.#parts) this.#begin()
    if (changed.has('content')) {
      this.#give(content)
      this.#follow(content, changed.get('content') === undefined)
    }
    this.#motion.request()
  }

  #give({ words, drawing, pairs, pair }: ArrowsContent): void {
    const { plane, axis } = this.#parts ?? {}
    const shown = pairs[pair]
    if (!plane || !axis || !shown) return
    const names = { query: drawing.query.text, key: drawing.key.text }
    plane.content = {
      ...{ ...shown, names },
      tip: (side, angle, length) => ({
        label: words.tip(side, names[side]),
        value: words.tipAt(fixed(angle, 0), fixed(length)),
      }),
    }
    const labels = { query: words.pin(names.query), key: words.pin(names.key) }
    axis.content = { names, labels, distance: words.apart }
  }

  #begin(): void {
    const root = (name: string) =>
      this.renderRoot.querySelector<SVGSVGElement>(`svg.${name}`) as SVGSVGElement
    const now = () => this.#motion.now
    this.#parts = {
      plane: new Plane(root('plane'), now, (side, arrow) => this.#tip(side, arrow)),
      axis: new Axis(root('axis'), now, (side, position) => this.#pin(side, position)),
      row: new Row(root('row')),
    }
    this.#watch()
  }

  #watch(): void {
    for (const node of this.renderRoot.querySelectorAll('svg.plane, svg.axis, svg.row'))
      this.#sizes.observe(node)
  }

  /** What the hand does is there at once; what a step or a link says is glided to. */
  #follow({ at, turned }: ArrowsContent, first: boolean): void {
    const { now } = this.#motion
    const start = startOf(at, first ? 0 : Math.ceil(now.start))
    const moment: Moment = { ...at, turn: turned ? 1 : 0, start }
    const own = keyOf(at) === this.#own
    if (this.playing && own) return
    this.playing = false
    if (first || (own && moment.turn === now.turn)) this.#motion.jump(moment)
    else this.#motion.glide(moment, MOVE)
  }

  #draw(): void {
    const { content } = this
    if (!content || !this.#parts) return
    const { now } = this.#motion
    const { drawing, pairs } = content
    this.#parts.plane.draw()
    this.#parts.axis.draw()
    this.renderRoot.querySelectorAll<SVGSVGElement>('svg.clock').forEach((node, i) => {
      const hands = pairs[i]
      if (hands) drawClock(node, hands, now)
    })
    const { scores, weights, query, key } = drawing
    this.#parts.row.draw({ scores, weights, distance: query.at - key.at, score: fixed }, this.cursor)
    if (this.#start !== now.start) {
      this.#start = now.start
      this.requestUpdate() // the slider's range
    }
  }

  #start = 0

  // ---- what the reader does

  #send(detail: Partial<ArrowsState>): void {
    this.dispatchEvent(new CustomEvent('wf-move', { detail }) satisfies MoveEvent)
  }

  #tip(side: SideName, arrow: Vector): void {
    this.#pause()
    const { pair = 0 } = this.content ?? {}
    this.dispatchEvent(new CustomEvent('wf-tip', { detail: { side, pair, arrow } }) satisfies TipEvent)
  }

  /** The key stays before the query, and both stay on one axis. */
  #pin(side: SideName, wanted: number): void {
    this.#pause()
    const at = this.content?.at
    if (!at) return
    const [low, high] = side === 'query' ? [at.key, at.key + SPAN] : [Math.max(0, at.query - SPAN), at.query]
    const position = Math.min(FARTHEST, high, Math.max(low, wanted))
    if (position !== at[side]) this.#put({ ...at, [side]: position })
  }

  #both(key: number): void {
    this.#pause()
    const at = this.content?.at
    if (at) this.#put({ key, query: key + at.query - at.key })
  }

  #put(at: Readonly<Record<SideName, number>>): void {
    this.#own = keyOf(at)
    this.#send({ queryAt: at.query, keyAt: at.key })
  }

  #choose(pair: number): void {
    const isWide = this.clientWidth >= WIDE
    this.#send(isWide ? { pair } : { pair, view: 'plane' })
  }

  readonly #toClocks = (): void => {
    if (this.content?.view === 'plane' || this.clientWidth < WIDE) this.#send({ view: 'clocks' })
    else this.renderRoot.querySelector<HTMLElement>('.clocks [aria-pressed=true]')?.focus()
  }

  #point(distance: number | undefined): void {
    this.cursor = distance
  }

  #walkRow(event: KeyboardEvent): void {
    const { drawing } = this.content ?? {}
    if (!drawing) return
    const at = this.cursor ?? drawing.query.at - drawing.key.at
    const to = {
      ArrowLeft: at - 1,
      ArrowDown: at - 1,
      ArrowRight: at + 1,
      ArrowUp: at + 1,
      Home: 0,
      End: SPAN,
    }[event.key]
    if (to === undefined) return
    event.preventDefault()
    this.#point(Math.min(SPAN, Math.max(0, to)))
  }

  readonly #toggle = (): void => {
    const at = this.content?.at
    if (!at) return
    if (this.playing) this.#pause()
    else if (isStill()) this.#leap(at)
    else {
      this.playing = true
      this.#own = keyOf(at)
      const { start } = this.#motion.now
      const apart = at.query - at.key
      this.#motion.jump({ ...this.#motion.now, ...at })
      this.#motion.play(start, start + SPAN - apart, (key) => {
        const next = { key, query: key + apart }
        if (keyOf(next) !== this.#own) this.#put(next)
      })
    }
  }

  #leap({ query, key }: Readonly<Record<SideName, number>>): void {
    const { start } = this.#motion.now
    const most = SPAN - (query - key)
    const next = start + ((key - start + LEAP) % (most + 1))
    this.#put({ key: next, query: next + query - key })
  }

  #pause(): void {
    const at = this.content?.at
    if (!this.playing || !at) return
    this.playing = false
    this.#motion.jump({ ...this.#motion.now, ...at })
  }
}

const keyOf = ({ query, key }: Readonly<Record<SideName, number>>): string => `${query} ${key}`
