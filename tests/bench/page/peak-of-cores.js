// What one core can do, and two at once: cores of a virtual machine may share what computes.
import { peakExports } from './engines/peak.js'
import { CHUNK } from './peak-worker.js'

export class Peak {
  static async of(variant) {
    const worker = new Worker(new URL('./peak-worker.js', import.meta.url), { type: 'module' })
    const state = new Int32Array(new SharedArrayBuffer(8))
    const ready = new Promise((resolve, reject) => {
      worker.onmessage = resolve
      worker.onerror = ({ message }) => reject(new Error(message))
    })
    worker.postMessage({ variant, state })
    await ready
    const peak = new Peak()
    return Object.assign(peak, { worker, state, exports: await peakExports(variant) })
  }

  /** GFLOP/s */
  ofOne(ms) {
    const { steps, taken } = this.#run(ms)
    return this.#rate(steps, taken)
  }

  ofTwo(ms) {
    Atomics.store(this.state, 1, 0)
    Atomics.store(this.state, 0, 1)
    Atomics.notify(this.state, 0)
    while (Atomics.load(this.state, 1) === 0); // it is awake
    const before = Atomics.load(this.state, 1)
    const { steps, taken } = this.#run(ms)
    const other = (Atomics.load(this.state, 1) - before) * CHUNK
    Atomics.store(this.state, 0, 0)
    return this.#rate(steps + other, taken)
  }

  end() {
    this.worker.terminate()
  }

  #run(ms) {
    const start = performance.now()
    let steps = 0
    let taken = 0
    while (taken < ms) {
      this.exports.multiplyAddSteps(CHUNK)
      steps += CHUNK
      taken = performance.now() - start
    }
    return { steps, taken }
  }

  #rate(steps, ms) {
    return (steps * this.exports.flopsPerStep()) / ms / 1e6
  }
}
