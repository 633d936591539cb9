// Arrows, arcs and wedges as paths, with the middle at the origin. Angles count against the clock from the right, as in mathematics.

import type { Vector } from './arrows-drawing.js'

const TURN = 2 * Math.PI

export const angleOf = ([x, y]: Vector): number => Math.atan2(y, x)

export const lengthOf = ([x, y]: Vector): number => Math.hypot(x, y)

export const polar = (length: number, angle: number): Vector => [
  length * Math.cos(angle),
  length * Math.sin(angle),
]

export function rotated([x, y]: Vector, angle: number): Vector {
  const [cosine, sine] = [Math.cos(angle), Math.sin(angle)]
  return [x * cosine - y * sine, x * sine + y * cosine]
}

/** The shorter way: −π … π. */
export const wrapped = (angle: number): number => angle - TURN * Math.round(angle / TURN)

export const degrees = (angle: number): number => (angle * 180) / Math.PI

const round = (value: number): number => Math.round(value * 100) / 100

/** On the page y grows downwards. */
export const point = ([x, y]: Vector): string => `${round(x)} ${round(-y)}`

export const lineTo = (to: Vector): string => `M0 0L${point(to)}`

/** A shaft up to the head, and the head, a triangle as long as `head`. */
export function arrowPaths(tip: Vector, head: number): { shaft: string; head: string } {
  const angle = angleOf(tip)
  const neck = polar(Math.max(0, lengthOf(tip) - head), angle)
  const [x, y] = polar(head * 0.42, angle + Math.PI / 2)
  const corners: Vector[] = [tip, [neck[0] + x, neck[1] + y], [neck[0] - x, neck[1] - y]]
  return { shaft: lineTo(neck), head: `M${corners.map(point).join('L')}Z` }
}

/** The most points of a spiral: a position may be far away. */
const MOST_POINTS = 600
/** More whole turns than this are not told apart. */
const MOST_TURNS = 12

/** How far an arrow was turned, from its angle `from`; whole turns wind outwards, in a ring `wide` at most. */
export function spiralPath(from: number, turned: number, radius: number, wide: number): string {
  const shown = Math.sign(turned) * Math.min(Math.abs(turned), Math.abs(turned) % TURN + TURN * (MOST_TURNS - 1))
  const start = turned - shown
  const grow = Math.min(1.1, wide / Math.max(0.01, Math.abs(shown)))
  const count = Math.min(MOST_POINTS, Math.max(2, Math.ceil(Math.abs(shown) * 12)))
  const at = (i: number) => (shown * i) / count
  const points = Array.from({ length: count + 1 }, (_, i) =>
    point(polar(radius + grow * Math.abs(at(i)), from + start + at(i))),
  )
  return `M${points.join('L')}`
}

/** Between two directions, the shorter way round. */
export function wedgePath(from: number, to: number, radius: number): string {
  const counter = wrapped(to - from) > 0 ? 0 : 1
  return `M0 0L${point(polar(radius, from))}A${radius} ${radius} 0 0 ${counter} ${point(polar(radius, to))}Z`
}
