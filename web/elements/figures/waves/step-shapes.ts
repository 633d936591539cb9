// The row of steps below the strip, as shares of its height and as paths.

import { barsIn, clamp, frameOf, mix, type View } from './strip-shapes.js'
import type { WavesDrawing } from './waves-drawing.js'

/** Heights of the steps as shares of the row, between the forms; NaN where a table has ended. */
export function stepShares({ steps, channels }: WavesDrawing, { form, table, columns }: View): Float32Array {
  const [apart, round] = [clamp(form, 0, 1), clamp(form - 1, 0, 1)]
  const longest = Math.sqrt(channels)
  const longestOfTable = steps.table.reduce((a, b) => Math.max(a, b), 0) || 1
  return Float32Array.from(
    { length: Math.max(0, Math.min(steps.count.length, Math.ceil(columns) - 1)) },
    (_, at) => {
      const of = (list: Float32Array) => list[at] ?? Number.NaN
      const plain = mix(mix(of(steps.count), of(steps.binary), apart), of(steps.waves), round) / longest
      return table > 0 ? mix(plain, of(steps.table) / longestOfTable, table) : plain
    },
  )
}

export function stepPaths(
  shares: Float32Array,
  view: View,
  height: number,
): { bars: string; chosen: string } {
  const { left, step } = frameOf(view)
  const bar = barsIn(left + step / 2, step)
  const paths = Array.from(shares, (share, at) => bar(at, height * (1 - share), height * share))
  const chosen = Number.isNaN(view.other) ? (paths[Math.round(view.position)] ?? '') : ''
  return { bars: paths.join(''), chosen }
}
