// Prefill and decoding of one model whose weights are kept in several types, interleaved, each type in a core of its own.
import { checkpoint, config } from './llama-135m.js'
import { idsOf } from './token-ids.js'

/** @returns for each type the bytes of its file and of its core when loaded and at most, and the samples in milliseconds */
export async function measureTypes({ variant, types, rounds, prefill, decode }) {
  const models = []
  for (const type of types) models.push({ type, ...(await opened(variant, type)), prefill: [], decode: [] })
  for (let round = 0; round < rounds; round++) {
    for (const one of models) {
      const start = performance.now()
      const { logits } = one.model.forward({ inputIds: idsOf(prefill) })
      one.prefill.push(performance.now() - start)
      one.hash = hashOf(logits.data)
      one.decode.push(await decoding(one.model, decode))
    }
  }
  return models.map(({ model, memory, ...measured }) => {
    model.dispose()
    return { ...measured, peakBytes: memory.buffer.byteLength }
  })
}

/** Milliseconds of one step, the mean of all after the first. */
async function decoding(model, steps) {
  const times = []
  const options = { maxNewTokens: steps + 1, temperature: 0, eosTokenId: [] }
  await model.generate(idsOf(8), { ...options, onToken: () => times.push(performance.now()) })
  return (times.at(-1) - times[0]) / steps
}

async function opened(variant, type) {
  const memories = []
  const original = WebAssembly.instantiate
  WebAssembly.instantiate = async (...given) => {
    const made = await original.apply(WebAssembly, given)
    const all = Object.values((made.instance ?? made).exports)
    memories.push(...all.filter((one) => one instanceof WebAssembly.Memory))
    return made
  }
  const { load } = await import('/dist/web.mjs')
  const wasmBinary = await (await fetch('/dist/core-simd.wasm')).arrayBuffer()
  const wf = await load({ variant, wasmBinary })
  WebAssembly.instantiate = original
  const q8 = type === 'q8'
  const weights = checkpoint(q8 ? 'F32' : type)
  const model = await wf.loadModel({ config, weights }, { weights: q8 ? 'q8' : 'stored' })
  const [memory] = memories
  return { model, fileBytes: weights.length, memory, loadedBytes: memory.buffer.byteLength }
}

/** Of the bits, so that types can be compared. */
function hashOf({ buffer, byteOffset, length }) {
  return new Uint32Array(buffer, byteOffset, length).reduce(
    (hash, bits) => (Math.imul(hash, 31) + bits) | 0,
    0,
  )
}
