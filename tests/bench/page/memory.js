// How much WebAssembly memory one attention call takes besides its inputs and its output.

import { load } from '/dist/web.mjs'
import { normal } from './random.js'

/**
 * In a fresh instance. Memory that was never used is zero, so the last byte that is not tells how far a call reached.
 * @returns {Promise<{tensors: number, extra: number}>} bytes
 */
export async function extraMemory({ variant, heads, tokens, headDim }) {
  const wf = await load({ variant })
  const [q, k, v] = [1, 2, 3].map((seed) => wf.tensor(normal(seed, heads, tokens, headDim)))
  const out = wf.tensor([heads, tokens, headDim])
  out.data.fill(1)
  const before = lastUsedByte(out.data.buffer)
  wf.attention(q, k, v, { out })
  if (!out.data.every(Number.isFinite)) throw new Error('the result is not finite')
  const after = lastUsedByte(out.data.buffer)
  const tensors = 4 * out.data.byteLength
  for (const tensor of [q, k, v, out]) tensor.dispose()
  return { tensors, extra: after - before }
}

function lastUsedByte(buffer) {
  const words = new Float64Array(buffer)
  let at = words.length
  while (at > 0 && words[at - 1] === 0) at--
  return at * 8
}
