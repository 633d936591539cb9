// The learned positions of the patches of pictures, and how alike they are.

import type { Matrix } from '../../parts/matrix/matrix.js'
import type { OwnModel } from '../../parts/trained/own-model.js'

export interface Patches {
  /** [side², width], row by row */
  vectors: Float32Array
  width: number
  /** The patches in a row, and the rows. */
  side: number
}

/** Those of pictures of the size that the config names: the last rows of the table, behind tokens that stand for whole pictures. */
export async function patchesOf(
  model: OwnModel['model'],
  { size, side }: { size: number; side: number },
): Promise<Patches> {
  const { table } = (await model.interpolatePosEncoding(size, size)) as { table: LearnedTable }
  const width = table.shape[1]
  const own = table.data.length - side * side * width
  return { vectors: table.data.subarray(own), width, side }
}

interface LearnedTable {
  data: Float32Array
  shape: readonly [rows: number, width: number]
}

export const middleOf = ({ side }: Patches): number => Math.floor(side / 2) * (side + 1)

/** Cosine similarities of the position of one patch with those of all. */
export function similarities({ vectors, width, side }: Patches, patch: number): Matrix {
  const vectorOf = (index: number) => vectors.subarray(index * width, (index + 1) * width)
  const one = vectorOf(patch)
  const length = Math.sqrt(dot(one, one))
  const data = Float32Array.from({ length: side * side }, (_, index) => {
    const other = vectorOf(index)
    return dot(one, other) / (length * Math.sqrt(dot(other, other)))
  })
  return { data, rows: side, columns: side }
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += (a[i] as number) * (b[i] as number)
  return sum
}
