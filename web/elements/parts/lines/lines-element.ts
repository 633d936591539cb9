// <wf-lines>: a line chart. Pointer, tap and arrow keys move a cursor; the values under it are shown as a sentence.

import { html, nothing, svg } from 'lit'
import type uPlot from 'uplot'
import type { Bilingual } from '../../../content/bilingual.js'
import { exact, short } from '../../../content/format.js'
import { canDraw, onceAFrame } from '../element/canvas.js'
import { baseStyles } from '../element/element-styles.js'
import { SchemeController, schemeOf } from '../element/scheme-controller.js'
import { StyledElement } from '../element/styled-element.js'
import { MatrixTableElement } from '../matrix/matrix-table-element.js'
import type { Line, LineReading, LinesContent, LinesWords, Tone } from './line.js'
import { linesStyles } from './lines-styles.js'
import { type PlotRequest, plotData, plotOptions } from './plot.js'
import { plotStyles } from './plot-styles.js'

const PAGE = 8
const HEIGHT = 260
const ANNOUNCE_AFTER = 150

export class LinesElement extends StyledElement {
  static readonly uses = { 'wf-matrix-table': MatrixTableElement }

  static override styles = [baseStyles, plotStyles, linesStyles]

  static override properties = {
    content: { attribute: false },
    words: { attribute: false },
    cursor: { state: true },
    announcement: { state: true },
    chartless: { state: true },
    open: { state: true },
  }

  declare content: LinesContent | undefined
  declare words: LinesWords
  declare protected cursor: number | undefined
  declare protected announcement: string
  /** Why a static picture is shown instead of the chart. */
  declare protected chartless: Bilingual | undefined
  /** Whether the table is open. */
  declare protected open: boolean

  #plot: uPlot | undefined
  #kind = ''
  #drawings = 0
  #resize: ResizeObserver | undefined
  #announceTimer: ReturnType<typeof setTimeout> | undefined

  constructor() {
    super()
    new SchemeController(this)
    this.words = { linesHint: '', exact: '', language: 'en' }
    this.announcement = ''
    this.open = false
  }

  override connectedCallback(): void {
    super.connectedCallback()
    if (this.hasUpdated) this.requestUpdate()
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    this.#resize?.disconnect()
    this.#resize = undefined
    this.#destroy()
    clearTimeout(this.#announceTimer)
  }

  override render() {
    const { content, words } = this
    if (!content) return nothing
    const reading = this.#reading()
    return html`
      ${content.lines.length > 1 ? this.#legend(content) : nothing}
      <div
        class="plot"
        part="plot"
        tabindex="0"
        role="group"
        aria-label=${content.label}
        aria-describedby="summary"
        .style=${`--_height: ${content.height ?? HEIGHT}px`}
        @keydown=${this.#onKeyDown}
        @blur=${() => this.#moveTo(undefined)}
      ></div>
      <span class="probe" aria-hidden="true"></span>
      <span id="summary" class="unseen">${content.summary}</span>
      ${this.chartless ? html`<p class="readout idle" id="chartless" role="status">${this.chartless[words.language]}</p>` : nothing}
      <p class="readout ${reading ? '' : 'idle'}" part="readout">${reading ? content.describe(reading) : this.chartless ? '' : words.linesHint}</p>
      <span class="unseen" aria-live="polite">${this.announcement}</span>
      ${words.exact ? this.#values(content) : nothing}
    `
  }

  #values(content: LinesContent) {
    return html`<details
      @toggle=${(event: Event) => {
        this.open = (event.target as HTMLDetailsElement).open
      }}
    >
      <summary>${this.words.exact}</summary>
      ${this.open ? this.#table(content) : nothing}
    </details>`
  }

  protected override updated(): void {
    this.#watchSize()
    if (canDraw()) this.#ask()
  }

