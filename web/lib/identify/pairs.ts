// Which channels form pairs.

import type { PositionEncoding } from '../position/position.js'

export interface PairLayout {
  layout: 'half' | 'interleaved'
  /** The first paired channel, and how many channels are paired. */
  start: number
  width: number
}

/** The two channels of each pair. */
export function channelsOf({ layout, start, width }: PairLayout): [number, number][] {
  const pairs = width / 2
  return Array.from({ length: pairs }, (_, i) =>
    layout === 'half' ? [start + i, start + i + pairs] : [start + 2 * i, start + 2 * i + 1],
  )
}

/** Every layout whose pairs cover all channels that change: at the start or at the end of the row, half-split or interleaved. */
export function layoutsFor(dim: number, changed: readonly boolean[]): PairLayout[] {
  const first = changed.indexOf(true)
  const last = changed.lastIndexOf(true)
  const found: PairLayout[] = []
  for (let width = dim - (dim % 2); width >= 2; width -= 2) {
    const starts = dim === width ? [0] : [0, dim - width]
    for (const start of starts) {
      if (first >= 0 && (first < start || last >= start + width)) continue
      for (const layout of ['half', 'interleaved'] as const) {
        if (width === 2 && layout === 'half') continue // the same pair
        found.push({ layout, start, width })
      }
    }
  }
  return found
}

/** The rows with the second channel of each pair negated: a rotation of these is the rotation the other way. */
export function mirrored(data: Float32Array, dim: number, layout: PairLayout): Float32Array {
  const result = data.slice()
  const seconds = channelsOf(layout).map(([, second]) => second)
  for (let row = 0; row < data.length; row += dim)
    for (const second of seconds) result[row + second] = -(data[row + second] as number)
  return result
}

/** Where a rotary encoding has its pairs. */
export function layoutOf(position: PositionEncoding, dim: number): PairLayout {
  const {
    layout = 'half',
    rotaryDim = 0,
    rotaryStart = 0,
  } = position as {
    layout?: PairLayout['layout']
    rotaryDim?: number
    rotaryStart?: number
  }
  const isSpread = 'scaling' in position && position.scaling?.ropeType === 'proportional'
  const width = rotaryDim === 0 || isSpread ? dim - rotaryStart : rotaryDim
  return { layout, start: rotaryStart, width }
}
