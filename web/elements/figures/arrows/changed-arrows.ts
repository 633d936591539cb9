// Arrows that the reader has changed, as a field of the state: pair, length and angle before rotation, "1 2.5 30, 4 1 -90".

import type { Field } from '../../parts/figure/fields.js'

export interface Polar {
  length: number
  /** Degrees, against the clock from the right. */
  angle: number
}

/** By pair. */
export type ChangedArrows = ReadonlyMap<number, Polar>

const WANTED = 'pair length angle, …'
const MOST = 64
const LONGEST = 100

export function changedArrows(): Field<ChangedArrows> {
  return {
    initial: new Map(),
    print: printed,
    read: (given) => {
      if (given instanceof Map) return { value: given as ChangedArrows }
      if (typeof given !== 'string') return { wanted: WANTED }
      const entries = given.split(',').filter((part) => part.trim() !== '')
      const read = entries.map(entryOf).filter((entry) => entry !== undefined)
      const value = new Map(read)
      return value.size === entries.length && value.size <= MOST ? { value } : { value, wanted: WANTED }
    },
  }
}

/** A map with one arrow more, or another one in its place. */
export function withArrow(arrows: ChangedArrows, pair: number, { length, angle }: Polar): ChangedArrows {
  return new Map([...arrows, [pair, { length: rounded(length, 1000), angle: rounded(angle, 10) }]])
}

function printed(arrows: ChangedArrows): string {
  return [...arrows].map(([pair, { length, angle }]) => `${pair} ${length} ${angle}`).join(', ')
}

function entryOf(text: string): [number, Polar] | undefined {
  const [pair, length, angle, ...more] = text.trim().split(/\s+/).map(Number)
  if (pair === undefined || length === undefined || angle === undefined || more.length) return undefined
  const fits = Number.isInteger(pair) && pair >= 0 && pair < MOST && length >= 0 && length <= LONGEST
  return fits && Math.abs(angle) <= 360 ? [pair, { length, angle }] : undefined
}

const rounded = (value: number, steps: number): number => Math.round(value * steps) / steps
