// Reads safetensors files whole, by way of the streaming reader, in chunks of any size.

import { ByteReader, ProgressSum } from '../../../web/lib/byte-reader.js'
import { collector, DTYPES, TensorFile } from '../../../web/lib/safetensors.js'
import type { TensorEntry } from '../../../web/lib/safetensors-header.js'
import type { Tensor } from '../../../web/lib/tensor.js'

export interface ReadTensors {
  entries: readonly TensorEntry[]
  /** Of those that can be decoded. */
  tensors: ReadonlyMap<string, Tensor>
}

/** `chunk`: bytes that arrive at a time; absent = the file lies in memory. */
export async function readAll(file: Uint8Array, chunk?: number): Promise<ReadTensors> {
  const source = chunk === undefined ? file : { body: streamOf(file, chunk), from: 'the stream' }
  const reader = new ByteReader(source, new ProgressSum('weights'), undefined)
  const tensors = new Map<string, Tensor>()
  try {
    const opened = await TensorFile.open(reader, 'weights')
    await opened.read(({ name, dtype, shape }) => {
      if (!DTYPES.includes(dtype)) return undefined
      const { data, receive } = collector(shape)
      tensors.set(name, { data, shape })
      return receive
    })
    return { entries: opened.entries, tensors }
  } finally {
    reader.close()
  }
}

export function streamOf(file: Uint8Array, chunk: number): ReadableStream<Uint8Array> {
  let at = 0
  return new ReadableStream<Uint8Array>({
    pull(controller) {
      if (at >= file.length) return controller.close()
      controller.enqueue(file.slice(at, at + chunk))
      at += chunk
    },
  })
}
