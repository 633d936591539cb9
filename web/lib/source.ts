// Reading bytes from wherever they are: URL, Blob, Response, stream or memory, with progress and abort.

import { aborted, show, throwIfAborted, WhereformerError } from './errors.js'
import { requireOrdinary } from './tensor.js'

export type Source =
  | string
  | URL
  | Blob
  | Response
  | ReadableStream<Uint8Array>
  | ArrayBuffer
  | ArrayBufferView

export interface Progress {
  phase: 'wasm' | 'weights'
  /** Bytes so far. */
  loaded: number
  /** Absent when the sender does not say. */
  total?: number
}

export interface Opened {
  body: ReadableStream<Uint8Array>
  total?: number | undefined
  /** Where it comes from, for messages. */
  from: string
}

export interface OpenOptions {
  signal?: AbortSignal | undefined
  integrity?: string | undefined
}

/** How a platform opens an address. */
export type OpenUrl = (url: string | URL, options: OpenOptions) => Promise<Opened>

export interface ReadOptions extends OpenOptions {
  open: OpenUrl
  phase: Progress['phase']
  onProgress?: ((progress: Progress) => void) | undefined
}

/** The bytes of each source, in order. */
export async function readSources(sources: readonly Source[], options: ReadOptions): Promise<Uint8Array[]> {
  throwIfAborted(options.signal)
  const opened = await settle(
    Promise.all(sources.map((source) => openSource(source, options))),
    options.signal,
  )
  const progress = new ProgressSum(opened, options)
  const files: Uint8Array[] = []
  for (const part of opened)
    files.push(part instanceof Uint8Array ? progress.add(part) : await drain(part, progress, options))
  return files
}

// Abort wins over whatever error the abort itself caused.
async function settle<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  try {
    return await work
  } catch (cause) {
    if (signal?.aborted) throw aborted(signal)
    throw cause
  }
}

async function openSource(source: Source, options: ReadOptions): Promise<Opened | Uint8Array> {
  const bytes = memoryBytes(source, options.phase)
  if (bytes) return bytes
  if (typeof source === 'string' || source instanceof URL) return options.open(source, options)
  if (source instanceof Blob) return { body: source.stream(), total: source.size, from: 'the Blob' }
  if (source instanceof Response) return openResponse(source)
  if (source instanceof ReadableStream) return { body: source, from: 'the stream' }
  const wanted = 'an address, Blob, Response, stream or bytes'
  throw new WhereformerError('ERR_TYPE', `${options.phase}: got ${show(source)}, wanted ${wanted}`)
}

/** The bytes of an ArrayBuffer or a view; undefined for anything else. */
export function memoryBytes(value: unknown, argument: string): Uint8Array | undefined {
  if (ArrayBuffer.isView(value)) {
    const buffer = requireOrdinary(value.buffer as ArrayBuffer, argument)
    return new Uint8Array(buffer, value.byteOffset, value.byteLength)
  }
  return value instanceof ArrayBuffer ? new Uint8Array(requireOrdinary(value, argument)) : undefined
}

export function openResponse(response: Response): Opened {
  const from = response.url || 'the response'
  if (!response.ok)
    throw new WhereformerError(
      'ERR_LOAD',
      `${from}: the server answered ${response.status} ${response.statusText}`,
    )
  if (!response.body || response.bodyUsed)
    throw new WhereformerError('ERR_LOAD', `${from}: the response has no body left to read`)
  return { body: response.body, total: lengthOf(response.headers), from }
}

// Under a content encoding the length counts compressed bytes, which are not what arrives here.
function lengthOf(headers: Headers): number | undefined {
  const length = Number(headers.get('content-length') ?? Number.NaN)
  return headers.get('content-encoding') || !Number.isSafeInteger(length) ? undefined : length
}

