// One engine for all figures of a page: started with the first visible figure, ended some time after the last one is removed. The
// library itself replaces a crashed worker at the next call.

import type { Progress } from 'whereformer'
import type { AnyLibrary, OnProgress } from './library.js'
import { openHere, openInWorker } from './platform.js'
import { elementSettings } from './settings.js'

/** Milliseconds: moved figures and page changes of a single-page application reuse the engine. */
const END_AFTER = 2000

export class Engine {
  readonly #listeners = new Set<OnProgress>()
  #users = 0
  #opening: Promise<AnyLibrary> | undefined
  #ending: ReturnType<typeof setTimeout> | undefined

  /** Adds a user; its lease must be ended. */
  enter(): Lease {
    this.#users += 1
    clearTimeout(this.#ending)
    return new Lease(this)
  }

  /** @internal of Lease */
  leave(): void {
    this.#users -= 1
    if (this.#users > 0) return
    this.#ending = setTimeout(() => this.#end(), END_AFTER)
  }

  /** @internal of Lease. Failures are not cached: the next call tries again. */
  async open(onProgress: OnProgress): Promise<AnyLibrary> {
    this.#listeners.add(onProgress)
    const opening = this.#opening ?? openAnywhere((progress) => this.#tell(progress))
    this.#opening = opening
    try {
      return await opening
    } catch (cause) {
      if (this.#opening === opening) this.#opening = undefined
      throw cause
    } finally {
      this.#listeners.delete(onProgress)
    }
  }

  #tell(progress: Progress): void {
    for (const listener of this.#listeners) listener(progress)
  }

  #end(): void {
    const opened = this.#opening
    this.#opening = undefined
    opened?.then(
      (library) => 'terminate' in library && library.terminate(),
      () => {},
    )
  }
}

// Sandboxed frames, file: pages and strict policies may refuse a worker: fall back to the main thread.
async function openAnywhere(onProgress: OnProgress): Promise<AnyLibrary> {
  if (elementSettings().thread === 'main') return openHere(onProgress)
  try {
    return await openInWorker(onProgress)
  } catch (refused) {
    return openHere(onProgress).catch(() => {
      throw refused
    })
  }
}

/** A figure's share in the engine. */
export class Lease {
  #engine: Engine | undefined

  constructor(engine: Engine) {
    this.#engine = engine
  }

  open(onProgress: OnProgress): Promise<AnyLibrary> {
    if (!this.#engine) throw new TypeError('the lease has ended')
    return this.#engine.open(onProgress)
  }

  end(): void {
    this.#engine?.leave()
    this.#engine = undefined
  }
}

/** The engine of this page. */
export const engine = new Engine()
