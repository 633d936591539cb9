// Reads safetensors files whole, by way of the streaming reader, in chunks of any size.

import type { Tensor } from '../../../web/lib/boundary/tensor.js'
import { ByteReader } from '../../../web/lib/checkpoint/byte-reader.js'
import { decode, isDtype } from '../../../web/lib/checkpoint/half.js'
import { ProgressSum } from '../../../web/lib/checkpoint/progress.js'
import { collector, TensorFile } from '../../../web/lib/checkpoint/safetensors.js'
import type { TensorEntry } from '../../../web/lib/checkpoint/safetensors-header.js'
import { streamOf } from '../../support/streams.js'

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
      if (!isDtype(dtype)) return undefined
      const { data, receive } = collector(shape)
      tensors.set(name, { data, shape })
      return (rows, first) => receive(decode(rows, dtype), first)
    })
    return { entries: opened.entries, tensors }
  } finally {
    reader.close()
  }
}
