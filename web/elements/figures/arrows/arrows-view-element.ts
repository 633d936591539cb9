// <wf-arrows-view>: the plane of a pair, all pairs as clocks, the row of scores, and the axis. Lit makes the nodes and the words; what
// moves is set on the nodes, once per frame.

import { html, nothing } from 'lit'
import { baseStyles } from '../../parts/element/element-styles.js'
import { StyledElement } from '../../parts/element/styled-element.js'
import { type ArrowsContent, axisContent, fixed, planeContent, summaryOf } from './arrows-content.js'
import type { ArrowsState, Vector } from './arrows-drawing.js'
import { FARTHEST, SPAN } from './arrows-fields.js'
import { clocksView, numbersView, rowView } from './arrows-parts.js'
import { arrowsViewStyles } from './arrows-view-styles.js'
import { Axis, axisNodes } from './axis.js'
import { drawClock } from './clocks.js'
import { isStill, type Moment } from './moment.js'
import { Motion } from './motion.js'
import { Plane, planeNodes, type SideName } from './plane.js'
import { Row } from './row.js'

/** The reader moved something: positions, the pair, the view. */
export type MoveEvent = CustomEvent<Partial<ArrowsState>>
/** The reader put a tip somewhere: the arrow before rotation. */
export type TipEvent = CustomEvent<{ side: SideName; pair: number; arrow: Vector }>
/** Both words begin or cease to move by themselves. */
export type PlayEvent = CustomEvent<boolean>

/** Milliseconds of a step from one setting to another; --wf-move says the same. */
const MOVE = 450
/** Positions that both words go on by, where nothing may move by itself. */
const LEAP = 10
/** Pixels of width from which the parts stand below each other. */
const WIDE = 540

export class ArrowsViewElement extends StyledElement {
  static override styles = [baseStyles, ...arrowsViewStyles]

  static override properties = {
    content: { attribute: false },
    start: { attribute: false },
    playing: { state: true },
    cursor: { state: true },
  }

  declare content: ArrowsContent | undefined
  /** The first position on the axis. */
  declare start: number
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
    this.start = 0
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
          ${numbersView(content, this.#toClocks)}
        </div>
        ${clocksView(content, (pair) => this.#choose(pair))} ${this.#row(content)}
      </div>
      <svg class="axis" role="group" aria-label=${words.axis}>${axisNodes}</svg>
      <p class="unseen" role="status">${this.playing ? nothing : summaryOf(content.drawing, words)}</p>
    </div>`
  }

  #row(content: ArrowsContent) {
    return rowView(content, this.cursor, {
      onMove: (event) => this.#point(this.#parts?.row.at(event.clientX)),
      onLeave: () => this.#point(undefined),
      onKey: (event) => this.#walkRow(event),
    })
  }

  protected override updated(changed: Map<PropertyKey, unknown>): void {
    const { content } = this
    if (!content) return
    this.#parts ??= this.#begin()
    if (changed.has('playing') && changed.get('playing') !== undefined)
      this.dispatchEvent(new CustomEvent('wf-play', { detail: this.playing }) satisfies PlayEvent)
    if (changed.has('content')) {
      this.#parts.plane.content = planeContent(content)
      this.#parts.axis.content = axisContent(content)
      this.#follow(content, changed.get('content') === undefined)
    }
    this.#motion.request()
  }

  #begin() {
    const root = (name: string) =>
      this.renderRoot.querySelector<SVGSVGElement>(`svg.${name}`) as SVGSVGElement
    const now = () => this.#motion.now
    this.#watch()
    return {
      plane: new Plane(root('plane'), now, (side, arrow) => this.#tip(side, arrow)),
      axis: new Axis(root('axis'), now, (side, position) => this.#pin(side, position)),
      row: new Row(root('row')),
    }
  }

  #watch(): void {
    for (const node of this.renderRoot.querySelectorAll('svg.plane, svg.axis, svg.row'))
      this.#sizes.observe(node)
  }

  /** What the hand does is there at once; what a step or a link says is glided to. */
  #follow({ at, turned }: ArrowsContent, first: boolean): void {
    const { now } = this.#motion
    const moment: Moment = { ...at, turn: turned ? 1 : 0, start: this.start }
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
  }

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

  /** Moves both words, the key to this position. */
  moveBoth(key: number): void {
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

  /** Plays, or pauses. */
  toggle(): void {
    const at = this.content?.at
    if (!at) return
    if (this.playing) this.#pause()
    else if (isStill()) this.#leap(at)
    else {
      this.playing = true
      this.#own = keyOf(at)
      const apart = at.query - at.key
      this.#motion.jump({ ...this.#motion.now, ...at })
      this.#motion.play(this.start, this.start + SPAN - apart, (key) => {
        const next = { key, query: key + apart }
        if (keyOf(next) !== this.#own) this.#put(next)
      })
    }
  }

  #leap({ query, key }: Readonly<Record<SideName, number>>): void {
    const most = SPAN - (query - key)
    const next = this.start + ((key - this.start + LEAP) % (most + 1))
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
