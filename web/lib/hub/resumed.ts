// The body of an answer. Where it is cut, the rest is asked for, if the file is still the same: its ETag tells.
//
// The ETags are compared here; If-Range would have the server compare them, but in a page it costs a second request to each host that
// the first is redirected to, which those need not permit.

import { throwIfAborted, WhereformerError } from '../boundary/errors.js'
import type { Opened } from '../checkpoint/byte-stream.js'
import { openResponse } from '../checkpoint/source.js'
import { type Headers, leave, pause, type Reading, Unreachable } from './request.js'

/** In a row, without a byte between them. */
const MOST_CUTS = 4

/** @param again the same request with more headers */
export function resumed(
  response: Response,
  from: string,
  again: (headers: Headers) => Promise<Response>,
  reading: Reading,
): Opened {
  const { body, total } = openResponse(response)
  const etag = response.headers.get('etag')
  const whole = { body, total, from }
  if (total === undefined || !etag?.startsWith('"')) return whole // a weak one says nothing about bytes
  const source = new ResumedBody(whole as Whole, etag, again, reading)
  return { ...whole, body: new ReadableStream(source, { highWaterMark: 0 }) }
}

type Whole = Opened & { total: number }

class ResumedBody implements UnderlyingDefaultSource<Uint8Array> {
  readonly #whole: Whole
  readonly #etag: string
  readonly #again: (headers: Headers) => Promise<Response>
  readonly #reading: Reading
  #reader: ReadableStreamDefaultReader<Uint8Array>
  #at = 0
  #cuts = 0

  constructor(whole: Whole, etag: string, again: (headers: Headers) => Promise<Response>, reading: Reading) {
    this.#whole = whole
    this.#etag = etag
    this.#again = again
    this.#reading = reading
    this.#reader = whole.body.getReader()
  }

  async pull(controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> {
    const chunk = await this.#next()
    if (!chunk) return controller.close()
    this.#at += chunk.length
    this.#cuts = 0
    controller.enqueue(chunk)
  }

  cancel(): Promise<void> {
    return this.#reader.cancel()
  }

  async #next(): Promise<Uint8Array | undefined> {
    for (;;) {
      try {
        const { done, value } = await this.#reader.read()
        if (!done) return value
        if (this.#at >= this.#whole.total) return undefined
        throw new Error(`${this.#at} of ${this.#whole.total} bytes`)
      } catch (cause) {
        await this.#resume(cause)
      }
    }
  }

  async #resume(cause: unknown): Promise<void> {
    const { from } = this.#whole
    throwIfAborted(this.#reading.signal)
    if (++this.#cuts > MOST_CUTS)
      throw new WhereformerError('ERR_LOAD', `${from}: reading stopped early (${cause})`, { cause })
    await pause(2 ** this.#cuts / 4, this.#reading.signal)
    const rest = await this.#rest()
    if (rest) this.#reader = rest.getReader()
  }

  /** What is missing; nothing while the server cannot be reached, so that the next read fails again. */
  async #rest(): Promise<ReadableStream<Uint8Array> | undefined> {
    const { from } = this.#whole
    try {
      const response = await this.#again({ range: `bytes=${this.#at}-` })
      if (this.#continues(response)) return response.body as ReadableStream<Uint8Array>
      leave(response)
      if (response.status >= 500) return undefined
      const what = response.status === 206 || response.status === 200 ? 'changed' : `${response.status}`
      const reason = `reading stopped at byte ${this.#at}, and the file cannot be read on (${what})`
      throw new WhereformerError('ERR_LOAD', `${from}: ${reason}; load it again`)
    } catch (cause) {
      if (cause instanceof Unreachable) return undefined
      throw cause
    }
  }

  #continues({ status, headers, body }: Response): boolean {
    const range = headers.get('content-range') // may be hidden from pages
    const follows = range === null || range.startsWith(`bytes ${this.#at}-`)
    return status === 206 && headers.get('etag') === this.#etag && follows && body !== null
  }
}
