// A place in a file that is read as it arrives, for formats whose header has no length: numbers, texts and bytes one after another.

import type { ByteReader } from './byte-reader.js'
import type { Here } from './weight-file.js'

const EMPTY = new Uint8Array(0)

/** Bytes that are asked for at once while a header is read. */
const AHEAD = 2 ** 16

export class Cursor {
  readonly #reader: ByteReader
  readonly #here: Here
  /** Bytes that have arrived and were not read. */
  #window = EMPTY
  #view = new DataView(EMPTY.buffer)
  #at = 0
  #before = 0
  /** How far headers may reach, in bytes from the start of the file. */
  #limit: number

  /** @param longest the bytes that a header may take */
  constructor(reader: ByteReader, here: Here, longest: number) {
    this.#reader = reader
    this.#here = here
    this.#limit = longest
  }

  /** Another header begins here, of at most so many bytes. */
  allow(longest: number): void {
    this.#limit = this.position + longest
  }

  /** Bytes read so far. */
  get position(): number {
    return this.#before + this.#at
  }

  /** The size of the file, if certain. */
  get size(): number | undefined {
    return this.#reader.size
  }

  /** Makes the next bytes of a header readable; undefined if they are already. The end of the file before is an error. */
  ensure(count: number): Promise<void> | undefined {
    if (this.#at + count <= this.#window.length) return undefined
    return this.#fill(count)
  }

  async #fill(count: number): Promise<void> {
    const end = this.position + count
    if (end > this.#limit)
      throw this.#bad(`a header that ends at byte ${end} or later`, `one that ends by ${this.#limit}`)
    if (this.size !== undefined && end > this.size) throw this.#cut(end)
    while (this.#window.length - this.#at < count) {
      const more = await this.#reader.take(AHEAD)
      if (more.length === 0) throw this.#cut(end)
      this.#append(more)
    }
  }

  #append(more: Uint8Array): void {
    const rest = this.#window.subarray(this.#at)
    const joined = new Uint8Array(rest.length + more.length)
    joined.set(rest)
    joined.set(more, rest.length)
    this.#before += this.#at
    this.#at = 0
    this.#window = joined
    this.#view = new DataView(joined.buffer)
  }

  #cut(end: number) {
    const length = this.size ?? this.#before + this.#window.length
    return this.#bad(
      `a file of ${length} bytes that ends within a header`,
      `a complete file, of ${end} bytes or more`,
    )
  }

  #bad(got: string, wanted: string) {
    return this.#here.parts.refuse('ERR_PARSE', this.#here.label, got, wanted)
  }

  // What follows reads bytes that ensure() has made readable.

  u8(): number {
    return this.#window[this.#at++] as number
  }

  /** A number that a DataView reads, by its method and size. */
  number(
    read: 'getInt8' | 'getUint16' | 'getInt16' | 'getUint32' | 'getInt32' | 'getFloat32' | 'getFloat64',
  ) {
    const value = this.#view[read](this.#at, true)
    this.#at += Number(/8|16|32|64/.exec(read)?.[0]) / 8
    return value
  }

  u32(): number {
    return this.number('getUint32')
  }

  /** An integer of 64 bits; beyond 2^53 the nearest number. */
  u64(): number {
    const value = Number(this.#view.getBigUint64(this.#at, true))
    this.#at += 8
    return value
  }

  i64(): number {
    const value = Number(this.#view.getBigInt64(this.#at, true))
    this.#at += 8
    return value
  }

  bytes(count: number): Uint8Array {
    const bytes = this.#window.subarray(this.#at, this.#at + count)
    this.#at += count
    return bytes
  }

  /** The next bytes, which stay unread. */
  async peek(count: number): Promise<Uint8Array> {
    await this.ensure(count)
    return this.#window.subarray(this.#at, this.#at + count)
  }

  // What follows reads data, of any length.

  /** The next bytes, or fewer at the end of the file. Valid until the next call. */
  async take(count: number): Promise<Uint8Array> {
    const here = Math.min(count, this.#window.length - this.#at)
    if (here === count) return this.bytes(count)
    if (here === 0) return this.#passed(await this.#reader.take(count))
    const start = this.bytes(here)
    const rest = await this.#reader.take(count - here)
    const joined = new Uint8Array(here + rest.length)
    joined.set(start)
    joined.set(rest, here)
    this.#passed(rest)
    return joined
  }

  /** Returns how many bytes were skipped. */
  async skip(count: number): Promise<number> {
    const here = Math.min(count, this.#window.length - this.#at)
    this.#at += here
    if (here === count) return here
    const passed = await this.#reader.skip(count - here)
    this.#before += passed
    return here + passed
  }

  #passed(bytes: Uint8Array): Uint8Array {
    this.#before += bytes.length
    return bytes
  }
}
