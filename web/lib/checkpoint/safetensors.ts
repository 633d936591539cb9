// One safetensors file, read as it arrives: the header, then tensor by tensor in pieces of whole rows.

import { allocateFloats } from '../boundary/allocate.js'
import { EventLoop } from '../boundary/event-loop.js'
import { elementCount } from '../boundary/tensor.js'
import type { ByteReader } from './byte-reader.js'
import { FIRST_BYTES } from './formats.js'
import type { Dtype } from './half.js'
import { PIECE, type ReceiveRows, ROWS, valuesIn } from './pieces.js'
import { bad, headerLength, readHeader, type TensorEntry } from './safetensors-header.js'
import type { WeightFile } from './weight-file.js'

export class TensorFile implements WeightFile {
  readonly label: string
  readonly entries: readonly TensorEntry[]
  /** Bytes before the data. */
  readonly headerBytes: number
  readonly #reader: ByteReader

  private constructor(
    label: string,
    entries: readonly TensorEntry[],
    headerBytes: number,
    reader: ByteReader,
  ) {
    this.label = label
    this.entries = entries
    this.headerBytes = headerBytes
    this.#reader = reader
  }

  /** Reads the header. `label` names the file in messages. */
  static async open(reader: ByteReader, label: string): Promise<TensorFile> {
    const length = headerLength(await reader.peek(FIRST_BYTES), label)
    await reader.skip(8)
    const available = reader.size === undefined ? length : Math.min(length, reader.size - 8)
    const header = await reader.take(available)
    if (header.length < length) {
      const got = `a header of ${length} bytes in a file of ${8 + header.length}`
      throw bad(label, got, 'a complete file')
    }
    const file = new TensorFile(label, readHeader(header, label), 8 + length, reader)
    if (reader.size !== undefined) file.#requireBytes(reader.size - file.headerBytes)
    return file
  }

  async read(receiverOf: (entry: TensorEntry) => ReceiveRows | undefined): Promise<void> {
    const eventLoop = new EventLoop()
    for (const entry of this.entries) {
      await eventLoop.yield()
      const receive = receiverOf(entry)
      if (receive) await this.#readTensor(entry, receive, eventLoop)
      else await this.#pass(entry)
    }
    const more = (await this.#reader.next()).length
    if (more) this.#requireBytes(this.#length + more)
  }

  async #pass({ begin, end }: TensorEntry): Promise<void> {
    const passed = await this.#reader.skip(end - begin)
    if (passed < end - begin) this.#requireBytes(begin + passed)
  }

  async #readTensor(
    { dtype, shape, begin, end }: TensorEntry,
    receive: ReceiveRows,
    eventLoop: EventLoop,
  ): Promise<void> {
    const rowBytes = (end - begin) / (shape[0] ?? 1)
    const pieceRows = ROWS * Math.max(1, Math.floor(PIECE / (4 * ROWS * elementCount(shape.slice(1)))))
    for (let at = begin, first = 0; at < end; at += pieceRows * rowBytes, first += pieceRows) {
      const wanted = Math.min(pieceRows * rowBytes, end - at)
      const bytes = await this.#reader.take(wanted)
      if (bytes.length < wanted) this.#requireBytes(at + bytes.length)
      receive(valuesIn(bytes, dtype as Dtype), first)
      await eventLoop.yield() // reading from memory never yields
    }
  }

  get #length(): number {
    return this.entries.at(-1)?.end ?? 0
  }

  #requireBytes(data: number): void {
    if (data === this.#length) return
    throw bad(this.label, `${data} bytes of data`, `${this.#length}, where the last tensor ends`)
  }
}

/** The numbers of a whole tensor, collected from its pieces. */
export function collector(shape: readonly number[]): {
  data: Float32Array
  receive: ReceiveRows<Float32Array>
} {
  const data = allocateFloats(elementCount(shape), 'a table')
  const rowLength = data.length / (shape[0] ?? 1)
  return { data, receive: (rows, first) => data.set(rows, first * rowLength) }
}
