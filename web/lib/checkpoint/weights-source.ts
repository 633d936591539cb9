// Sources of weights: what readers of a checkpoint take besides addresses and memory. Loaded with the first model.

import { fieldOf } from '../boundary/checks.js'
import { refuse, show, throwIfAborted } from '../boundary/errors.js'
import { isBlob, isResponse, isStream, isUrl } from '../boundary/kinds.js'
import type { Opened } from './byte-stream.js'
import { memoryBytes, openResponse, type ReadOptions, settle } from './source.js'

export type Source =
  | string
  | URL
  | Blob
  | Response
  | ReadableStream<Uint8Array>
  | ArrayBuffer
  | ArrayBufferView

/** Opens a source: bytes in memory are returned as they are, everything else as a stream. */
export async function openSource(source: Source, options: ReadOptions): Promise<Opened | Uint8Array> {
  throwIfAborted(options.signal)
  return settle(openAny(source, options), options.signal)
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
  if (typeof source === 'object' && source !== null && fieldOf(source, 'weight_map', options.phase))
    throw refuse(
      'ERR_TYPE',
      options.phase,
      'an index of shards',
      '{ index, file }, with the source of each file',
    )
  const wanted = 'an address, Blob, Response, stream or bytes'
  throw refuse('ERR_TYPE', options.phase, show(source), wanted)
}

const SLICE = 2 ** 20

// The bytes of a Blob; those of jsdom have no arrayBuffer(), and are read by a FileReader.
function bytesOf(blob: Blob): Promise<ArrayBuffer> {
  if (typeof blob.arrayBuffer === 'function') return blob.arrayBuffer()
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(reader.result as ArrayBuffer)
    reader.onerror = () => reject(reader.error)
    reader.readAsArrayBuffer(blob)
  })
}

// A Blob as a stream of slices: Blob.stream() of some engines returns it whole, as one chunk.
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
