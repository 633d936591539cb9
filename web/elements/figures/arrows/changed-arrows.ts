// Arrows that the reader has changed, as text in the state: pair, length and angle before rotation, "1 2.5 30, 4 1 -90".

import type { Field } from '../../parts/figure/fields.js'

export interface Polar {
  length: number
  /** Degrees, against the clock from the right. */
  angle: number
}

const WANTED = 'pair length angle, …'
const MOST = 64
const LONGEST = 100

export function changedArrows(): Field<string> {
  return {
    initial: '',
    print: (text) => text,
    read: (given) => {
      if (typeof given !== 'string') return { wanted: WANTED }
      const entries = given.split(',').filter((part) => part.trim() !== '')
      const arrows = arrowsIn(given)
      const value = textOf(arrows)
      return arrows.size === entries.length ? { value } : { value, wanted: WANTED }
    },
  }
}

/** By pair. */
export function arrowsIn(text: string): ReadonlyMap<number, Polar> {
  return new Map(
    text
      .split(',')
      .map(entryOf)
      .filter((entry) => entry !== undefined),
  )
}

/** With an arrow more, or another one in its place. */
export function withArrow(text: string, pair: number, { length, angle }: Polar): string {
  const arrow = { length: rounded(length, 1000), angle: rounded(angle, 10) }
  return textOf(new Map([...arrowsIn(text), [pair, arrow]]))
}

function textOf(arrows: ReadonlyMap<number, Polar>): string {
  return [...arrows].map(([pair, { length, angle }]) => `${pair} ${length} ${angle}`).join(', ')
}

function entryOf(text: string): [number, Polar] | undefined {
  const [pair, length, angle, ...more] = text.trim().split(/\s+/).map(Number)
  if (pair === undefined || length === undefined || angle === undefined || more.length) return undefined
  const fits = Number.isInteger(pair) && pair >= 0 && pair < MOST && length >= 0 && length <= LONGEST
  return fits && Math.abs(angle) <= 360 ? [pair, { length, angle }] : undefined
}

const rounded = (value: number, steps: number): number => Math.round(value * steps) / steps