/** Opens an http(s), data: or blob: address. */
export const fetchUrl: OpenUrl = async (url, { signal, integrity }) => {
  try {
    return openResponse(await fetch(url, { signal: signal ?? null, ...(integrity ? { integrity } : {}) }))
  } catch (cause) {
    if (cause instanceof WhereformerError) throw cause
    const hint = integrity ? 'network, address or integrity mismatch' : 'network or address'
    throw new WhereformerError('ERR_LOAD', `${url}: could not be loaded (${hint}: ${cause})`, { cause })
  }
}

class ProgressSum {
  readonly #options: ReadOptions
  readonly #total: number | undefined
  #loaded = 0

  constructor(parts: readonly (Opened | Uint8Array)[], options: ReadOptions) {
    this.#options = options
    const sizes = parts.map((part) => (part instanceof Uint8Array ? part.length : part.total))
    this.#total = sizes.every((size) => size !== undefined) ? sizes.reduce((a, b) => a + b, 0) : undefined
  }

  add(chunk: Uint8Array): Uint8Array {
    this.#loaded += chunk.length
    const { onProgress, phase } = this.#options
    onProgress?.({
      phase,
      loaded: this.#loaded,
      ...(this.#total === undefined ? {} : { total: this.#total }),
    })
    return chunk
  }
}

async function drain(
  { body, total, from }: Opened,
  progress: ProgressSum,
  { signal }: ReadOptions,
): Promise<Uint8Array> {
  const reader = body.getReader()
  const buffer = new ByteBuffer(total, from)
  const stop = () => void reader.cancel().catch(() => {})
  signal?.addEventListener('abort', stop)
  try {
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      buffer.append(progress.add(requireBytes(chunk.value, from)))
    }
    throwIfAborted(signal)
    return buffer.bytes
  } catch (cause) {
    stop()
    throw broken(cause, from, signal)
  } finally {
    signal?.removeEventListener('abort', stop)
  }
}

function requireBytes(chunk: unknown, from: string): Uint8Array {
  if (chunk instanceof Uint8Array) return chunk
  throw new WhereformerError(
    'ERR_TYPE',
    `${from}: got ${show(chunk)} from the stream, wanted Uint8Array chunks`,
  )
}

function broken(cause: unknown, from: string, signal: AbortSignal | undefined): WhereformerError {
  if (signal?.aborted) return aborted(signal)
  if (cause instanceof WhereformerError) return cause
  return new WhereformerError('ERR_LOAD', `${from}: reading stopped early (${cause})`, { cause })
}

const LARGEST_FIRST_ALLOCATION = 2 ** 28

/** Bytes of known or unknown length; the announced length is a hint, never trusted. */
class ByteBuffer {
  #bytes: Uint8Array
  #length = 0

  constructor(total: number | undefined, from: string) {
    this.#bytes = allocate(Math.min(total ?? 65536, LARGEST_FIRST_ALLOCATION), from)
  }

  append(chunk: Uint8Array): void {
    if (this.#length + chunk.length > this.#bytes.length) this.#grow(chunk.length)
    this.#bytes.set(chunk, this.#length)
    this.#length += chunk.length
  }

  get bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#length)
  }

  #grow(more: number): void {
    const grown = allocate(Math.max(2 * this.#bytes.length, this.#length + more), 'the data')
    grown.set(this.bytes)
    this.#bytes = grown
  }
}

function allocate(length: number, from: string): Uint8Array {
  try {
    return new Uint8Array(length)
  } catch (cause) {
    throw new WhereformerError('ERR_OOM', `${from}: no memory for ${length} bytes`, { cause })
  }
}

/** A development server or a single-page app often answers a missing file with its HTML page. */
export function refuseHtml(bytes: Uint8Array, from: string, advice: string): void {
  const isHtml = /^\s*<(?:!|html)/i.test(new TextDecoder('latin1').decode(bytes.subarray(0, 64)))
  if (isHtml)
    throw new WhereformerError('ERR_LOAD', `${from}: got an HTML page instead of the file. ${advice}`)
}
