// The machine's limit in this page, from a small WebAssembly module: multiply–adds in registers only, reading memory, copying it.

/** @param {'simd' | 'relaxed'} variant */
export async function openPeak(variant) {
  return new PeakEngine(variant, await peakExports(variant))
}

/** The module also holds what the package does not show by itself, see packed.js. */
export async function peakExports(variant) {
  const file = fetch(`/build/wasm-${variant}/whereformer-peak.wasm`)
  const { instance } = await WebAssembly.instantiateStreaming(file)
  instance.exports._initialize()
  return instance.exports
}

/** Puts numbers into the module's memory, which has a fixed size; @returns their address */
export function place({ allocate, memory }, data) {
  const address = allocate(data.length)
  if (address === 0) throw new Error('the memory of the peak module is full')
  new Float32Array(memory.buffer, address, data.length).set(data)
  return address
}

const STEPS = 4000

class PeakEngine {
  #exports

  constructor(variant, exports) {
    this.name = `peak ${variant}`
    this.#exports = exports
  }

  /** Beside every item. */
  always() {
    const { multiplyAddSteps, flopsPerStep } = this.#exports
    const run = () => multiplyAddSteps(STEPS)
    return [{ mode: 'registers', yardstick: true, flops: STEPS * flopsPerStep(), run }]
  }

  /** What a product with this matrix cannot undercut: reading it once. */
  gemv({ b }) {
    const { readAll, release } = this.#exports
    const address = place(this.#exports, b.data)
    const run = () => readAll(address, b.data.length)
    return [{ mode: 'read', flops: undefined, run, dispose: () => release(address) }]
  }

  /** What rotations from one place to another cannot undercut: copying q and k. */
  rotary({ q, k }) {
    const { copyAll, release } = this.#exports
    const pairs = [q, k].map(({ data }) => ({
      from: place(this.#exports, data),
      to: place(this.#exports, data),
      count: data.length,
    }))
    const run = () => {
      for (const { from, to, count } of pairs) copyAll(from, to, count)
    }
    const dispose = () => {
      for (const { from, to } of pairs) [from, to].forEach(release)
    }
    return [{ mode: 'copy', flops: undefined, run, dispose }]
  }
}
