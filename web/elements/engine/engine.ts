// One engine for all figures of a page: started when the first one is seen, ended a while after the last one has gone. A crashed worker
// is replaced by the library itself, at the next call.

import type { Progress } from 'whereformer'
import type { AnyLibrary, OnProgress } from './library.js'
import { openHere, openInWorker } from './platform.js'
import { elementSettings } from './settings.js'

/** Figures that move about in a document, or give way to the next page of an application, need no new engine. */
const END_AFTER = 2000

export class Engine {
  readonly #listeners = new Set<OnProgress>()
  #users = 0
  #opening: Promise<AnyLibrary> | undefined
  #ending: ReturnType<typeof setTimeout> | undefined

  /** Counts a user in; it must leave as well. */
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

  /** @internal of Lease. A failure is not remembered: asking again tries again. */
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

// Frames in a sandbox, files without a server and strict policies may refuse a worker: the page's own thread is there in any case.
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
