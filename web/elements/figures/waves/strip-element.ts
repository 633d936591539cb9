// <wf-strip>: codes of positions as a strip that goes from one form to another, handles for the chosen positions, and the row of steps.
// Lit makes the nodes once; what changes sixty times a second are their attributes.

import { html, svg } from 'lit'
import { baseStyles } from '../../parts/element/element-styles.js'
import { StyledElement } from '../../parts/element/styled-element.js'
import {
  APART,
  LEFT,
  type StripShapes,
  stepPaths,
  stepShares,
  stripShapes,
  type View,
} from './strip-shapes.js'
import { stripStyles } from './strip-styles.js'
import { labelsOf, STOPS } from './strip-words.js'
import { Tweens } from './tweens.js'
import type { WavesDrawing } from './waves-drawing.js'

export interface StripContent {
  drawing: WavesDrawing
  at: readonly [position: number, other: number | undefined]
  label: string
  /** Of what marks the first position and the second one: their names, and their values as spoken. */
  handles: readonly [Handle, Handle]
  names: { table: string; untrained: string; missing: string }
}

interface Handle {
  name: string
  text: string
}

type Which = 'position' | 'other'

/** The reader chose a position. */
export type PickEvent = CustomEvent<Partial<Record<Which, number>>>

const [MORPH, MOVE] = [900, 450]
const [MOST_ROWS, MOST_TICKS] = [9, 16]
/** Numbers of rows that are lower than this would run into each other. */
const LINE = 12
const WHICH = ['position', 'other'] as const

