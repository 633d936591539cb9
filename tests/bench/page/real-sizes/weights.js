// The weights of llama-135m.js one by one.

import { checkpoint } from '../llama-135m.js'

/** @returns {Record<string, {shape: number[], data: Float32Array}>} by the names of the checkpoint, matrices [outputs, inputs] */
export function llamaWeights() {
  const { buffer } = checkpoint('F32')
  const length = Number(new DataView(buffer).getBigUint64(0, true))
  const header = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 8, length)))
  const tensor = ({ shape, data_offsets: [from, to] }) => ({
    shape,
    data: new Float32Array(buffer, 8 + length + from, (to - from) / 4),
  })
  return Object.fromEntries(Object.entries(header).map(([name, entry]) => [name, tensor(entry)]))
}
