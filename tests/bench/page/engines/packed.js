// Products with a matrix that was packed before, as the weights of a model are. The package shows this through models only, so the same
// code of the core is called in a small module of its own.

import { peakExports, place } from './peak.js'

/** @param {'simd' | 'relaxed'} variant */
export async function openPacked(variant) {
  return new PackedEngine(variant, await peakExports(variant))
}

class PackedEngine {
  own = true
  #exports

  constructor(variant, exports) {
    this.name = `whereformer ${variant}`
    this.#exports = exports
  }

  matmul({ a, b, shape }) {
    const { allocate, release, memory, pack, multiplyPacked } = this.#exports
    const [rows, columns] = shape
    const matrix = place(this.#exports, b.data)
    if (!pack(matrix, b.shape[0], columns)) throw new Error('the memory of the peak module is full')
    release(matrix)
    const [x, y] = [place(this.#exports, a.data), allocate(rows * columns)]
    return [
      {
        mode: 'packed',
        run: () => multiplyPacked(x, rows, y),
        result: () => [new Float32Array(memory.buffer, y, rows * columns).slice()],
        dispose: () => [x, y].forEach(release),
      },
    ]
  }

  gemv(problem) {
    return this.matmul(problem)
  }
}
