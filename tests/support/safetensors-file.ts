// Writes safetensors files, right and wrong ones.

type HeaderEntry = { dtype: string; shape: number[]; data_offsets: [number, number] }

/** 8 bytes of length, the header as given, then the data. */
export function fileOf(
  header: string | Uint8Array,
  data: Uint8Array | number = 0,
  length?: bigint,
): Uint8Array {
  const text = typeof header === 'string' ? new TextEncoder().encode(header) : header
  const bytes = typeof data === 'number' ? new Uint8Array(data) : data
  const file = new Uint8Array(8 + text.length + bytes.length)
  new DataView(file.buffer).setBigUint64(0, length ?? BigInt(text.length), true)
  file.set(text, 8)
  file.set(bytes, 8 + text.length)
  return file
}

export interface TensorData {
  dtype: string
  shape: number[]
  bytes: Uint8Array
}

/** A well-formed file. */
export function wellFormed(tensors: Record<string, TensorData>): Uint8Array {
  let at = 0
  const header: Record<string, HeaderEntry> = {}
  for (const [name, { dtype, shape, bytes }] of Object.entries(tensors)) {
    header[name] = { dtype, shape, data_offsets: [at, at + bytes.length] }
    at += bytes.length
  }
  const data = new Uint8Array(at)
  Object.values(tensors).reduce((offset, { bytes }) => {
    data.set(bytes, offset)
    return offset + bytes.length
  }, 0)
  return fileOf(JSON.stringify(header), data)
}

export function float32(shape: number[], values: ArrayLike<number>): TensorData {
  return { dtype: 'F32', shape, bytes: new Uint8Array(Float32Array.from(values).buffer) }
}