const times = <T>(count: number, make: (i: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => make(i))
const isStill = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches

export class StripElement extends StyledElement {
  static override styles = [baseStyles, stripStyles]

  static override properties = { content: { attribute: false } }

  declare content: StripContent | undefined

  readonly #tweens = new Tweens<'form' | 'table' | 'columns' | Which>()
  #shown: WavesDrawing | undefined
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
            <text class="name" /><text class="seldom" /><text class="wrong" />
          </g>
          <g class="marks"><rect /><rect /></g>
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
    const { content } = this
    const strip = this.#one<SVGElement>('.strip')
    if (!content || !strip) return
    const { width, height } = strip.getBoundingClientRect()
    if (!width || !height) return
    const at = (name: 'form' | 'table' | 'columns' | Which) => this.#tweens.at(name, now)
    const view: View = {
      ...{ width, height, form: at('form'), table: at('table'), columns: at('columns') },
      ...{ position: at('position'), other: at('other') },
    }
    // on its way back from the table there is none any more
    const drawing = this.#withTable(content.drawing, view)
    const shapes = stripShapes(drawing, view)
    this.#shapes = shapes
    this.#drawForms(shapes, view)
    this.#drawTable(shapes, view, content)
    this.#drawWords(shapes, view, drawing)
    this.#drawHandles(shapes, view, content)
    this.#drawSteps(drawing, view)
  }

  #lastTable: Pick<WavesDrawing, 'table' | 'steps'> | undefined

  #withTable(drawing: WavesDrawing, { table }: View): WavesDrawing {
    if (drawing.table) this.#lastTable = drawing
    const { table: last, steps } = this.#lastTable ?? {}
    if (drawing.table || table <= 0 || !last || !steps || last.shown.length !== drawing.channels)
      return drawing
    return { ...drawing, table: last, steps: { ...drawing.steps, table: steps.table } }
  }

  #paths(group: string, paths: readonly string[]): void {
    const nodes = this.renderRoot.querySelectorAll(`.${group} path:not(.chosen)`)
    for (const [i, node] of nodes.entries()) node.setAttribute('d', paths[i] ?? '')
  }

  #drawForms({ bars, rest, chosen, sine, cosine }: StripShapes, { form }: View): void {
    this.#paths('bars', bars)
    this.#paths('sine', sine)
    this.#paths('cosine', cosine)
    for (const curves of ['.sine', '.cosine']) set(this.#one(curves), { opacity: Math.max(0, form - 1) })
    set(this.#one('.rest'), { d: rest })
    set(this.#one('.bars + .chosen'), { d: chosen })
  }

  #drawTable(shapes: StripShapes, { table }: View, { names }: StripContent): void {
    const { tableBars, tableChosen, untrained, missing, left } = shapes
    set(this.#one('.table'), { opacity: table, visibility: table > 0 ? 'visible' : 'hidden' })
    this.#paths('channels', tableBars)
    set(this.#one('.channels + .chosen'), { d: tableChosen })
    set(this.#one('.untrained'), { ...untrained })
    set(this.#one('.missing'), { ...missing })
    const title = (selector: string, x: number, words: string) =>
      write(this.#one(selector), words, { x, y: missing.y - 4 })
    title('.table .name', left, names.table)
    title('.table .seldom', untrained.x + 2, names.untrained)
    title('.table .wrong', missing.x + 2, names.missing)
  }

  #drawWords({ rows, ticks, stems, bottom, left }: StripShapes, view: View, drawing: WavesDrawing): void {
    const { rows: numbers, ends, apart } = labelsOf(drawing, view)
    const every = Math.ceil(LINE / Math.abs((rows[1] ?? 0) - (rows[0] ?? 0)))
    for (const [i, label] of this.renderRoot.querySelectorAll('.labels text').entries()) {
      const end = i - MOST_ROWS
      const y = end < 0 ? (rows[i] ?? 0) + 4 : end ? bottom : 14
      const words = (end < 0 ? i % every === 0 && numbers[i] : ends[end]) || ''
      write(label, words, { x: left - 8, y, opacity: end < 0 ? apart : 1 - apart })
    }
    for (const [i, label] of this.renderRoot.querySelectorAll('.ticks text').entries()) {
      const tick = ticks[i]
      const isFree = tick && stems.every(({ handle }) => Math.abs(handle - tick.x) > APART / 2)
      write(label, isFree ? String(tick.at) : '', tick ? { x: tick.x, y: bottom + 18 } : {})
    }
  }

  #drawHandles(
    { marks, stems, bottom, left, right }: StripShapes,
    view: View,
    { handles }: StripContent,
  ): void {
    for (const [i, mark] of [...this.renderRoot.querySelectorAll('.marks rect')].entries())
      set(mark, { ...(marks[i] ?? { width: 0, height: 0 }) })
    set(this.#one('.surface'), { x: left, y: 0, width: right - left, height: bottom })
    for (const [i, which] of WHICH.entries()) {
      const handle = this.#one<SVGGElement>(i ? '.second' : '.first')
      const at = Math.round(view[which])
      const stem = stems[i]
      set(handle, { display: stem ? 'inline' : 'none', tabindex: stem ? 0 : -1 })
      if (!stem) continue
      const { name, text } = handles[i as 0 | 1]
      const width = 14 + 8 * String(at).length
      const y = bottom + 4
      const box = (grow: number) => ({
        x: stem.handle - width / 2 - grow,
        y: y - grow,
        width: width + 2 * grow,
        height: 20 + 2 * grow,
      })
      set(handle, { 'aria-label': name, 'aria-valuetext': text })
      set(handle, { 'aria-valuenow': at, 'aria-valuemax': Math.round(view.columns) - 1 })
      const [path, reach, halo, chip, words] = handle.children
      if (!path || !reach || !halo || !chip || !words) continue
      set(path, { d: `M${stem.column} ${bottom + 1}L${stem.handle} ${y}` })
      set(reach, { x: stem.handle - APART / 2, y: bottom - APART + 26, width: APART, height: APART })
      set(halo, box(4))
      set(chip, box(0))
      write(words, String(at), { x: stem.handle, y: y + 14.5 })
    }
  }

  #drawSteps(drawing: WavesDrawing, view: View): void {
    const { height } = this.#one('.steps').getBoundingClientRect()
    const { bars, chosen } = stepPaths(stepShares(drawing, view), view, height)
    set(this.#one('.steps path'), { d: bars })
    set(this.#one('.steps .chosen'), { d: chosen })
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

function set(node: Element, attributes: Readonly<Record<string, string | number>>): void {
  for (const [name, value] of Object.entries(attributes)) {
    const text = String(value)
    if (node.getAttribute(name) !== text) node.setAttribute(name, text)
  }
}

function write(node: Element, words: string, attributes: Readonly<Record<string, string | number>>): void {
  if (node.textContent !== words) node.textContent = words
  set(node, attributes)
}
