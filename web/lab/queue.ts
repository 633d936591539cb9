// Values that are pushed on one side and iterated on the other.

export class Queue<T> implements AsyncIterable<T> {
  readonly #values: T[] = []
  #ended: { cause?: unknown } | undefined
  #wake: () => void = () => {}

  push(value: T): void {
    this.#values.push(value)
    this.#wake()
  }

  /** Ends the queue; with a cause the iteration throws it after the values so far. */
  end(cause?: unknown): void {
    this.#ended ??= cause === undefined ? {} : { cause }
    this.#wake()
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, void> {
    for (;;) {
      while (this.#values.length > 0) yield this.#values.shift() as T
      if (this.#ended) break
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
    if ('cause' in this.#ended) throw this.#ended.cause
  }
}
