// Runs one job at a time; while one runs, only the newest request waits. A slider then never queues up its whole path.

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
