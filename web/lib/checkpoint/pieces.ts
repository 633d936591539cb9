// The pieces of a tensor: whole rows, as they are stored.

import type { Dtype, StoredValues } from './half.js'

/** Receives rows `first` … of a tensor; the array is valid only during the call. */
export type ReceiveRows<Values = StoredValues> = (data: Values, first: number) => void

/** Largest piece in bytes as float32, unless ROWS rows are longer. */
export const PIECE = 2 ** 20

/** Pieces have a multiple of 32 rows, except the last: weights of 8 bits share a scale among 32 inputs. */
export const ROWS = 32

/** Values of a file, which is little-endian, like WebAssembly and all supported machines. */
export function valuesIn(bytes: Uint8Array, dtype: Dtype): StoredValues {
  // spread: three, a buffer with begin and length
  return dtype === 'F32' ? new Float32Array(...aligned(bytes, 4)) : new Uint16Array(...aligned(bytes, 2))
}

function aligned(bytes: Uint8Array, size: number): [ArrayBuffer, number, number] {
  const { buffer, byteOffset, byteLength } = byteAligned(bytes, size)
  return [buffer as ArrayBuffer, byteOffset, byteLength / size]
}

function byteAligned(bytes: Uint8Array, size: number): Uint8Array {
  return bytes.byteOffset % size === 0 ? bytes : bytes.slice()
}
