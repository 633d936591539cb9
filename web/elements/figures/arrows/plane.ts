// The plane of one pair of channels: the query's and the key's arrow, where they pointed before, how far they were turned, and the angle
// between them. Drawn in units of which the plane has 200, whatever its size.

import { svg } from 'lit'
import type { Vector } from './arrows-drawing.js'
import {
  angleOf,
  arrowPaths,
  degrees,
  lengthOf,
  lineTo,
  polar,
  rotated,
  spiralPath,
  wedgePath,
  wrapped,
} from './geometry.js'
import { finder, makeHandle, say, set } from './handles.js'
import type { Moment } from './moment.js'

export type SideName = 'query' | 'key'
export const SIDES = ['key', 'query'] as const

export interface PlaneContent {
  /** Radians per position. */
  turn: number
  /** Before rotation. */
  query: Vector
  key: Vector
  reach: number
  names: Readonly<Record<SideName, string>>
  /** What is spoken of a tip. */
  tip: (side: SideName, angle: number, length: number) => { label: string; value: string }
}

/** The nodes, which stay. */
export const planeNodes = svg`
  <g class="grid"><circle r="30" /><circle r="60" /><circle r="90" /><path d="M-96 0H96M0-96V96" /></g>
  <path class="wedge" />
  ${SIDES.map(
    (side) => svg`<g class="arrow ${side}">
      <path class="ghost" /><path class="arc" /><path class="shaft" /><path class="core" /><path class="head" />
    </g>`,
  )}
  ${SIDES.map(
    (side) =>
      svg`<text class="name ${side}" text-anchor="middle"><tspan class="letter">${side === 'query' ? 'q' : 'k'}</tspan>&#160;<tspan class="word"></tspan></text>`,
  )}
  <text class="between" text-anchor="middle"></text>
  ${SIDES.map((side) => svg`<circle class="grip ${side}" tabindex="0" role="slider" aria-valuemin="-180" aria-valuemax="180" />`)}
