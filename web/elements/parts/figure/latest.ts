// Runs one job at a time and keeps only the newest waiting request, so that a dragged slider does not build a queue.

export class Latest<T> {
  readonly #run: (request: T) => Promise<void>
  #waiting: { request: T } | undefined
  #running = false

  constructor(run: (request: T) => Promise<void>) {
    this.#run = run
  }

  request(request: T): void {
    this.#waiting = { request }
    if (!this.#running) void this.#drain()
  }

  async #drain(): Promise<void> {
    this.#running = true
    try {
      while (this.#waiting) {
        const { request } = this.#waiting
        this.#waiting = undefined
        await this.#run(request)
      }
    } finally {
      this.#running = false
    }
  }
}
