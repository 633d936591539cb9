// <wf-heat-map>: an interactive matrix. Pointer, tap and arrow keys select a cell, whose value is shown as a sentence.

import { html, nothing, svg } from 'lit'
import { baseStyles } from '../element/element-styles.js'
import { StyledElement } from '../element/styled-element.js'
import { axisLabels, reachFar } from './axis.js'
import type { ColorMapName } from './color-maps.js'
import { clampCell, moveByKey } from './cursor-keys.js'
import { heatMapStyles } from './heat-map-styles.js'
import { type Cell, isHidden, type Matrix, valueAt } from './matrix.js'
import { MatrixCanvasElement } from './matrix-canvas-element.js'

/** The cell under the cursor; `hidden` = masked. */
export interface Reading extends Cell {
  value: number
  hidden: boolean
}

/** The cell that the reader points at, or null when they leave. */
export type CellEvent = CustomEvent<Cell | null>

/** An arrow key at the left or right edge; cancelled by who takes the focus elsewhere. */
export type BeyondEvent = CustomEvent<{ row: number; step: 1 | -1 }>

const ANNOUNCE_AFTER = 150

export class HeatMapElement extends StyledElement {
  static readonly uses = { 'wf-matrix-canvas': MatrixCanvasElement }

  static override styles = [baseStyles, heatMapStyles]

  static override properties = {
    matrix: { attribute: false },
    colors: {},
    low: { type: Number },
    high: { type: Number },
    causal: { type: Boolean },
    compact: { type: Boolean, reflect: true },
    bare: { type: Boolean, reflect: true },
    label: {},
    summary: {},
    hint: {},
    rowTitle: { attribute: 'row-title' },
    columnTitle: { attribute: 'column-title' },
    rowNames: { attribute: false },
    columnNames: { attribute: false },
    describe: { attribute: false },
    selectedRow: { type: Number, attribute: 'selected-row' },
    stop: { attribute: false },
    hovered: { type: Number },
    cursor: { state: true },
    announcement: { state: true },
    cellSize: { state: true },
  }

  declare matrix: Matrix | undefined
  declare colors: ColorMapName
  declare low: number
  declare high: number
  declare causal: boolean
  /** Narrow axes without titles, for maps that stand side by side. */
  declare compact: boolean
  /** Without axes. */
  declare bare: boolean
  declare label: string
  declare summary: string
  declare hint: string
  declare rowTitle: string
  declare columnTitle: string
  declare rowNames: readonly string[]
  declare columnNames: readonly string[]
  /** The sentence for a cell. */
  declare describe: (reading: Reading) => string
  declare selectedRow: number | undefined
  /** Whether Tab stops here: of maps side by side, one is a stop. */
  declare stop: boolean
  /** A token hovered in another view: its row and column are outlined. */
  declare hovered: number | undefined
  declare protected cursor: Cell | undefined
  declare protected announcement: string
  declare protected cellSize: Cell

  #resize: ResizeObserver | undefined
  #announceTimer: ReturnType<typeof setTimeout> | undefined

  constructor() {
    super()
    this.colors = 'sequential'
    this.low = 0
    this.high = 1
    this.causal = false
    this.compact = false
    this.bare = false
    this.label = ''
    this.summary = ''
    this.hint = ''
    this.rowTitle = ''
    this.columnTitle = ''
    this.rowNames = []
    this.columnNames = []
    this.describe = ({ row, column, value }) => `${row}, ${column}: ${value}`
    this.stop = true
    this.announcement = ''
    this.cellSize = { row: 0, column: 0 }
  }

