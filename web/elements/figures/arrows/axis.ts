// The axis of positions with two words on it, the query's above and the key's below, and the distance between them.

import { svg } from 'lit'
import { FARTHEST, SPAN } from './arrows-fields.js'
import { finder, makeHandle, say, set } from './handles.js'
import type { Moment } from './moment.js'
import { SIDES, type SideName } from './plane.js'

export interface AxisContent {
  names: Readonly<Record<SideName, string>>
  labels: Readonly<Record<SideName, string>>
  distance: (positions: number) => string
}

const TENS = Array.from({ length: SPAN / 10 + 1 }, (_, i) => 10 * i)

/** The nodes, which stay. */
export const axisNodes = svg`
  <path class="ticks" />
  ${TENS.map(() => svg`<text class="ten" text-anchor="middle"></text>`)}
  <path class="apart" /><text class="distance" text-anchor="middle"></text>
  ${SIDES.map(
    (side) => svg`<g class="pin ${side}" tabindex="0" role="slider">
      <path class="stem" /><rect class="hit" height="52" /><rect class="chip" rx="5" height="28" />
      <text class="word" text-anchor="middle"></text><text class="at"></text>
    </g>`,
  )}
`

/** Pixels of a letter of the distance, at most: Latin, and Chinese. */
const LETTER = 7.5
const LETTER_ZH = 13.5

/** Pixels left and right of the axis. */
export const MARGIN = 22

const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  PageUp: 10,
  PageDown: -10,
}

export class Axis {
  readonly #root: SVGSVGElement
  readonly #find: <T extends Element = SVGElement>(selector: string) => T
  readonly #onPin: (side: SideName, position: number) => void
  readonly #now: () => Moment
  content: AxisContent | undefined
  #drawnFor = ''

  /** `onPin` hears of positions before they are judged. */
  constructor(root: SVGSVGElement, now: () => Moment, onPin: (side: SideName, position: number) => void) {
    this.#root = root
    this.#now = now
    this.#find = finder(root)
    this.#onPin = onPin
    for (const side of SIDES)
      makeHandle(this.#find(`.pin.${side}`), {
        onDrag: (x) => this.#drag(side, x),
        onKey: (key) => this.#step(side, key),
      })
  }

  draw(): void {
    const { content } = this
    const moment = this.#now()
    const { clientWidth: width, clientHeight: height } = this.#root
    if (!content || width === 0) return
    const middle = height / 2 + 3
    const x = (position: number) => MARGIN + ((position - moment.start) * (width - 2 * MARGIN)) / SPAN
    set(this.#root, { viewBox: `0 0 ${width} ${height}` })
    this.#scale(width, middle, moment.start, x)
    for (const side of SIDES) this.#pin(side, content, moment[side], x(moment[side]), width, middle)
    set(this.#find('.apart'), { d: `M${x(moment.key)} ${middle}H${x(moment.query)}` })
    this.#distance(content.distance(Math.round(moment.query - moment.key)), x(moment.key), width, middle)
  }

  #scale(width: number, middle: number, start: number, x: (position: number) => number): void {
    const key = `${width} ${middle} ${start}`
    if (key === this.#drawnFor) return
    this.#drawnFor = key
    const first = Math.ceil(start)
    const ticks = Array.from({ length: SPAN + 1 }, (_, i) => first + i).filter((at) => at <= start + SPAN)
    const tall = (at: number) => (at % 10 ? 2.5 : 5)
    const marks = ticks.map((at) => `M${x(at)} ${middle - tall(at)}v${2 * tall(at)}`)
    set(this.#find('.ticks'), { d: `M${MARGIN} ${middle}H${width - MARGIN}${marks.join('')}` })
    const tens = ticks.filter((at) => at % 10 === 0)
    this.#root.querySelectorAll('.ten').forEach((node, i) => {
      const at = tens[i]
      set(node, { x: at === undefined ? 0 : x(at), y: middle + 18, opacity: at === undefined ? 0 : 1 })
      say(node, at === undefined ? '' : at.toLocaleString('en'))
    })
  }

  #pin(side: SideName, content: AxisContent, at: number, x: number, width: number, middle: number): void {
    const find = (part: string) => this.#find(`.pin.${side} ${part}`)
    const text = content.names[side]
    const wide = Math.max(34, text.length * 9 + 20)
    const left = Math.min(width - wide - 1, Math.max(1, x - wide / 2))
    const top = side === 'key' ? middle + 13 : middle - 41
    set(find('.stem'), { d: `M${x} ${middle}V${side === 'key' ? top : top + 28}` })
    set(find('.chip'), { x: left, y: top, width: wide })
    const hit = Math.max(44, wide)
    set(find('.hit'), {
      x: left + (wide - hit) / 2,
      y: side === 'key' ? middle - 4 : middle - 48,
      width: hit,
    })
    set(find('.word'), { x: left + wide / 2, y: top + 19 })
    say(find('.word'), text)
    const position = Math.round(at).toLocaleString('en')
    const inside = left + wide + 8 + 9 * position.length < width
    set(find('.at'), {
      ...{ x: inside ? left + wide + 8 : left - 6, y: top + 19 },
      'text-anchor': inside ? 'start' : 'end',
    })
    say(find('.at'), position)
    set(this.#find(`.pin.${side}`), {
      'aria-label': content.labels[side],
      ...{ 'aria-valuemin': 0, 'aria-valuemax': FARTHEST, 'aria-valuenow': Math.round(at) },
      'aria-valuetext': position,
    })
    if (side === 'key') this.#hideTens(left, left + wide + 12 + 9 * position.length)
  }

  /** The numbers of the axis give way to the key's word. */
  #hideTens(from: number, to: number): void {
    for (const node of this.#root.querySelectorAll<SVGElement>('.ten')) {
      const x = Number(node.getAttribute('x'))
      node.classList.toggle('behind', x > from - 12 && x < to + 12)
    }
  }

  /** Between the key and the query's word, or after the query's position where the two are too near. */
  #distance(text: string, from: number, width: number, middle: number): void {
    const at = this.#find('.pin.query .at')
    const wide = widthOf(text)
    const room = Number(this.#find('.pin.query .chip').getAttribute('x')) - from
    const start = Number(at.getAttribute('x')) + 9 * (at.textContent?.length ?? 0) + 12
    const follows = at.getAttribute('text-anchor') === 'start' && start + wide < width
    const between = room > wide + 8
    set(this.#find('.distance'), {
      x: between ? from + room / 2 : start + wide / 2,
      y: between ? middle - 10 : (at.getAttribute('y') ?? 0),
      opacity: between || follows ? 1 : 0,
    })
    say(this.#find('.distance'), text)
  }

  #drag(side: SideName, x: number): void {
    const { left, width } = this.#root.getBoundingClientRect()
    const along = ((x - left - MARGIN) * SPAN) / (width - 2 * MARGIN)
    this.#onPin(side, Math.round(this.#now().start + Math.min(SPAN, Math.max(0, along))))
  }

  #step(side: SideName, key: string): boolean {
    const by = STEPS[key]
    if (by === undefined) return false
    this.#onPin(side, Math.round(this.#now()[side]) + by)
    return true
  }
}

const widthOf = (text: string): number =>
  [...text].reduce((sum, letter) => sum + (letter > '\u2e7f' ? LETTER_ZH : LETTER), 0)
