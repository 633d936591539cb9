// All pairs of channels as clocks with two hands.

import { svg } from 'lit'
import type { Vector } from './arrows-drawing.js'
import { angleOf, lengthOf, lineTo, rotated, wedgePath } from './geometry.js'
import { finder, set } from './handles.js'
import type { Moment } from './moment.js'

/** Of one pair, before rotation. */
export interface Hands {
  turn: number
  query: Vector
  key: Vector
}

/** The nodes of a clock, which stay. */
export const clockNodes = svg`<circle class="dial" r="46" /><path class="wedge" /><path class="hand key" /><path class="hand core" /><path class="hand query" />`

const [HAND, WEDGE] = [38, 20]

export function drawClock(root: SVGSVGElement, { turn, query, key }: Hands, moment: Moment): void {
  const find = finder(root)
  const longest = Math.max(lengthOf(query), lengthOf(key), 1e-9)
  const hand = (vector: Vector, at: number): Vector => {
    const [x, y] = rotated(vector, moment.turn * at * turn)
    return [(HAND * x) / longest, (HAND * y) / longest]
  }
  const [ofQuery, ofKey] = [hand(query, moment.query), hand(key, moment.key)]
  set(find('.hand.query'), { d: lineTo(ofQuery) })
  for (const node of ['.hand.key', '.hand.core']) set(find(node), { d: lineTo(ofKey) })
  set(find('.wedge'), { d: wedgePath(angleOf(ofKey), angleOf(ofQuery), WEDGE) })
}
