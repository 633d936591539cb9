// Arrows that the reader has changed, as text in the state: pair, length and angle before rotation, "1 2.5 30, 4 1 -90".

export interface Polar {
  length: number
  /** Degrees, against the clock from the right. */
  angle: number
}

export const ARROWS = 'pair length angle, …'
const LONGEST = 100

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

/** As it is written; what is no arrow is left out. */
export function textOf(arrows: ReadonlyMap<number, Polar>): string {
  return [...arrows].map(([pair, { length, angle }]) => `${pair} ${length} ${angle}`).join(', ')
}

function entryOf(text: string): [number, Polar] | undefined {
  const [pair, length, angle, ...more] = text.trim().split(/\s+/).map(Number)
  if (pair === undefined || length === undefined || angle === undefined || more.length) return undefined
  const fits = Number.isInteger(pair) && pair >= 0 && length >= 0 && length <= LONGEST
  return fits && Math.abs(angle) <= 360 ? [pair, { length, angle }] : undefined
}

const rounded = (value: number, steps: number): number => Math.round(value * steps) / steps
