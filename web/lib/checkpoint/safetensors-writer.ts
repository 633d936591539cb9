// Writes a safetensors file of float32 tensors.

import { allocateBytes } from '../boundary/allocate.js'
import { elementCount, type TensorLike } from '../boundary/tensor.js'

/** Tensors lie in the order of the map. Data begin at a multiple of 8 bytes, as in the files of the safetensors library. */
export function safetensorsFile(
  tensors: ReadonlyMap<string, TensorLike>,
  metadata: Readonly<Record<string, string>>,
): Uint8Array {
  let at = 0
  const entries = [...tensors].map(([name, { shape }]) => {
    const begin = at
    at += 4 * elementCount(shape)
    return [name, { dtype: 'F32', shape, data_offsets: [begin, at] }]
  })
  const json = JSON.stringify({ __metadata__: metadata, ...Object.fromEntries(entries) })
  const text = new TextEncoder().encode(json)
  const header = text.length + (-text.length & 7)
  const file = allocateBytes(8 + header + at, 'the checkpoint')
  new DataView(file.buffer).setBigUint64(0, BigInt(header), true)
  file.fill(0x20, 8, 8 + header)
  file.set(text, 8)
  let offset = 8 + header
  for (const { data } of tensors.values()) {
    file.set(new Uint8Array(data.buffer, data.byteOffset, data.byteLength), offset)
    offset += data.byteLength
  }
  return file
}
