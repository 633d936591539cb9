// A picture as a row of tokens: tokens of its own first, then a patch each, row by row. A convolution whose stride is its kernel is one
// product of the patches [patches, channels · patch²] with the kernel.

import type { RawPositions } from '../../boundary/raw.js'
import type { Tensor } from '../../boundary/tensor.js'
import type { Multiply, StoredTensor } from '../../position/table-reference.js'
import type { ConfigFields } from '../config-fields.js'
import type { ModelSpec, SignalReader, Signals } from '../family.js'
import type { FamilyParts } from '../family-parts.js'
import { resized, type Shape } from './resize.js'
import { tableOf, withRows } from './rows.js'

/** The sizes of pictures and of their patches. */
interface Grid {
  channels: number
  /** The height and the width that the config names, in pixels. */
  size: number
  patch: number
  /** The patches in a row of such a picture, and its rows. */
  side: number
}

interface Stored {
  /** The width of the model, and its layers. */
  spec: Pick<ModelSpec, 'dModel' | 'layers'>
  /** The usual height and width of patches. */
  patch: number
  /** The kernel [dModel, channels, patch, patch], and its bias [dModel] where it has one. */
  kernel: string
  bias?: string
  /** Vectors that stand for whole pictures, before the patches: their rows are the first of the table of positions. */
  first: readonly StoredTensor[]
  /** Vectors after those, which have no position. */
  registers: StoredTensor | undefined
  /** Do pictures of other sizes need no `interpolatePosEncoding`? */
  anySize?: true
  /** Are positions for coarser grids smoothed? */
  antialias?: true
}

export function patches(parts: FamilyParts, config: ConfigFields, stored: Stored): Signals {
  const { spec, first, registers } = stored
  const { dModel } = spec
  const patch = config.count('patch_size', stored.patch)
  const grid: Grid = {
    channels: config.count('num_channels', 3),
    size: config.count('image_size', 224),
    patch,
    side: parts.patchesInRow(config, patch),
  }
  const kernel = { tensor: stored.kernel, shape: [dModel, grid.channels, patch, patch] }
  const bias = stored.bias === undefined ? undefined : { tensor: stored.bias, shape: [dModel] }
  const before = registers ? [...first, registers] : first
  const [position] = [parts.positionOf(config, 0)].flat()
  const { table: learned } = position as { table: StoredTensor }
  return {
    pictures: { size: grid.size, side: grid.side },
    tables: [kernel, ...(bias ? [bias] : []), ...before, learned],
    reader: (table, { multiply }) => {
      const vectors = (all: readonly StoredTensor[]) => joined(all.map((one) => table(one).data))
      return pictureReader(parts, {
        ...{ ...stored, grid, multiply, kernel: transposed(table(kernel).data, dModel) },
        ...{ bias: bias && table(bias).data, first: vectors(before), positions: table(learned).data },
        ownRows: first.length,
        registers: registers ? (registers.shape.at(-2) as number) : 0,
      })
    },
  }
}

interface Reading extends Pick<Stored, 'spec' | 'anySize' | 'antialias'> {
  grid: Grid
  multiply: Multiply
  /** [channels · patch², dModel] */
  kernel: Tensor
  bias: Float32Array | undefined
  /** [tokens before the patches, dModel] */
  first: Float32Array
  /** [rows, dModel], of which the first ownRows are not of patches */
  positions: Float32Array
  ownRows: number
  registers: number
}

function pictureReader(parts: FamilyParts, reading: Reading): SignalReader {
  const { grid, spec, multiply, kernel, bias, first } = reading
  const width = spec.dModel
  const usual = first.length / width + grid.side ** 2
  const interpolated = (height: number, across: number) => {
    const shape = shapeIn(parts, grid, [height, across], 'interpolatePosEncoding')
    const data = positionsFor(reading, shape)
    return { type: 'learned', table: { data, shape: [data.length / width, width] } } as const
  }
  const read: SignalReader['read'] = (input) => {
    const { pixelValues, interpolatePosEncoding, ...rest } = parts.fieldsOf(input ?? null, 'input')
    const { pictures, batched, size } = picturesIn(parts, reading, rest, {
      pixelValues,
      interpolatePosEncoding,
    })
    const shape: Shape = [Math.floor(size[0] / grid.patch), Math.floor(size[1] / grid.patch)]
    const rows = pictures.map((pixels) => {
      const made = multiply(unfolded(pixels, grid, size), kernel).data
      return joined([first, bias ? made.map((x, i) => x + (bias[i % width] as number)) : made])
    })
    const tokens = (rows[0] as Float32Array).length / width
    const isUsual = shape.every((side) => side === grid.side)
    const isLarger = tokens > usual
    if (isLarger) refuseOrder(parts, rest)
    const ids = pictures.map(() => Int32Array.from({ length: tokens }, (_, i) => (isLarger ? 0 : i)))
    return {
      input: { ...rest, inputIds: batched ? ids : ids[0] },
      embeddings: isLarger ? pictures.map(() => new Float32Array(width)) : rows,
      ...(isUsual ? {} : { positions: rawPositions(positionsFor(reading, shape), spec) }),
      request: (request, i) => {
        if (isUsual) return request
        // more tokens than the table of embeddings has rows: each id is 0, and its row zeros
        const stacks = isLarger ? withRows(request.stacks, rows[i] as Float32Array, width) : request.stacks
        return { ...request, stacks, override: true }
      },
    }
  }
  return { read, interpolated }
}

