import type { PositionEncoding } from 'whereformer'
import type { AnyLibrary } from '../../../parts/engine/library.js'

/**
 * Radians per position of each pair, from the code of position 1: all frequencies are at most one radian per position, so sine and cosine
 * determine the angle.
 */
export async function anglesOfCode(
  library: AnyLibrary,
  position: PositionEncoding,
  dim: number,
): Promise<Float32Array> {
  const { data } = await library.embed(position, { positions: [1], dim })
  const pairs = Math.floor(dim / 2)
  const concatenated = 'layout' in position && position.layout === 'concatenated'
  return Float32Array.from({ length: pairs }, (_, i) => {
    const [sine, cosine] = concatenated ? [data[i], data[pairs + i]] : [data[2 * i], data[2 * i + 1]]
    return Math.atan2(sine ?? Number.NaN, cosine ?? Number.NaN)
  })
}
