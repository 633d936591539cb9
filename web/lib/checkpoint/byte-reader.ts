// The bytes of one source, in order, in pieces of the size that the reader wants. Bytes in memory are returned as views, without a copy;
// of a stream at most one chunk and one piece are in memory.

import { allocateBytes } from '../boundary/allocate.js'
import { throwIfAborted } from '../boundary/errors.js'
import { isUint8Array } from '../boundary/kinds.js'
import { ByteStream, broken, type Opened } from './byte-stream.js'
import type { ProgressSum } from './progress.js'

const EMPTY = new Uint8Array(0)

/** The largest piece whose buffer is reused for the next one. */
const KEPT = 2 ** 20

export class ByteReader {
  /** Name of the source, for messages. */
  readonly from: string
  /** Total number of bytes, if certain: memory and Blobs. */
  readonly size: number | undefined
  readonly #progress: ProgressSum
  readonly #signal: AbortSignal | undefined
  readonly #stream: ByteStream | undefined
  #rest: Uint8Array = EMPTY // received, not yet consumed
  #room: Uint8Array = EMPTY // buffer for pieces that span several chunks

  constructor(source: Opened | Uint8Array, progress: ProgressSum, signal: AbortSignal | undefined) {
    this.#progress = progress
    this.#signal = signal
    if (isUint8Array(source)) {
      this.from = 'the bytes'
      this.size = source.length
      this.#rest = source
      return
    }
    this.from = source.from
    this.size = source.size
    this.#stream = new ByteStream(source, signal)
  }

  /** The next `count` bytes, or fewer at the end. Valid until the next call. */
  async take(count: number): Promise<Uint8Array> {
    throwIfAborted(this.#signal)
    if (this.#rest.length >= count || !this.#stream) return this.#taken(this.#cut(count))
    const room = this.#roomFor(count)
    let filled = 0
    while (filled < count && (await this.#more())) {
      const part = this.#cut(count - filled)
      room.set(part, filled)
      filled += part.length
    }
    return this.#taken(room.subarray(0, filled))
  }

  /** The next chunk, of any size; empty at the end. Valid until the next call. */
  async next(): Promise<Uint8Array> {
    throwIfAborted(this.#signal)
    await this.#more()
    return this.#taken(this.#cut(this.#rest.length))
  }

  /** The next bytes, without consuming them. */
  async peek(count: number): Promise<Uint8Array> {
    throwIfAborted(this.#signal)
    while (this.#rest.length < count) {
      const chunk = await this.#stream?.read()
      if (!chunk) break
      const joined = new Uint8Array(this.#rest.length + chunk.length)
      joined.set(this.#rest)
      joined.set(chunk, this.#rest.length)
      this.#rest = joined
    }
    return this.#rest.subarray(0, count)
  }

  /** Returns how many bytes were skipped. */
  async skip(count: number): Promise<number> {
    let passed = 0
    while (passed < count) {
      const part = await this.take(Math.min(count - passed, this.#rest.length || KEPT))
      if (part.length === 0) break
      passed += part.length
    }
    return passed
  }

  /** Cancels the stream and releases all buffers. */
  close(): void {
    this.#stream?.close()
    this.#rest = this.#room = EMPTY
  }

  // Throws if the caller's memory was detached in the meantime.
  #cut(count: number): Uint8Array {
    try {
      const part = this.#rest.subarray(0, count)
      this.#rest = this.#rest.length > count ? this.#rest.subarray(count) : EMPTY
      return part
    } catch (cause) {
      throw broken(cause, this.from, this.#signal)
    }
  }

  #taken(bytes: Uint8Array): Uint8Array {
    this.#progress.add(bytes.length)
    return bytes
  }

  #roomFor(count: number): Uint8Array {
    if (this.#room.length >= count) return this.#room
    const room = allocateBytes(count, this.from)
    if (count <= KEPT) this.#room = room
    return room
  }

  // Waits for bytes; false at the end.
  async #more(): Promise<boolean> {
    while (this.#rest.length === 0) {
      const chunk = await this.#stream?.read()
      if (!chunk) return false
      this.#rest = chunk
    }
    return true
  }
}