  // A move in the document disconnects and reconnects the element: the size has to be observed again.
  override connectedCallback(): void {
    super.connectedCallback()
    if (this.hasUpdated) this.requestUpdate()
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    this.#resize?.disconnect()
    this.#resize = undefined
    clearTimeout(this.#announceTimer)
  }

  override render() {
    const { matrix } = this
    if (!matrix || matrix.rows === 0) return nothing
    return html`
      <div class="frame">
        <span class="title columns" aria-hidden="true">${this.columnTitle}</span>
        <span class="title rows ${this.#isCornered(matrix) ? 'corner' : ''}" aria-hidden="true">${this.rowTitle}</span>
        ${this.#axes(matrix)}
        <div
          class="map"
          part="map"
          tabindex=${this.stop ? 0 : -1}
          role="group"
          aria-label=${this.label}
          aria-describedby="summary"
          @pointermove=${this.#onPointerMove}
          @pointerleave=${this.#onPointerLeave}
          @click=${this.#onClick}
          @keydown=${this.#onKeyDown}
          @blur=${() => this.#moveTo(undefined)}
        >
          <wf-matrix-canvas
            .matrix=${matrix}
            .colors=${this.colors}
            .low=${this.low}
            .high=${this.high}
            .causal=${this.causal}
          ></wf-matrix-canvas>
          ${this.#marks(matrix)}
        </div>
      </div>
      <span id="summary" class="unseen">${this.summary}</span>
      ${this.#readout()}
      <span class="unseen" aria-live="polite">${this.announcement}</span>
    `
  }

  protected override updated(): void {
    const map = this.renderRoot.querySelector<HTMLElement>('.map')
    if (!map || !this.matrix) return
    map.style.aspectRatio = `${this.matrix.columns} / ${this.matrix.rows}`
    this.#watchSize(map)
  }

  #watchSize(map: HTMLElement): void {
    if (this.#resize || typeof ResizeObserver === 'undefined') return
    this.#resize = new ResizeObserver(() => this.#measure(map))
    this.#resize.observe(map)
  }

  #measure(map: HTMLElement): void {
    const { rows, columns } = this.matrix ?? { rows: 1, columns: 1 }
    const size = { row: map.clientHeight / rows, column: map.clientWidth / columns }
    const same = size.row === this.cellSize.row && size.column === this.cellSize.column
    if (!same) this.cellSize = size
  }

  protected override willUpdate(changed: Map<string, unknown>): void {
    const map = this.renderRoot?.querySelector<HTMLElement>('.map')
    if (changed.has('matrix') && map) this.#measure(map)
    if (this.cursor && this.matrix) this.cursor = clampCell(this.cursor, this.matrix)
  }

