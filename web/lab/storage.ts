// Where the states of runs are kept between sessions.

import { messageOf } from '../lib/boundary/errors.js'

/** Bytes by key. What throws is reported as a warning, and the runs go on without it. */
export interface LabStorage {
  get(key: string): Promise<Uint8Array | undefined>
  set(key: string, bytes: Uint8Array): Promise<void>
  delete(key: string): Promise<void>
}

/** Never rejects; tells of the first failure, and keeps writes of one key in order. */
export class CarefulStorage {
  readonly #storage: LabStorage | undefined
  readonly #warn: (message: string) => void
  readonly #writing = new Map<string, Promise<void>>()
  readonly #next = new Map<string, Uint8Array>()
  #warned = false

  constructor(storage: LabStorage | undefined, warn: (message: string) => void) {
    this.#storage = storage
    this.#warn = warn
  }

  async get(key: string): Promise<Uint8Array | undefined> {
    return this.#attempt('read', () => this.#storage?.get(key))
  }

  /** While one state is being written only the newest of those that follow waits. */
  set(key: string, bytes: Uint8Array): void {
    this.#next.set(key, bytes)
    if (!this.#writing.has(key)) this.#writing.set(key, this.#write(key))
  }

  /** Resolves when everything is written. */
  async settled(): Promise<void> {
    while (this.#writing.size > 0) await Promise.all(this.#writing.values())
  }

  async #write(key: string): Promise<void> {
    for (let bytes = this.#take(key); bytes; bytes = this.#take(key)) {
      const current = bytes
      await this.#attempt('written', () => this.#storage?.set(key, current))
    }
    this.#writing.delete(key)
  }

  #take(key: string): Uint8Array | undefined {
    const bytes = this.#next.get(key)
    this.#next.delete(key)
    return bytes
  }

  async #attempt<T>(verb: string, access: () => Promise<T> | undefined): Promise<T | undefined> {
    try {
      return await access()
    } catch (cause) {
      if (!this.#warned)
        this.#warn(`storage could not be ${verb} (${messageOf(cause)}); the runs go on without it`)
      this.#warned = true
      return undefined
    }
  }
}
