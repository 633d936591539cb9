// How long the rest will take, from the steps of the last seconds.

const WINDOW = 10_000 // ms
/** Runs that go on repeat their reports at once, which says nothing about the pace. */
const SETTLE = 1000 // ms

export class Pace {
  #samples: { time: number; steps: number }[] = []
  #start: number | undefined

  /** @param steps done so far, of all runs @param time milliseconds */
  add(time: number, steps: number): void {
    this.#start ??= time
    if (time - this.#start < SETTLE) {
      this.#samples = [{ time, steps }]
      return
    }
    this.#samples.push({ time, steps })
    while (this.#samples.length > 2 && time - (this.#samples[1]?.time ?? time) >= WINDOW)
      this.#samples.shift()
  }

  /** Seconds; undefined while the pace is unknown. */
  left(total: number): number | undefined {
    const [first, last] = [this.#samples[0], this.#samples.at(-1)]
    if (!first || !last || last.steps <= first.steps) return undefined
    return ((total - last.steps) * (last.time - first.time)) / (last.steps - first.steps) / 1000
  }
}