  /** The title of the rows gives way to long names: it stands above them, if it is short enough. */
  #isCornered({ rows }: Matrix): boolean {
    const isShort = this.rowTitle.length <= 5
    return isShort && reachFar({ count: rows, names: this.rowNames, cell: this.cellSize.row })
  }

  #axes({ rows, columns }: Matrix) {
    const rowAxis = {
      side: 'rows' as const,
      count: rows,
      names: this.rowNames,
      cell: this.cellSize.row,
      marked: [this.selectedRow, this.hovered, this.cursor?.row],
    }
    const columnAxis = {
      side: 'columns' as const,
      count: columns,
      names: this.columnNames,
      cell: this.cellSize.column,
      marked: [this.hovered, this.cursor?.column],
    }
    return [columnAxis, rowAxis].map(
      (axis) =>
        html`<svg class="axis ${axis.side}" aria-hidden="true">
          ${axisLabels(axis)}
        </svg>`,
    )
  }

  // Each mark is drawn twice, dark below light, for contrast on any colour.
  #marks({ rows, columns }: Matrix) {
    const boxes: (readonly [x: number, y: number, width: number, height: number])[] = []
    if (this.selectedRow !== undefined && this.selectedRow < rows)
      boxes.push([0, this.selectedRow, columns, 1])
    if (this.hovered !== undefined && this.hovered < rows) {
      boxes.push([0, this.hovered, columns, 1], [this.hovered, 0, 1, rows])
    }
    if (this.cursor) boxes.push([this.cursor.column, this.cursor.row, 1, 1])
    return html`<svg
      class="marks"
      viewBox="0 0 ${columns} ${rows}"
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      ${['under', 'over'].map((layer) =>
        boxes.map(
          ([x, y, width, height]) =>
            svg`<rect class=${layer} x=${x} y=${y} width=${width} height=${height} />`,
        ),
      )}
    </svg>`
  }

  #readout() {
    const text = this.cursor ? this.#sentence(this.cursor) : this.hint
    return html`<p class="readout ${this.cursor ? '' : 'idle'}" part="readout">${text}</p>`
  }

  #sentence(cell: Cell): string {
    if (!this.matrix) return ''
    return this.describe({ ...cell, value: valueAt(this.matrix, cell), hidden: isHidden(cell, this.causal) })
  }

  /** Takes the focus, with the cursor at a cell. */
  enter(cell: Cell): void {
    this.renderRoot.querySelector<HTMLElement>('.map')?.focus()
    this.#read(cell)
  }

  #read(cell: Cell): void {
    this.#moveTo(cell)
    this.#announce(this.#sentence(cell))
  }

  #cellAt(event: MouseEvent): Cell | undefined {
    const box = (event.currentTarget as HTMLElement).getBoundingClientRect()
    if (!this.matrix || box.width === 0) return undefined
    const { rows, columns } = this.matrix
    const column = Math.floor(((event.clientX - box.left) / box.width) * columns)
    const row = Math.floor(((event.clientY - box.top) / box.height) * rows)
    return clampCell({ row, column }, this.matrix)
  }

  #onPointerMove(event: PointerEvent): void {
    this.#moveTo(this.#cellAt(event))
  }

  // Touch keeps the cell after the finger lifts; a mouse clears it when it leaves.
  #onPointerLeave(event: PointerEvent): void {
    if (event.pointerType === 'mouse') this.#moveTo(undefined)
  }

  #onClick(event: MouseEvent): void {
    const cell = this.#cellAt(event)
    this.#moveTo(cell)
    if (cell) this.#send('wf-pick', cell)
  }

  #onKeyDown(event: KeyboardEvent): void {
    const corner = event.ctrlKey && (event.key === 'Home' || event.key === 'End')
    if (!this.matrix || (event.ctrlKey && !corner) || event.altKey || event.metaKey) return
    const from = this.cursor ?? { row: this.selectedRow ?? 0, column: 0 }
    if ((event.key === 'Enter' || event.key === ' ') && this.cursor) {
      this.#send('wf-pick', this.cursor)
    } else if (event.key === 'Escape') {
      this.#moveTo(undefined)
    } else {
      const key = corner ? `Ctrl+${event.key}` : event.key
      const to = this.cursor || corner ? moveByKey(key, from, this.matrix) : this.#firstCell(key, from)
      if (!to) return
      if (!this.#leaves(event.key)) this.#read(to)
    }
    event.preventDefault()
  }

  /** Whether the focus went over the edge. */
  #leaves(key: string): boolean {
    const step = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : undefined
    if (!step || !this.cursor || !this.matrix) return false
    const { row, column } = this.cursor
    if (column !== (step > 0 ? this.matrix.columns - 1 : 0)) return false
    return !this.dispatchEvent(
      new CustomEvent('wf-beyond', { detail: { row, step }, cancelable: true, bubbles: true }),
    )
  }

  // The first arrow key shows the cursor without moving it.
  #firstCell(key: string, from: Cell): Cell | undefined {
    return this.matrix && moveByKey(key, from, this.matrix) ? clampCell(from, this.matrix) : undefined
  }

  #moveTo(cell: Cell | undefined): void {
    const { cursor } = this
    if (cell?.row === cursor?.row && cell?.column === cursor?.column) return
    this.cursor = cell
    this.#send('wf-cell', cell ?? null)
  }

  // Debounced: key repeat passes many cells, only the last is announced.
  #announce(text: string): void {
    clearTimeout(this.#announceTimer)
    this.#announceTimer = setTimeout(() => {
      this.announcement = text
    }, ANNOUNCE_AFTER)
  }

  #send(name: 'wf-cell' | 'wf-pick', detail: Cell | null): void {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }))
  }
}
