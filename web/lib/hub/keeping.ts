// A stream that is kept while it is read.

import type { Opened } from '../checkpoint/byte-stream.js'
import type { Writing } from './store.js'

/** @param failed told once if the bytes cannot be kept: they are read on */
export function keeping(
  opened: Opened,
  create: () => Promise<Writing>,
  failed: (cause: unknown) => void,
): Opened {
  const source = new KeptBody(opened, create, failed)
  return { ...opened, body: new ReadableStream(source, { highWaterMark: 0 }) }
}

class KeptBody implements UnderlyingDefaultSource<Uint8Array> {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>
  readonly #total: number | undefined
  readonly #create: () => Promise<Writing>
  readonly #failed: (cause: unknown) => void
  #writing: Writing | undefined
  #count = 0

  constructor({ body, total }: Opened, create: () => Promise<Writing>, failed: (cause: unknown) => void) {
    this.#reader = body.getReader()
    this.#total = total
    this.#create = create
    this.#failed = failed
  }

  start(): Promise<void> {
    return this.#attempt(async () => {
      this.#writing = await this.#create()
    })
  }

  async pull(controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> {
    const { done, value } = await this.#next()
    if (done) {
      await this.#end()
      return controller.close()
    }
    this.#count += value.length
    await this.#attempt(async () => this.#writing?.write(value))
    if (this.#count === this.#total) await this.#end() // whoever reads may stop at the last byte
    controller.enqueue(value)
  }

  async cancel(): Promise<void> {
    await this.#drop()
    await this.#reader.cancel()
  }

  async #next() {
    try {
      return await this.#reader.read()
    } catch (cause) {
      await this.#drop()
      throw cause
    }
  }

  async #end(): Promise<void> {
    if (this.#total !== undefined && this.#count !== this.#total) return this.#drop()
    await this.#attempt(async () => this.#writing?.finish())
    this.#writing = undefined
  }

  async #drop(): Promise<void> {
    const writing = this.#writing
    this.#writing = undefined
    await writing?.drop().catch(() => {})
  }

  async #attempt(work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (cause) {
      await this.#drop()
      this.#failed(cause)
    }
  }
}
