// Seeded pseudo-random numbers (mulberry32), so that every run tests the same cases.

import type { Tensor } from 'whereformer'

export class Random {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /** 0 … 1 */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let t = this.#state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }

  integer(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1))
  }

  pick<T>(items: readonly T[]): T {
    return items[this.integer(0, items.length - 1)] as T
  }

  flag(): boolean {
    return this.next() < 0.5
  }

  /** Values in −2 … 2. */
  tensor(...shape: number[]): Tensor {
    const length = shape.reduce((a, b) => a * b, 1)
    return { data: Float32Array.from({ length }, () => 4 * this.next() - 2), shape }
  }
}
