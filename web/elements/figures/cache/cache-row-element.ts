// <wf-cache-row>: cached keys as cards, the attention that each gets as a bar above it, and dashed what it should get. The nodes of the
// drawing stay; what changes is set in one frame, outside of Lit.

import { html } from 'lit'
import { onceAFrame } from '../../parts/element/canvas.js'
import { baseStyles } from '../../parts/element/element-styles.js'
import { StyledElement } from '../../parts/element/styled-element.js'
import type { CacheDrawing } from './cache-drawing.js'
import { type Cell, type Layout, layoutOf } from './cache-layout.js'
import { cacheRowStyles } from './cache-row-styles.js'

export interface RowContent {
  drawing: CacheDrawing
  /** The row in words. */
  label: string
  /** Below the bars and below the cards, at the left. */
  distances: string
  positions: string
  /** On a card of padding. */
  padding: string
}

const NS = 'http://www.w3.org/2000/svg'

/** The nodes of one column. */
type Nodes = Record<(typeof PARTS)[number][1], SVGElement> & { column: SVGElement }

const PARTS = [
  ['rect', 'bar'],
  ['rect', 'should'],
  ['rect', 'card'],
  ['text', 'sign'],
  ['text', 'distance'],
  ['text', 'position'],
  ['text', 'right'],
  ['text', 'share'],
] as const

export class CacheRowElement extends StyledElement {
  static override styles = [baseStyles, cacheRowStyles]

  static override properties = { content: { attribute: false } }

  declare content: RowContent | undefined
  #columns: Nodes[] = []
  #observer: ResizeObserver | undefined

  override render() {
    return html`<svg role="img" aria-label=${this.content?.label ?? ''}>
      <path class="zero"></path>
      <text class="caption distances"></text>
      <text class="caption positions"></text>
      <g class="columns"></g>
    </svg>`
  }

  override connectedCallback(): void {
    super.connectedCallback()
    if (typeof ResizeObserver === 'undefined') return
    this.#observer ??= new ResizeObserver(() => this.#ask())
    this.#observer.observe(this)
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    this.#observer?.disconnect()
  }

  protected override updated(): void {
    this.#ask()
  }

  readonly #ask = onceAFrame(() => this.#draw())

  #draw(): void {
    const { content, clientWidth: width, clientHeight: height } = this
    const svg = this.renderRoot.querySelector('svg')
    if (!content || !svg || width === 0) return
    const layout = layoutOf(content.drawing, width, height, content.padding)
    set(svg, {
      viewBox: `0 0 ${width} ${height}`,
      class: `${content.drawing.encoding} ${layout.wide ? 'wide' : 'narrow'}`,
    })
    this.#drawAround(svg, layout, content)
    const columns = svg.querySelector('.columns') as SVGElement
    for (const cell of layout.cells) this.#nodesOf(cell.column, columns)
    this.#columns.forEach((nodes, column) => {
      const cell = layout.cells.find((one) => one.column === column)
      nodes.column.classList.toggle('absent', !cell)
      if (cell) drawCell(nodes, cell, layout)
    })
  }

  #drawAround(svg: SVGElement, layout: Layout, content: RowContent): void {
    const { left, right, barBottom, distanceY, positionY } = layout
    set(svg.querySelector('.zero'), { d: `M${left} ${barBottom + 0.5}H${right}` })
    const isFree = !content.drawing.slots.some(
      ({ kind, position }) => kind === 'pad' && position !== undefined,
    )
    say(svg.querySelector('.distances'), isFree ? content.distances : '', left, distanceY)
    say(svg.querySelector('.positions'), isFree ? content.positions : '', left, positionY)
  }

  /** Made when a column is first needed. */
  #nodesOf(column: number, parent: SVGElement): void {
    for (let next = this.#columns.length; next <= column; next++) {
      const group = document.createElementNS(NS, 'g')
      const parts = PARTS.map(([tag, name]) => {
        const node = document.createElementNS(NS, tag)
        node.setAttribute('class', name)
        group.append(node)
        return [name, node]
      })
      parent.append(group)
      this.#columns.push({ ...Object.fromEntries(parts), column: group } as Nodes)
    }
  }
}

function drawCell(nodes: Nodes, cell: Cell, layout: Layout): void {
  const { card, cardY, barTop, barBottom, distanceY, positionY, letterSize } = layout
  const { x, kind, off } = cell
  const middle = x + card / 2
  const full = barBottom - barTop
  nodes.column.setAttribute('class', `${kind}${off ? ' off' : ''}`)
  set(nodes.card, { x, y: cardY, width: card, height: card, rx: 4 })
  say(nodes.sign, cell.sign, middle, cardY + card / 2 + letterSize * 0.35)
  say(nodes.distance, cell.distance, middle, distanceY)
  say(nodes.position, cell.position, middle, positionY)
  nodes.distance.classList.toggle('wrong', cell.distanceOff)
  nodes.position.classList.toggle('wrong', cell.positionOff)
  set(nodes.bar, { x, y: barTop, width: card, height: full })
  const least = kind === 'evicted' || kind === 'pad' ? 0 : 1 / full
  nodes.bar.style.transform = `scaleY(${Math.max(least, cell.share)})`
  const height = Math.max(1, cell.rightShare * full)
  set(nodes.should, { x: x + 0.75, y: barBottom - height, width: card - 1.5, height })
  say(nodes.share, cell.shareText, middle, 0)
  nodes.share.style.transform = `translateY(${cell.shareY}px)`
  say(nodes.right, cell.rightText, middle, cell.rightY)
}

function set(node: Element | null, attributes: Readonly<Record<string, string | number>>): void {
  for (const [name, value] of Object.entries(attributes)) node?.setAttribute(name, String(value))
}

/** Nodes of Lit hold its markers: the text has one of its own. */
function say(node: Element | null, text: string, x: number, y: number): void {
  if (!node) return
  if (node.textContent !== text) node.textContent = text
  set(node, { x, y })
}
