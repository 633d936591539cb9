// Where the tensors of a GGUF file are in its data: one after another, each from a multiple of the alignment on.

import type { Here } from '../weight-file.js'
import { type BlockType, otherType, TYPES } from './blocks.js'
import type { Header, Metadata, StoredTensor } from './metadata.js'

/** A tensor with its bytes in the data. Its shape has the longest stride first, as everywhere else. */
export interface Placed {
  name: string
  type: BlockType
  shape: number[]
  begin: number
  end: number
}

const LARGEST_ALIGNMENT = 2 ** 16

export function alignmentOf(metadata: Metadata, { label, parts }: Here): number {
  const value = metadata.get('general.alignment') ?? 32
  if (typeof value === 'number' && value >= 8 && value <= LARGEST_ALIGNMENT && value % 8 === 0) return value
  const wanted = `a multiple of 8, at most ${LARGEST_ALIGNMENT}`
  throw parts.refuse('ERR_PARSE', `${label}, general.alignment`, parts.show(value), wanted)
}

export const aligned = (place: number, alignment: number) => Math.ceil(place / alignment) * alignment

/** The tensors in the order of the data; between them is nothing but what the alignment asks for. */
export function layoutOf({ metadata, tensors }: Header, here: Here): Placed[] {
  const alignment = alignmentOf(metadata, here)
  const sorted = tensors
    .map((tensor) => placed(tensor, here))
    .sort((a, b) => a.begin - b.begin || a.end - b.end)
  let reached = 0
  for (const { name, begin, end } of sorted) {
    if (begin !== reached) {
      const { refuse, show } = here.parts
      const argument = `${here.label}, tensor ${show(name)}`
      throw refuse('ERR_PARSE', argument, `the offset ${begin}`, `${reached}, where the tensor before ends`)
    }
    reached = aligned(end, alignment)
  }
  return sorted
}

function placed({ name, dims, type: number, offset }: StoredTensor, { label, parts }: Here): Placed {
  const { refuse, show, shapeText } = parts
  const argument = `${label}, tensor ${show(name)}`
  const type = TYPES.get(number)
  if (!type) {
    const wanted = `one of: ${[...TYPES.values()].map((one) => one.name).join(', ')}`
    throw refuse('ERR_UNSUPPORTED', argument, `the type ${otherType(number)}`, wanted)
  }
  const shape = [...dims].reverse()
  const [row = 0] = dims
  if (shape.some((n) => !Number.isSafeInteger(n) || n < 1) || row < 1)
    throw refuse('ERR_PARSE', argument, `the shape ${shapeText(shape)}`, 'axes of at least 1, below 2^53')
  if (row % type.numbers !== 0)
    throw refuse(
      'ERR_PARSE',
      argument,
      `rows of ${row}`,
      `a multiple of ${type.numbers}, a block of ${type.name}`,
    )
  const bytes = dims.reduce((product, n) => product * n, 1) * (type.bytes / type.numbers)
  if (!Number.isSafeInteger(offset + bytes))
    throw refuse('ERR_PARSE', argument, `${bytes} bytes from ${offset} on`, 'fewer than 2^53 bytes')
  return { name, type, shape, begin: offset, end: offset + bytes }
}