  readonly #ask = onceAFrame(() => {
    this.#draw().catch((cause) => this.fail(cause))
  })

  #legend({ lines }: LinesContent) {
    const listed = lines.filter(({ legend }) => legend !== '')
    if (listed.length === 0) return nothing
    return html`<ul class="legend">
      ${listed.map(
        ({ name, legend = name, tone = 'ink', dash, points }) =>
          html`<li>
            <svg viewBox="0 0 28 8" aria-hidden="true">${points ? pointSign(tone) : lineSign(tone, dash)}</svg>
            ${legend}
          </li>`,
      )}
    </ul>`
  }

  #table({ x, lines, xTitle }: LinesContent) {
    const columns = lines.length
    const data = Float32Array.from(
      { length: x.length * columns },
      (_, i) => lines[i % columns]?.values[Math.floor(i / columns)] ?? Number.NaN,
    )
    return html`<wf-matrix-table
      named
      .matrix=${{ data, rows: x.length, columns }}
      .center=${{ row: this.cursor ?? 0, column: 0 }}
      .caption=${xTitle}
      .rowNames=${Array.from(x, short)}
      .columnNames=${lines.map(({ name }) => name)}
      .format=${exact}
    ></wf-matrix-table>`
  }

  #watchSize(): void {
    const target = this.renderRoot.querySelector('.plot')
    if (this.#resize || !target || typeof ResizeObserver === 'undefined') return
    this.#resize = new ResizeObserver(([entry]) => {
      const [width, height] = [entry?.contentRect.width ?? 0, entry?.contentRect.height ?? 0].map(Math.floor)
      if (width && height) this.#plot?.setSize({ width, height })
    })
    this.#resize.observe(target)
  }

  async #draw(): Promise<void> {
    const target = this.renderRoot.querySelector<HTMLElement>('.plot')
    if (!target || !this.content?.x.length) return
    const drawing = ++this.#drawings
    const isLast = () => drawing === this.#drawings // an earlier one may wait longer for its code
    const chart = await import('uplot').catch(() => undefined)
    const { content } = this
    if (!this.isConnected || !content || !isLast()) return
    const request = this.#request(target, content)
    try {
      this.#drawChart(chart?.default, target, content, request)
    } catch {
      this.#destroy()
      const { drawStill } = await import('./still-lines.js')
      if (!isLast()) return
      this.chartless = drawStill(target, content, this, request)
    }
  }

  /** Throws where the chart cannot start; in WebKit a module that failed once is there the second time, without its variables. */
  #drawChart(
    Plot: typeof uPlot | undefined,
    target: HTMLElement,
    content: LinesContent,
    request: PlotRequest,
  ): void {
    if (!Plot) throw new TypeError('the chart is not there')
    const { lines, x: _x, summary: _summary, ...rest } = content
    const kind = JSON.stringify([
      lines.map(({ values: _, ...line }) => line),
      rest,
      schemeOf(this.renderRoot.querySelector('.probe') ?? this),
    ])
    if (this.#plot && kind === this.#kind) {
      this.#plot.setData(plotData(request))
      return
    }
    this.#destroy()
    this.#kind = kind
    target.replaceChildren() // a still picture
    this.#plot = new Plot(plotOptions(request), plotData(request), target)
    this.chartless = undefined
  }

  #request(target: HTMLElement, content: LinesContent): PlotRequest {
    return {
      ...content,
      height: Math.max(80, Math.floor(target.clientHeight)),
      width: Math.max(160, Math.floor(target.clientWidth)),
      colorOf: (role: Tone) => this.#color(role),
      onCursor: (index: number | undefined) => {
        if (index !== this.cursor) this.cursor = index
      },
    }
  }

  // light-dark() inside a custom property is resolved where it is used: on the probe.
  #color(role: Tone): string {
    const probe = this.renderRoot.querySelector<HTMLElement>('.probe')
    if (!probe) return ''
    probe.style.setProperty('border-color', `var(--_${role})`)
    return getComputedStyle(probe).borderTopColor
  }

  #destroy(): void {
    this.#plot?.destroy()
    this.#plot = undefined
  }

  #reading(): LineReading | undefined {
    const { cursor, content } = this
    const x = cursor === undefined ? undefined : content?.x[cursor]
    if (cursor === undefined || x === undefined || !content) return undefined
    return { index: cursor, x, values: content.lines.map(({ values }) => values[cursor] ?? Number.NaN) }
  }

  #onKeyDown(event: KeyboardEvent): void {
    if (event.ctrlKey || event.altKey || event.metaKey) return
    const last = (this.content?.x.length ?? 1) - 1
    const at = this.cursor ?? 0
    const steps: Record<string, number | undefined> = {
      ArrowRight: this.cursor === undefined ? 0 : at + 1,
      ArrowLeft: at - 1,
      PageDown: at + PAGE,
      PageUp: at - PAGE,
      Home: 0,
      End: last,
    }
    const to = steps[event.key]
    if (event.key === 'Escape') this.#moveTo(undefined)
    else if (to === undefined) return
    else this.#moveTo(Math.max(0, Math.min(last, to)))
    event.preventDefault()
    this.#announce()
  }

  #moveTo(index: number | undefined): void {
    const plot = this.#plot
    const x = index === undefined ? undefined : this.content?.x[index]
    plot?.setCursor({ left: x === undefined ? -10 : plot.valToPos(x, 'x'), top: 0 })
    this.cursor = index
  }

  #announce(): void {
    clearTimeout(this.#announceTimer)
    this.#announceTimer = setTimeout(() => {
      const reading = this.#reading()
      this.announcement = reading && this.content ? this.content.describe(reading) : ''
    }, ANNOUNCE_AFTER)
  }
}

const pointSign = (tone: Tone) => svg`<circle cx="14" cy="4" r="3" fill="var(--_${tone})" />`

const lineSign = (tone: Tone, dash: Line['dash']) =>
  svg`<line x1="0" y1="4" x2="28" y2="4" stroke="var(--_${tone})" stroke-width="2" stroke-dasharray=${dash?.join(' ') ?? nothing} />`
