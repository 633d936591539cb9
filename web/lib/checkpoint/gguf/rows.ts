// The rows of a tensor in the layout of transformers.

import type { Cursor } from '../cursor.js'
import type { StoredValues } from '../half.js'
import type { ReceiveRows } from '../pieces.js'
import type { Here } from '../weight-file.js'
import type { Halves } from './blocks.js'
import type { Named } from './model.js'

/** All numbers of float16, by their bits; made for the first file. */
let halves: Float32Array | undefined

/** Reads a tensor from where the cursor is, in pieces of whole rows; one that transformers stores turned is in memory as a whole. */
export class RowReader {
  readonly #cursor: Cursor
  readonly #here: Here
  readonly #eventLoop: { yield(): Promise<boolean> }

  constructor(cursor: Cursor, here: Here) {
    this.#cursor = cursor
    this.#here = here
    this.#eventLoop = new here.parts.EventLoop()
    halves ??= here.parts.decode(
      Uint16Array.from({ length: 65536 }, (_, bits) => bits),
      'F16',
    )
  }

  /** Passes bytes; the end of the file before is an error. */
  async pass(count: number): Promise<void> {
    await this.#eventLoop.yield()
    if ((await this.#cursor.skip(count)) < count) throw this.#cut()
  }

  async read(tensor: Named, receive: ReceiveRows): Promise<void> {
    if (tensor.turned) return this.#readTurned(tensor, receive)
    const { paired } = tensor
    await this.#pieces(tensor, (values, first) => {
      const { rows, width } = sizesOf(tensor)
      const inOrder =
        paired === undefined ? values : apart(values, paired, rows === values.length ? 1 : width)
      receive(this.#raised(inOrder, tensor), first)
    })
  }

  async #pieces(tensor: Named, take: ReceiveRows): Promise<void> {
    const { ROWS, PIECE } = this.#here.parts
    const { rows, width } = sizesOf(tensor)
    const blocked = width % tensor.type.numbers !== 0 // a vector of blocks
    const unit = blocked ? rows : (tensor.paired ?? ROWS)
    const most = unit * Math.max(1, Math.floor(PIECE / (4 * unit * width)))
    const rowBytes = (width * tensor.type.bytes) / tensor.type.numbers
    for (let first = 0; first < rows; first += most) {
      const bytes = Math.min(most, rows - first) * rowBytes
      const piece = await this.#cursor.take(bytes)
      if (piece.length < bytes) throw this.#cut()
      take(this.#values(piece, tensor), first)
      await this.#eventLoop.yield() // reading from memory never yields
    }
  }

  #values(bytes: Uint8Array, { type }: Named): StoredValues {
    if (type.plain) return this.#here.parts.valuesIn(bytes, type.plain)
    const out = this.#here.parts.allocateFloats((bytes.length / type.bytes) * type.numbers, this.#here.label)
    const half: Halves = (block, at) =>
      (halves as Float32Array)[(block[at] as number) | ((block[at + 1] as number) << 8)] as number
    for (let from = 0, to = 0; from < bytes.length; from += type.bytes, to += type.numbers)
      type.decode?.(bytes, from, out, to, half)
    return out
  }

  #raised(values: StoredValues, { type, plus }: Named): StoredValues {
    if (plus === undefined) return values
    return this.#here.parts.decode(values, type.plain ?? 'F32').map((x) => x + plus)
  }

  // Stored [out, in], wanted [in, out].
  async #readTurned(tensor: Named, receive: ReceiveRows): Promise<void> {
    const { ROWS, PIECE, allocateBytes } = this.#here.parts
    const [inputs = 1, outputs = 1] = tensor.shape
    const size = (tensor.type.plain ?? 'F32') === 'F32' ? 4 : 2
    const make = (count: number) => {
      const { buffer } = allocateBytes(size * count, tensor.name)
      return size === 4 ? new Float32Array(buffer) : new Uint16Array(buffer)
    }
    const whole = make(inputs * outputs)
    await this.#pieces({ ...tensor, shape: [outputs, inputs] }, (values, first) =>
      whole.set(values, first * inputs),
    )
    const most = ROWS * Math.max(1, Math.floor(PIECE / (4 * ROWS * outputs)))
    for (let first = 0; first < inputs; first += most) {
      const rows = Math.min(most, inputs - first)
      const piece = make(rows * outputs)
      for (let row = 0; row < rows; row++)
        for (let out = 0; out < outputs; out++)
          piece[row * outputs + out] = whole[out * inputs + first + row] as number
      receive(piece, first)
      await this.#eventLoop.yield()
    }
  }

  #cut() {
    const { label, parts } = this.#here
    const got = `a file of ${this.#cursor.position} bytes that ends within its tensors`
    return parts.refuse('ERR_PARSE', label, got, 'a complete file')
  }
}

function sizesOf({ shape }: Named): { rows: number; width: number } {
  return { rows: shape[0] ?? 1, width: shape.slice(1).reduce((product, n) => product * n, 1) }
}

/** Rows 0, 1, 2, 3 … of each head become 0, 2, 4 … 1, 3, 5 …: first the first of all pairs, then the second. */
function apart(values: StoredValues, size: number, width: number): StoredValues {
  const out = values.slice()
  const rows = values.length / width
  for (let row = 0; row < rows; row++) {
    const within = row % size
    const from = row - within + (within < size / 2 ? 2 * within : 2 * within - size + 1)
    out.set(values.subarray(from * width, (from + 1) * width), row * width)
  }
  return out
}