`

/** The outermost circle of the grid. */
const RIM = 90
/** How far words may reach. */
const EDGE = 97
/** Radii of the arcs, and how far they may wind outwards. */
const ARCS = { query: 56, key: 41 } as const
const WINDING = { query: 24, key: 12 } as const
const WEDGE = 36
/** Radius at which the angle is written, where the arrows leave room for it. */
const BETWEEN = 25
/** Side of a plane, in pixels, below which all is smaller. */
const SMALL = 300
/** Degrees and share of the length by which a key moves a tip. */
const [BY_ANGLE, BY_LENGTH] = [5, 1.08]

export class Plane {
  readonly #root: SVGSVGElement
  readonly #find: <T extends Element = SVGElement>(selector: string) => T
  readonly #now: () => Moment
  readonly #onTip: (side: SideName, before: Vector) => void
  /** Newer than what is drawn, while a frame is awaited. */
  content: PlaneContent | undefined

  constructor(root: SVGSVGElement, now: () => Moment, onTip: (side: SideName, before: Vector) => void) {
    this.#root = root
    this.#now = now
    this.#find = finder(root)
    this.#onTip = onTip
    for (const side of SIDES)
      makeHandle(this.#find(`.grip.${side}`), {
        onDrag: (x, y) => this.#put(side, this.#at(x, y)),
        onKey: (key) => this.#nudge(side, key),
      })
  }

  draw(): void {
    const { content } = this
    const side = Math.min(this.#root.clientWidth, this.#root.clientHeight)
    if (!content || side === 0) return
    const pixel = 200 / side
    this.#root.style.setProperty('--px', `${pixel}px`)
    for (const name of SIDES) this.#arrow(name, content, pixel, side < SMALL)
    this.#name(content, pixel, side < SMALL ? 15 : 21)
    this.#between(pixel)
  }

  #tip(side: SideName): Vector {
    return rotated(this.content?.[side] ?? [0, 0], this.#turned(side))
  }

  /** By what an arrow is turned now. */
  #turned(side: SideName): number {
    const { turn, [side]: at } = this.#now()
    return turn * at * (this.content?.turn ?? 0)
  }

  #arrow(side: SideName, content: PlaneContent, pixel: number, small: boolean): void {
    const find = (part: string) => this.#find(`.arrow.${side} ${part}`)
    const scale = RIM / content.reach
    const before = content[side]
    const tip = this.#tip(side)
    const onPlane: Vector = [tip[0] * scale, tip[1] * scale]
    const turned = this.#turned(side)
    const { shaft, head } = arrowPaths(onPlane, Math.min((small ? 13 : 20) * pixel, 0.6 * lengthOf(onPlane)))
    set(find('.shaft'), { d: shaft })
    set(find('.core'), { d: shaft })
    set(find('.head'), { d: head })
    set(find('.ghost'), {
      d: lineTo([before[0] * scale, before[1] * scale]),
      opacity: Math.min(1, 4 * Math.abs(turned)),
    })
    set(find('.arc'), {
      d: spiralPath(angleOf(before), turned, ARCS[side], WINDING[side]),
      opacity: Math.abs(turned) > 0.02 ? 1 : 0,
    })
    const { label, value } = content.tip(side, degrees(angleOf(tip)), lengthOf(tip))
    set(this.#find(`.grip.${side}`), {
      ...{ cx: onPlane[0], cy: -onPlane[1], r: 22 * pixel },
      'aria-label': label,
      'aria-valuetext': value,
      'aria-valuenow': Math.round(degrees(angleOf(tip))),
    })
  }

  /** Words at the tips; where both would be in one place, the key's gives way. */
  #name({ names, reach }: PlaneContent, pixel: number, size: number): void {
    const boxes = SIDES.map((side) => {
      const [x, y] = this.#tip(side)
      const half = { width: (names[side].length + 2.6) * size * 0.32 * pixel, height: size * 0.55 * pixel }
      return { half, ...this.#labelAt([(x * RIM) / reach, (y * RIM) / reach], half, pixel) }
    })
    const [key, query] = boxes
    if (!key || !query) return
    const room = key.half.height + query.half.height
    const crossed = Math.abs(key.x - query.x) < key.half.width + query.half.width
    if (crossed && Math.abs(key.y - query.y) < room) {
      const below = key.y >= query.y ? query.y + room : query.y - room
      key.y = Math.abs(below) > EDGE ? 2 * query.y - below : below
    }
    SIDES.forEach((side, i) => {
      say(this.#find(`.name.${side} .word`), names[side])
      const { x = 0, y = 0 } = boxes[i] ?? {}
      set(this.#find(`.name.${side}`), { x, y: y + size * 0.34 * pixel })
    })
  }

  /** The middle of a word: beyond the tip; where there is no room, above or below it. */
  #labelAt([x, y]: Vector, half: { width: number; height: number }, pixel: number): { x: number; y: number } {
    const angle = Math.atan2(y, x)
    const gap = 8 * pixel
    const right = Math.max(EDGE, this.#root.clientWidth * pixel - 100)
    const wanted = x + (half.width + gap) * Math.cos(angle)
    const left = Math.min(right - half.width, Math.max(half.width - EDGE, wanted))
    const tight = Math.abs(left - wanted) > half.width * 0.3
    const beside = -y - (half.height + gap) * Math.sin(angle)
    const apart = -y + (Math.sin(angle) < 0 ? 1 : -1) * (half.height + 3 * gap)
    const lowest = EDGE - half.height
    return { x: left, y: Math.min(lowest, Math.max(-lowest, tight ? apart : beside)) }
  }

  #between(pixel: number): void {
    const [query, key] = [angleOf(this.#tip('query')), angleOf(this.#tip('key'))]
    const angle = wrapped(query - key)
    set(this.#find('.wedge'), { d: wedgePath(key, query, WEDGE) })
    const [x, y] = polar(BETWEEN, key + angle / 2)
    const text = this.#find('.between')
    const words = `${Math.round(Math.abs(degrees(angle)))}°`
    const room = 2 * BETWEEN * Math.sin(Math.abs(angle) / 2)
    set(text, { x, y: -y + 5 * pixel, opacity: room > (9 * words.length + 10) * pixel ? 1 : 0 })
    say(text, words)
  }

  /** A point of the window, in the units of the arrows. */
  #at(x: number, y: number): Vector {
    const { left, top, width, height } = this.#root.getBoundingClientRect()
    const half = Math.min(width, height) / 2
    const unit = (100 / RIM) * (this.content?.reach ?? 1)
    return [((x - left - half) / half) * unit, ((top + height / 2 - y) / half) * unit]
  }

  #nudge(side: SideName, key: string): boolean {
    const by = {
      ArrowLeft: [BY_ANGLE, 1],
      ArrowRight: [-BY_ANGLE, 1],
      ArrowUp: [0, BY_LENGTH],
      ArrowDown: [0, 1 / BY_LENGTH],
    }[key]
    if (!by) return false
    const [turn = 0, stretch = 1] = by
    const tip = this.#tip(side)
    this.#put(side, polar(lengthOf(tip) * stretch, angleOf(tip) + (turn * Math.PI) / 180))
    return true
  }

  /** The tip is where the reader puts it, so the arrow before rotation is turned back from there. */
  #put(side: SideName, tip: Vector): void {
    const { reach = 1 } = this.content ?? {}
    const length = Math.min(reach, Math.max(0.15 * reach, lengthOf(tip)))
    this.#onTip(side, polar(length, wrapped(angleOf(tip) - this.#turned(side))))
  }
}
