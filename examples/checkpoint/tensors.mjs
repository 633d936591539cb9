// Reads the few small tensors of a reference file: 8 bytes of length, a header in JSON, the data.

import { readFile } from 'node:fs/promises'

const arrays = { F32: Float32Array, F64: Float64Array, I32: Int32Array, I64: BigInt64Array, U8: Uint8Array }

/** name → { data, shape } */
export async function readTensors(path) {
  const file = await readFile(path)
  const start = 8 + Number(file.readBigUInt64LE(0))
  const header = JSON.parse(file.toString('utf8', 8, start))
  delete header.__metadata__
  return new Map(Object.entries(header).map(([name, entry]) => [name, tensorOf(file, start, name, entry)]))
}

function tensorOf(file, start, name, { dtype, shape, data_offsets: [begin, end] }) {
  const Values = arrays[dtype]
  if (!Values) throw new Error(`${name} is ${dtype}, wanted one of ${Object.keys(arrays).join(', ')}`)
  const bytes = Uint8Array.from(file.subarray(start + begin, start + end)) // aligned
  const values = new Values(bytes.buffer)
  return { data: dtype === 'I64' ? Float64Array.from(values, Number) : values, shape }
}
