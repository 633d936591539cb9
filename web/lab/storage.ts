// Where the states of runs are kept between sessions.

import { messageOf, refuse, show } from '../lib/boundary/errors.js'
import { isUint8Array } from '../lib/boundary/kinds.js'
import { inTime, isSilence } from './time-limit.js'

/** Storage of bytes by key. If it throws there is a warning, and the runs go on without it. */
export interface LabStorage {
  get(key: string): Promise<Uint8Array | undefined>
  set(key: string, bytes: Uint8Array): Promise<void>
  delete(key: string): Promise<void>
}

/** How long a call may take, for a whole model on a slow disk. */
const LONGEST_SILENCE = 30_000 // ms

/** Storage that never rejects and never waits for ever; it tells of the first failure, and keeps writes of one key in order. */
export class CarefulStorage {
  #storage: LabStorage | undefined
  readonly #silence: number
  readonly #warn: (message: string) => void
  readonly #writing = new Map<string, Promise<void>>()
  readonly #next = new Map<string, Uint8Array>()
  #warned = false

  constructor(
    storage: LabStorage | undefined,
    warn: (message: string) => void,
    silence: number = LONGEST_SILENCE,
  ) {
    this.#silence = silence
    this.#storage = storage
    this.#warn = warn
  }

  async get(key: string): Promise<Uint8Array | undefined> {
    return this.#attempt('read', async () => bytesOf(await this.#storage?.get(key)))
  }

  /** Writes a state; while one is being written only the newest of those that follow waits. */
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
      return await inTime(access(), this.#silence, 'storage')
    } catch (cause) {
      if (isSilence(cause)) this.#storage = undefined // it would be waited for at each run
      if (!this.#warned)
        this.#warn(`storage could not be ${verb} (${messageOf(cause)}); the runs go on without it`)
      this.#warned = true
      return undefined
    }
  }
}

function bytesOf(value: unknown): Uint8Array | undefined {
  if (value === undefined || isUint8Array(value)) return value
  throw refuse('ERR_TYPE', 'storage.get()', show(value), 'a Uint8Array or undefined')
}