/** The table for another grid: the rows that belong to no patch first, as they are. */
function positionsFor({ positions, ownRows, registers, grid, spec, antialias }: Reading, shape: Shape) {
  const own = ownRows * spec.dModel
  const ofPatches = resized(positions.subarray(own), [grid.side, grid.side], shape, antialias === true)
  return joined([positions.subarray(0, own), new Float32Array(registers * spec.dModel), ofPatches])
}

/** One learned table for all layers. */
function rawPositions(data: Float32Array, { dModel, layers }: Stored['spec']): RawPositions {
  return {
    stacks: [{ position: [{ type: 'learned', table: tableOf(data, dModel) }] }],
    stackOf: new Int32Array(layers),
    encoderStacks: [],
    encoderStackOf: new Int32Array(0),
  }
}

/** What would number those rows anew. */
function refuseOrder({ refuse, show }: FamilyParts, rest: Record<string, unknown>): void {
  const stranger = ['positionIds', 'attentionMask'].find((name) => rest[name] !== undefined)
  if (stranger === undefined) return
  const wanted = 'nothing with a picture that has more patches than those of the config'
  throw refuse('ERR_UNSUPPORTED', `input.${stranger}`, show(rest[stranger]), wanted)
}

interface GivenPixels {
  pixelValues: unknown
  interpolatePosEncoding: unknown
}

function picturesIn(
  parts: FamilyParts,
  { grid, anySize }: Reading,
  { inputIds }: { inputIds?: unknown },
  { pixelValues, interpolatePosEncoding = anySize === true }: GivenPixels,
): { pictures: Float32Array[]; batched: boolean; size: Shape } {
  const { refuse, shapeText, show, tensorOf, flagOf } = parts
  const { channels } = grid
  const argument = 'input.pixelValues'
  const anywhere = flagOf(interpolatePosEncoding, 'input.interpolatePosEncoding')
  const axes = anywhere ? `${channels}, height, width` : `${channels}, ${grid.size}, ${grid.size}`
  const wanted = `[${axes}], or pictures of this shape in a batch`
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
  const [count = 1, depth, height = 0, width = 0] = shape.length === 4 ? shape : [1, ...shape]
  const fits = anywhere || (height === grid.size && width === grid.size)
  if (count < 1 || depth !== channels || !fits) {
    const other = depth === channels && !fits ? '; with interpolatePosEncoding: true, of another size' : ''
    throw refuse('ERR_SHAPE', argument, `shape ${shapeText(shape)}`, wanted + other)
  }
  shapeIn(parts, grid, [height, width], argument)
  const each = channels * height * width
  return {
    pictures: Array.from({ length: count }, (_, i) => given.data.slice(i * each, (i + 1) * each)),
    batched: shape.length === 4,
    size: [height, width],
  }
}

/** The patches of a picture: rows and columns, pixels beyond the last whole patches left out. */
function shapeIn(parts: FamilyParts, { patch }: Grid, size: Shape, argument: string): Shape {
  const [rows, columns] = size.map((pixels) => Math.floor(parts.integerOf(pixels, argument) / patch))
  if (rows && columns) return [rows, columns]
  const got = `${size[0]} × ${size[1]} pixels`
  throw parts.refuse(
    'ERR_SHAPE',
    argument,
    got,
    `a height and a width of ${patch} pixels, one patch, or more`,
  )
}

/** [channels, height, width] → [patches, channels · patch²]; pixels beyond the last whole patch are left out. */
function unfolded(pixels: Float32Array, { channels, patch }: Grid, [height, width]: Shape): Tensor {
  const [rows, columns] = [Math.floor(height / patch), Math.floor(width / patch)]
  const length = channels * patch * patch
  const data = new Float32Array(rows * columns * length)
  let to = 0
  for (let at = 0; at < rows * columns; at++) {
    const [top, left] = [Math.floor(at / columns) * patch, (at % columns) * patch]
    for (let line = 0; line < channels * patch; line++) {
      const from = (Math.floor(line / patch) * height + top + (line % patch)) * width + left
      data.set(pixels.subarray(from, from + patch), to)
      to += patch
    }
  }
  return { data, shape: [rows * columns, length] }
}

function joined(parts: readonly Float32Array[]): Float32Array {
  const all = new Float32Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

/** [rows, columns] → [columns, rows] */
function transposed(data: Float32Array, rows: number): Tensor {
  const columns = data.length / rows
  const turned = data.map((_, i) => data[(i % rows) * columns + Math.floor(i / rows)] as number)
  return { data: turned, shape: [columns, rows] }
}
