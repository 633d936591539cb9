// A picture as a row of tokens: tokens of its own first, then a patch each, row by row. A convolution whose stride is its kernel is one
// product of the patches [patches, channels · patch²] with the kernel.

import type { Tensor } from '../../boundary/tensor.js'
import type { Multiply, StoredTensor } from '../../position/table-reference.js'
import type { ConfigFields } from '../config-fields.js'
import type { PictureReader, Pixels } from '../family.js'
import type { FamilyParts } from '../family-parts.js'

/** The sizes of a picture and of its patches. */
export interface Grid {
  channels: number
  /** Of the picture, a square. */
  size: number
  patch: number
  /** Patches of a row, and rows. */
  side: number
}

export function gridOf(
  parts: FamilyParts,
  config: ConfigFields,
  usual: { size: number; patch: number },
): Grid {
  const size = config.count('image_size', usual.size)
  const patch = config.count('patch_size', usual.patch)
  if (patch > size)
    throw parts.refuse('ERR_VALUE', config.path('patch_size'), String(patch), `at most image_size, ${size}`)
  return { channels: config.count('num_channels', 3), size, patch, side: Math.floor(size / patch) }
}

interface Stored {
  grid: Grid
  /** The width of the model. */
  width: number
  /** The kernel [width, channels, patch, patch], and its bias [width] where it has one. */
  kernel: StoredTensor
  bias?: StoredTensor
  /** Vectors that stand for whole pictures, before the patches. */
  first: readonly StoredTensor[]
}

export function kernelOf(tensor: string, { channels, patch }: Grid, width: number): StoredTensor {
  return { tensor, shape: [width, channels, patch, patch] }
}

export function patches(parts: FamilyParts, stored: Stored): Pixels {
  const { kernel, bias, first } = stored
  return {
    tables: [kernel, ...(bias ? [bias] : []), ...first],
    reader: (table, multiply) => pictureReader(parts, stored, table, multiply),
  }
}

function pictureReader(
  parts: FamilyParts,
  { grid, width, kernel, bias, first }: Stored,
  table: (stored: StoredTensor) => Tensor,
  multiply: Multiply,
): PictureReader {
  const turned = transposed(table(kernel).data, width)
  const added = bias && table(bias).data
  const before = first.map((stored) => table(stored).data)
  const tokens = before.length + grid.side ** 2
  return (input) => {
    const { pixelValues, ...rest } = parts.fieldsOf(input ?? null, 'input')
    const { pictures, batched } = picturesIn(parts, grid, rest, pixelValues)
    const embeddings = pictures.map((pixels) => {
      const rows = new Float32Array(tokens * width)
      for (const [i, token] of before.entries()) rows.set(token, i * width)
      const made = multiply(unfolded(pixels, grid), turned).data
      rows.set(added ? made.map((x, i) => x + (added[i % width] as number)) : made, before.length * width)
      return rows
    })
    const ids = pictures.map(() => Int32Array.from({ length: tokens }, (_, i) => i))
    return { input: { ...rest, inputIds: batched ? ids : ids[0] }, embeddings }
  }
}

function picturesIn(
  { refuse, shapeText, show, tensorOf }: FamilyParts,
  { channels, size }: Grid,
  { inputIds }: { inputIds?: unknown },
  pixelValues: unknown,
): { pictures: Float32Array[]; batched: boolean } {
  const argument = 'input.pixelValues'
  const wanted = `[${channels}, ${size}, ${size}], or pictures of this shape in a batch`
  if (inputIds !== undefined)
    throw refuse(
      'ERR_UNSUPPORTED',
      'input.inputIds',
      show(inputIds),
      `pixelValues alone: this model reads pictures`,
    )
  if (pixelValues === undefined)
    throw refuse('ERR_VALUE', argument, 'nothing', `a tensor { data, shape } of shape ${wanted}`)
  const given = tensorOf(pixelValues, argument, [3, 4])
  const { shape } = given
  const [count = 1, ...picture] = shape.length === 4 ? shape : [1, ...shape]
  if (count < 1 || String(picture) !== String([channels, size, size]))
    throw refuse('ERR_SHAPE', argument, `shape ${shapeText(shape)}`, wanted)
  const each = channels * size * size
  return {
    pictures: Array.from({ length: count }, (_, i) => given.data.slice(i * each, (i + 1) * each)),
    batched: shape.length === 4,
  }
}

/** [channels, size, size] → [patches, channels · patch²]; pixels beyond the last whole patch are left out. */
function unfolded(pixels: Float32Array, { channels, size, patch, side }: Grid): Tensor {
  const row = channels * patch * patch
  const data = new Float32Array(side * side * row)
  let to = 0
  for (let at = 0; at < side * side; at++) {
    const [top, left] = [Math.floor(at / side) * patch, (at % side) * patch]
    for (let line = 0; line < channels * patch; line++) {
      const from = (Math.floor(line / patch) * size + top + (line % patch)) * size + left
      data.set(pixels.subarray(from, from + patch), to)
      to += patch
    }
  }
  return { data, shape: [side * side, row] }
}

/** [rows, columns] → [columns, rows] */
function transposed(data: Float32Array, rows: number): Tensor {
  const columns = data.length / rows
  const turned = data.map((_, i) => data[(i % rows) * columns + Math.floor(i / rows)] as number)
  return { data: turned, shape: [columns, rows] }
}
