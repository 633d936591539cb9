// The course of a search: between its pieces other tasks have their turn, and then it can be stopped, and says how far it is.

import { throwIfAborted } from '../boundary/errors.js'
import { EventLoop } from '../boundary/event-loop.js'
import type { IdentifyProgress } from './types.js'

/** The numbers of an array that are one piece of work, a few milliseconds. */
export const PIECE = 2 ** 17

export class Course {
  readonly #loop = new EventLoop()
  readonly #signal: AbortSignal | undefined
  readonly #onProgress: ((progress: IdentifyProgress) => void) | undefined
  #progress: IdentifyProgress = { phase: 'measuring', done: 0, total: 0 }

  constructor(signal?: AbortSignal, onProgress?: (progress: IdentifyProgress) => void) {
    this.#signal = signal
    this.#onProgress = onProgress
    throwIfAborted(signal)
  }

  /** Lets other tasks have their turn between two pieces of work; rejects if the search is stopped. */
  async pause(): Promise<void> {
    if (!(await this.#loop.yield())) return
    throwIfAborted(this.#signal)
    this.#onProgress?.(this.#progress)
    throwIfAborted(this.#signal)
  }

  /** Maps items to results, each a piece of work. */
  async map<T, R>(items: readonly T[], work: (item: T, index: number) => R | Promise<R>): Promise<R[]> {
    const results: R[] = []
    for (const [i, item] of items.entries()) {
      await this.pause()
      results.push(await work(item, i))
    }
    return results
  }

  /** Maps items to results as a stage of the search, which progress tells of. */
  stage<T, R>(
    phase: IdentifyProgress['phase'],
    items: readonly T[],
    work: (item: T, index: number) => R | Promise<R>,
  ): Promise<R[]> {
    const total = items.length
    return this.map(items, (item, done) => {
      this.#progress = { phase, done, total }
      return work(item, done)
    })
  }

  /** Works on `rows` rows of `width` numbers in parts [first, end), each a piece of work. */
  async pieces(rows: number, width: number, work: (first: number, end: number) => unknown): Promise<void> {
    const step = Math.max(1, Math.floor(PIECE / Math.max(width, 1)))
    for (let first = 0; first < rows; first += step) {
      await this.pause()
      if ((await work(first, Math.min(first + step, rows))) === false) return
    }
  }
}
