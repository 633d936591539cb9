// Allocation of sizes that input determines: failure is ERR_OOM.

import { WhereformerError } from './errors.js'

/** Zeroed bytes; ERR_OOM where they cannot be had. `what` names the array in the message. */
export function allocateBytes(length: number, what: string): Uint8Array<ArrayBuffer> {
  try {
    return new Uint8Array(length)
  } catch (cause) {
    throw new WhereformerError('ERR_OOM', `${what}: no memory for ${length} bytes`, { cause })
  }
}

export function allocateFloats(count: number, what: string): Float32Array<ArrayBuffer> {
  return new Float32Array(allocateBytes(count * Float32Array.BYTES_PER_ELEMENT, what).buffer)
}
