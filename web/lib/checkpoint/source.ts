// Reads bytes from a URL, Blob, Response, stream or memory, with progress and abort.

import { allocateBytes } from '../boundary/allocate.js'
import { aborted, show, throwIfAborted, WhereformerError } from '../boundary/errors.js'
import { requireLive } from '../boundary/heap-regions.js'
import { isArrayBuffer, isBlob, isResponse, isStream, isUint8Array, isUrl } from '../boundary/kinds.js'
import { requireOrdinary } from '../boundary/tensor.js'
import { ByteReader, type Opened } from './byte-reader.js'
import { type Progress, ProgressSum } from './progress.js'

export type Source =
  | string
  | URL
  | Blob
  | Response
  | ReadableStream<Uint8Array>
  | ArrayBuffer
  | ArrayBufferView

interface OpenOptions {
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

/** All bytes of one source. */
export async function readSource(source: Source, options: ReadOptions): Promise<Uint8Array> {
  const { signal, phase, onProgress } = options
  const opened = await openSource(source, options)
  const progress = new ProgressSum(phase, onProgress)
  progress.total = isUint8Array(opened) ? opened.length : opened.total
  const reader = new ByteReader(opened, progress, signal)
  try {
    if (isUint8Array(opened)) return await reader.take(opened.length)
    const buffer = new ByteBuffer(opened.total, opened.from)
    for (let part = await reader.next(); part.length; part = await reader.next()) buffer.append(part)
    return buffer.bytes
  } finally {
    reader.close()
  }
}

/** Bytes in memory as they are, everything else as a stream. */
export async function openSource(source: Source, options: ReadOptions): Promise<Opened | Uint8Array> {
  throwIfAborted(options.signal)
  return settle(openAny(source, options), options.signal)
}

// An abort takes precedence over the errors that it causes.
async function settle<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  try {
    return await work
  } catch (cause) {
    if (signal?.aborted) throw aborted(signal)
    throw cause
  }
}

async function openAny(source: Source, options: ReadOptions): Promise<Opened | Uint8Array> {
  const bytes = memoryBytes(source, options.phase)
  if (bytes) return bytes
  if (typeof source === 'string' || isUrl(source)) return options.open(source, options)
  if (isBlob(source)) {
    return { body: slicesOf(source), total: source.size, size: source.size, from: 'the Blob' }
  }
  if (isResponse(source)) return openResponse(source)
  if (isStream(source)) return { body: source, from: 'the stream' }
  const wanted = 'an address, Blob, Response, stream or bytes'
  throw new WhereformerError('ERR_TYPE', `${options.phase}: got ${show(source)}, wanted ${wanted}`)
}

const SLICE = 2 ** 20

// Blobs of jsdom have no arrayBuffer().
function bytesOf(blob: Blob): Promise<ArrayBuffer> {
  if (typeof blob.arrayBuffer === 'function') return blob.arrayBuffer()
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(reader.result as ArrayBuffer)
    reader.onerror = () => reject(reader.error)
    reader.readAsArrayBuffer(blob)
  })
}

// Blob.stream() of some engines returns the whole Blob as one chunk.
function slicesOf(blob: Blob): ReadableStream<Uint8Array> {
  let at = 0
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (at >= blob.size) return controller.close()
        controller.enqueue(new Uint8Array(await bytesOf(blob.slice(at, at + SLICE))))
        at += SLICE
      },
    },
    { highWaterMark: 0 },
  )
}

/** The bytes of an ArrayBuffer or a view; undefined for anything else. */
export function memoryBytes(value: unknown, argument: string): Uint8Array | undefined {
  if (ArrayBuffer.isView(value)) {
    const buffer = requireOrdinary(value.buffer as ArrayBuffer, argument)
    const bytes = new Uint8Array(buffer, value.byteOffset, value.byteLength)
    const region = requireLive(value, buffer, value.byteOffset, value.byteLength, argument)
    return region ? bytes.slice() : bytes // reading takes longer than the tensor may live
  }
  return isArrayBuffer(value) ? new Uint8Array(requireOrdinary(value, argument)) : undefined
}

function openResponse(response: Response): Opened {
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

// With a content encoding, content-length counts compressed bytes.
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

const LARGEST_FIRST_ALLOCATION = 2 ** 28

/** Bytes of known or unknown length; the announced length is only a hint. */
class ByteBuffer {
  #bytes: Uint8Array
  #length = 0

  constructor(total: number | undefined, from: string) {
    this.#bytes = allocateBytes(Math.min(total ?? 65536, LARGEST_FIRST_ALLOCATION), from)
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
    const grown = allocateBytes(Math.max(2 * this.#bytes.length, this.#length + more), 'the data')
    grown.set(this.bytes)
    this.#bytes = grown
  }
}

/** A development server or a single-page app often answers a missing file with its HTML page. */
export function refuseHtml(bytes: Uint8Array, from: string, advice: string): void {
  // spread: 64 bytes
  const isHtml = /^\s*<(?:!|html)/i.test(String.fromCharCode(...bytes.subarray(0, 64)))
  if (isHtml)
    throw new WhereformerError('ERR_LOAD', `${from}: got an HTML page instead of the file. ${advice}`)
}
