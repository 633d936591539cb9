// What a bias makes of equal scores: by distance, the bias of each head and the attention weights that come of it alone.

import type { PositionEncoding } from 'whereformer'
import type { AnyLibrary } from '../../parts/engine/library.js'
import type { Matrix } from '../../parts/matrix/matrix.js'
import { courseOf } from './course.js'

export interface BiasWeights {
  /** key − query by column. From the query back if the bias is one-sided, else from the farthest back to the farthest ahead. */
  distances: readonly number[]
  oneSided: boolean
  /** [head][column] */
  bias: readonly Float32Array[]
  weights: readonly Float32Array[]
  /** The bucket of each column. */
  buckets: readonly number[] | undefined
}

export async function weightsOf(
  library: AnyLibrary,
  maps: readonly Matrix[],
  causal: boolean,
  buckets: Matrix | undefined,
): Promise<BiasWeights> {
  const { distances, heads } = courseOf({ maps, causal, counted: false })
  const oneSided = Math.max(...distances) === 0 // spread: one per column
  const turned = <T extends { reverse(): T }>(values: T): T => (oneSided ? values.reverse() : values)
  const bias = heads.map((values) => turned(values.slice()))
  const columns = distances.length
  const data = Float32Array.from(bias.flatMap((values) => [...values]))
  const { data: weights } = await library.softmax({ data, shape: [bias.length, columns] })
  return {
    distances: turned([...distances]),
    oneSided,
    bias,
    weights: bias.map((_, head) => weights.slice(head * columns, (head + 1) * columns)),
    buckets:
      buckets && turned([...(courseOf({ maps: [buckets], causal: true, counted: true }).heads[0] ?? [])]),
  }
}

/** Row numbers in place of what a table has learned. */
export const numbered = (position: PositionEncoding, heads: number): PositionEncoding => {
  if (position.type !== 't5') return position
  const [rows = 0] = position.table.shape
  const data = Float32Array.from({ length: rows * heads }, (_, i) => Math.floor(i / heads))
  return { ...position, table: { data, shape: [rows, heads] } }
}

/** The column of a distance back, and the one it is compared with: the next nearer one, or the same distance ahead. */
export function comparedIn(
  { distances, oneSided }: BiasWeights,
  distance: number,
): readonly [number, number] {
  const most = Math.max(...distances.map((one) => -one)) // spread: one per column
  const back = Math.min(Math.max(1, distance), most)
  const other = oneSided ? 1 - back : back
  return [distances.indexOf(-back), Math.max(0, distances.indexOf(other))]
}
