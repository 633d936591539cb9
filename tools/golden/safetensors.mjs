// Reads the golden data: safetensors of float32, int32 and uint8.
import { readFileSync } from 'node:fs'
import { Failure } from '../failure.mjs'

const arrays = { F32: Float32Array, I32: Int32Array, U8: Uint8Array }

/** @returns {Map<string, {shape: number[], data: Float32Array | Int32Array | Uint8Array}>} by name */
export function readTensors(path) {
  const file = readFileSync(path)
  const start = 8 + Number(file.readBigUInt64LE(0))
  const header = JSON.parse(file.toString('utf8', 8, start))
  const entries = Object.entries(header).filter(([name]) => name !== '__metadata__')
  return new Map(entries.map(([name, entry]) => [name, tensorOf(file, start, name, entry)]))
}

function tensorOf(file, start, name, { dtype, shape, data_offsets: [from, to] }) {
  if (!(dtype in arrays)) throw new Failure(`${name}: golden data have no ${dtype}.`)
  const bytes = new Uint8Array(file.subarray(start + from, start + to)) // a copy, so that it is aligned
  return { shape, data: new arrays[dtype](bytes.buffer) }
}
