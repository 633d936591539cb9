// The scores of a query by distance as bars, and the attention weights that come of them as a row of cells.

import { svg } from 'lit'
import { SPAN } from './arrows-fields.js'
import { MARGIN } from './axis.js'
import { finder, say, set } from './handles.js'

export interface RowContent {
  scores: Float32Array
  weights: Float32Array
  /** The distance of the two words. */
  distance: number
  score: (value: number) => string
}

const TENS = Array.from({ length: SPAN / 10 + 1 }, (_, i) => 10 * i)

/** The nodes, which stay. */
export const rowNodes = svg`
  <path class="bars" /><path class="bars now" /><path class="zero" />
  <g class="cells">${Array.from({ length: SPAN + 1 }, () => svg`<rect height="18" />`)}</g>
  <rect class="ring" height="22" /><text class="value" text-anchor="middle"></text>
  ${TENS.map((ten) => svg`<text class="ten" text-anchor="middle">${ten}</text>`)}
`

/** Pixels above the bars, for a value, and from them down: a gap, the cells, the numbers. */
const [ABOVE, GAP, CELLS, NUMBERS] = [18, 8, 18, 18]

export class Row {
  readonly #root: SVGSVGElement
  readonly #find: <T extends Element = SVGElement>(selector: string) => T

  constructor(root: SVGSVGElement) {
    this.#root = root
    this.#find = finder(root)
  }

  /** `cursor`: the distance that is pointed at. */
  draw({ scores, weights, distance, score }: RowContent, cursor: number | undefined): void {
    const { clientWidth: width, clientHeight: height } = this.#root
    if (width === 0) return
    set(this.#root, { viewBox: `0 0 ${width} ${height}` })
    const wide = this.#cell
    const x = (at: number) => MARGIN - wide / 2 + at * wide
    const cellsTop = height - NUMBERS - CELLS
    const high = Math.max(0.01, ...scores) // spread: the distances of the axis
    const low = Math.min(-0.01, ...scores)
    const y = (value: number) => ABOVE + ((high - value) * (cellsTop - GAP - ABOVE)) / (high - low)
    const bar = (at: number) => `M${x(at) + wide / 2} ${y(0)}V${y(scores[at] ?? 0)}`
    const all = Array.from(scores, (_, at) => (at === distance ? '' : bar(at)))
    const thick = Math.max(1, wide - 1.5)
    set(this.#find('.bars'), { d: all.join(''), 'stroke-width': thick })
    set(this.#find('.bars.now'), { d: bar(distance), 'stroke-width': thick })
    set(this.#find('.zero'), { d: `M${x(0)} ${y(0)}H${x(SPAN + 1)}` })
    this.#root.querySelectorAll<SVGElement>('.cells rect').forEach((node, at) => {
      set(node, { x: x(at), y: cellsTop, width: wide + 0.3 })
      node.style.fill = shade(weights[at] ?? 0)
    })
    const at = cursor ?? distance
    set(this.#find('.ring'), { x: x(at), y: cellsTop - 2, width: wide })
    const value = scores[at] ?? 0
    const text = this.#find('.value')
    const foot = Math.max(12, y(Math.max(0, value)) - 5) // at its bar, or above the line that it hangs from
    set(text, { x: Math.min(width - 24, Math.max(24, x(at) + wide / 2)), y: foot })
    say(text, score(value))
    this.#root.querySelectorAll('.ten').forEach((node, i) => {
      set(node, { x: x(10 * i) + wide / 2, y: height - 3 })
    })
  }

  /** The distance at a point of the window. */
  at(clientX: number): number {
    const { left } = this.#root.getBoundingClientRect()
    const along = Math.floor((clientX - left - MARGIN) / this.#cell + 0.5)
    return Math.min(SPAN, Math.max(0, along))
  }

  /** The middles of the cells stand below the positions of the axis. */
  get #cell(): number {
    return (this.#root.clientWidth - 2 * MARGIN) / SPAN
  }
}

/** Weights from the paper over the hue of RoPE to its deep end, under a square root. */
function shade(weight: number): string {
  const share = Math.sqrt(Math.min(1, Math.max(0, weight)))
  const mixed = (low: string, high: string, part: number) =>
    `color-mix(in oklab, var(--${low}), var(--${high}) ${Math.round(1000 * part) / 10}%)`
  return share < 0.6 ? mixed('zero', 'middle', share / 0.6) : mixed('middle', 'most', (share - 0.6) / 0.4)
}
