// The hands of a clock as paths, with the middle at the origin. Angles count against the clock from the right, as in mathematics.

import type { Hand } from './rotation-drawing.js'

export const RADIUS = 40

const round = (value: number): number => Math.round(value * 100) / 100

export function handPath([cosine, sine]: Hand, radius = RADIUS): string {
  return `M0 0L${round(radius * cosine)} ${round(-radius * sine)}`
}

/** The wedge between two hands, the shorter way round. */
export function arcPath(from: Hand, to: Hand, radius = RADIUS * 0.7): string {
  const counter = from[0] * to[1] - from[1] * to[0] >= 0
  const point = ([cosine, sine]: Hand) => `${round(radius * cosine)} ${round(-radius * sine)}`
  return `M0 0L${point(from)}A${radius} ${radius} 0 0 ${counter ? 0 : 1} ${point(to)}z`
}
