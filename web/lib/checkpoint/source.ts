// Reads bytes from an address or memory, with progress and abort: what a page needs for its core.

import { allocateBytes } from '../boundary/allocate.js'
import { aborted, throwIfAborted, WhereformerError } from '../boundary/errors.js'
import { requireLive } from '../boundary/heap-regions.js'
import { isArrayBuffer, isUint8Array } from '../boundary/kinds.js'
import { requireOrdinary } from '../boundary/tensor.js'
import { ByteStream, type Opened } from './byte-stream.js'
import { type Progress, ProgressSum } from './progress.js'

interface OpenOptions {
  /** The kind of file that is read, which errors name as their argument. */
  phase: Progress['phase']
  signal?: AbortSignal | undefined
  integrity?: string | undefined
}

/** How a platform opens an address. */
export type OpenUrl = (url: string | URL, options: OpenOptions) => Promise<Opened>

export interface ReadOptions extends OpenOptions {
  open: OpenUrl
  onProgress?: ((progress: Progress) => void) | undefined
}

/** All bytes at an address; bytes in memory are returned as they are. */
export async function readSource(
  source: string | URL | Uint8Array,
  options: ReadOptions,
): Promise<Uint8Array> {
  throwIfAborted(options.signal)
  const opened = isUint8Array(source) ? source : settle(options.open(source, options), options.signal)
  return readOpened(await opened, options)
}

export async function readOpened(
  opened: Opened | Uint8Array,
  options: Omit<ReadOptions, 'open'>,
): Promise<Uint8Array> {
  const { signal, phase, onProgress } = options
  const progress = new ProgressSum(phase, onProgress)
  if (isUint8Array(opened)) {
    progress.total = opened.length
    progress.add(opened.length)
    return opened
  }
  progress.total = opened.total
  const stream = new ByteStream(opened, signal)
  try {
    const buffer = new ByteBuffer(opened.total, opened.from)
    for (let chunk = await stream.read(); chunk; chunk = await stream.read()) {
      buffer.append(chunk)
      progress.add(chunk.length)
    }
    return buffer.bytes
  } finally {
    stream.close()
  }
}

// Awaits work; an abort takes precedence over the errors that it causes.
export async function settle<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  try {
    return await work
  } catch (cause) {
    if (signal?.aborted) throw aborted(signal)
    throw cause
  }
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

// The announced length, unless there is a content encoding: content-length then counts compressed bytes.
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

/** Refuses an HTML page, with which development servers and single-page apps often answer for a missing file. */
export function refuseHtml(bytes: Uint8Array, from: string, advice: string): void {
  // spread: 64 bytes
  const isHtml = /^\s*<(?:!|html)/i.test(String.fromCharCode(...bytes.subarray(0, 64)))
  if (isHtml)
    throw new WhereformerError('ERR_LOAD', `${from}: got an HTML page instead of the file. ${advice}`)
}
