// The chunks of one source as they arrive. An abort, a broken stream and chunks that are no bytes are errors of the package.

import { aborted, show, throwIfAborted, WhereformerError } from '../boundary/errors.js'
import { isUint8Array } from '../boundary/kinds.js'

export interface Opened {
  body: ReadableStream<Uint8Array>
  /** The announced length in bytes (content-length): a hint. */
  total?: number | undefined
  /** The length in bytes, if certain. */
  size?: number | undefined
  /** Name of the source, for messages. */
  from: string
}

export class ByteStream {
  readonly #from: string
  readonly #signal: AbortSignal | undefined
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>

  constructor(source: Opened, signal: AbortSignal | undefined) {
    this.#from = source.from
    this.#signal = signal
    this.#reader = readerOf(source)
    signal?.addEventListener('abort', this.#stop)
  }

  /** The next chunk; undefined at the end. An abort takes precedence over the errors that it causes. */
  async read(): Promise<Uint8Array | undefined> {
    try {
      const { done, value } = await this.#reader.read()
      throwIfAborted(this.#signal)
      return done ? undefined : requireBytes(value, this.#from)
    } catch (cause) {
      throw broken(cause, this.#from, this.#signal)
    }
  }

  /** Cancels what has not arrived. */
  close(): void {
    this.#signal?.removeEventListener('abort', this.#stop)
    this.#stop()
  }

  readonly #stop = (): void => void this.#reader.cancel().catch(() => {})
}

function readerOf({ body, from }: Opened): ReadableStreamDefaultReader<Uint8Array> {
  try {
    return body.getReader()
  } catch (cause) {
    throw new WhereformerError('ERR_LOAD', `${from}: is being read by somebody else (${cause})`, { cause })
  }
}

function requireBytes(chunk: unknown, from: string): Uint8Array {
  if (isUint8Array(chunk)) return chunk
  throw new WhereformerError(
    'ERR_TYPE',
    `${from}: got ${show(chunk)} from the stream, wanted Uint8Array chunks`,
  )
}

export function broken(cause: unknown, from: string, signal: AbortSignal | undefined): WhereformerError {
  if (signal?.aborted) return aborted(signal)
  if (cause instanceof WhereformerError) return cause
  return new WhereformerError('ERR_LOAD', `${from}: reading stopped early (${cause})`, { cause })
}
