// A drawing of <wf-arrows> in words, and what is asked of it since.

import { short } from '../../../content/format.js'
import type { ArrowsDrawing, ArrowsState, Vector } from './arrows-drawing.js'
import type { View } from './arrows-fields.js'
import type { AxisContent } from './axis.js'
import { arrowsIn, type Polar } from './changed-arrows.js'
import { angleOf, degrees, polar, wrapped } from './geometry.js'
import type { ArrowsWords } from './messages.js'
import type { PlaneContent, SideName } from './plane.js'

export interface ArrowsContent {
  drawing: ArrowsDrawing
  words: ArrowsWords
  view: View
  turned: boolean
  /** The pair that is shown, and the arrows and positions as they are now: the drawing may be about those before. */
  pair: number
  pairs: readonly { turn: number; query: Vector; key: Vector; reach: number }[]
  at: Readonly<Record<SideName, number>>
}

export function arrowsContent(drawing: ArrowsDrawing, state: ArrowsState, words: ArrowsWords): ArrowsContent {
  const { pairs, query, key } = drawing
  const [ofQuery, ofKey] = [arrowsIn(state.queryArrows), arrowsIn(state.keyArrows)]
  return {
    ...{ drawing, words, view: state.view, turned: state.turned },
    pair: Math.min(state.pair, pairs.length - 1),
    pairs: pairs.map((pair, i) => ({
      ...pair,
      query: vectorOf(ofQuery.get(i)) ?? pair.query,
      key: vectorOf(ofKey.get(i)) ?? pair.key,
    })),
    at: { query: state.queryAt ?? query.at, key: state.keyAt ?? key.at },
  }
}

const vectorOf = (arrow: Polar | undefined): Vector | undefined =>
  arrow && polar(arrow.length, (arrow.angle * Math.PI) / 180)

/** The chosen pair on its plane. */
export function planeContent({ pairs, pair, drawing, words }: ArrowsContent): PlaneContent | undefined {
  const shown = pairs[pair]
  const names = namesOf(drawing)
  return (
    shown && {
      ...{ ...shown, names },
      tip: (side, angle, length) => ({
        label: words.tip(side, names[side]),
        value: words.tipAt(fixed(angle, 0), fixed(length)),
      }),
    }
  )
}

export function axisContent({ drawing, words }: ArrowsContent): AxisContent {
  const names = namesOf(drawing)
  return {
    names,
    labels: { query: words.pin(names.query), key: words.pin(names.key) },
    distance: words.apart,
  }
}

const namesOf = ({ query, key }: ArrowsDrawing) => ({ query: query.text, key: key.text })

export const fixed = (value: number, places = 2): string => {
  const text = value.toFixed(places)
  return (Number(text) === 0 ? text.replace('-', '') : text).replace('-', '−')
}

/** The sign of what is more than zero, too. */
export const signed = (value: number): string => {
  const text = fixed(value, Math.abs(value) < 9.95 ? 1 : 0)
  return Number(text.replace('−', '-')) > 0 ? `+${text}` : text
}

export const grouped = (position: number): string => position.toLocaleString('en')

/** 6.3, 20, 199, 1,990, 6,280 */
export function waveText(wavelength: number): string {
  return Number(wavelength.toPrecision(wavelength < 1000 ? 2 : 3)).toLocaleString('en')
}

/** Degrees between two arrows. */
export function angleText(query: Vector, key: Vector): string {
  return `${Math.round(Math.abs(degrees(wrapped(angleOf(query) - angleOf(key)))))}°`
}

/** Degrees per position. */
export function perPosition(turn: number): string {
  const angle = degrees(turn)
  return angle < 1 ? short(Number(angle.toPrecision(2))) : fixed(angle, angle < 10 ? 1 : 0)
}

export function summaryOf({ query, key, pairs, pair, scores }: ArrowsDrawing, words: ArrowsWords): string {
  const { before = Number.NaN, after = Number.NaN } = pairs[pair] ?? {}
  const at = (side: ArrowsDrawing['query']) => `${side.text} ${grouped(side.at)}`
  return words.summary(
    at(query),
    at(key),
    fixed(before),
    fixed(after),
    fixed(scores[query.at - key.at] ?? Number.NaN),
  )
}
