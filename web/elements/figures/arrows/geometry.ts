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
const point = ([x, y]: Vector): string => `${round(x)} ${round(-y)}`

export const lineTo = (to: Vector): string => `M0 0L${point(to)}`

/** A shaft up to the head, and the head, a triangle as long as `head`. */
export function arrowPaths(tip: Vector, head: number): { shaft: string; head: string } {
  const angle = angleOf(tip)
  const neck = polar(Math.max(0, lengthOf(tip) - head), angle)
  const [x, y] = polar(head * 0.42, angle + Math.PI / 2)
  const corners: Vector[] = [tip, [neck[0] + x, neck[1] + y], [neck[0] - x, neck[1] - y]]
  return { shaft: lineTo(neck), head: `M${corners.map(point).join('L')}Z` }
}

/** By how much a spiral winds outwards in a turn. */
const RING = 6

/**
 * How far an arrow was turned, from its angle `from`: turns wind outwards, and of many the last ones are shown, as many as a ring of
 * width `wide` has room for.
 */
export function spiralPath(from: number, turned: number, radius: number, wide: number): string {
  const most = Math.floor(wide / RING)
  const angle = Math.min(turned, (turned % TURN) + TURN * (most - 1))
  const count = Math.max(2, Math.ceil(angle * 12))
  const points = Array.from({ length: count + 1 }, (_, i) => {
    const along = (angle * i) / count
    return point(polar(radius + (RING * along) / TURN, from + along))
  })
  return `M${points.join('L')}`
}

/** Points of an arc of half a turn. */
const FINE = 32

/** Between two directions, the shorter way round. */
export function wedgePath(from: number, to: number, radius: number): string {
  const angle = wrapped(to - from)
  const points = Array.from({ length: FINE + 1 }, (_, i) => point(polar(radius, from + (angle * i) / FINE)))
  return `M0 0L${points.join('L')}Z`
}
