// Ownership of objects in WebAssembly memory: freed by dispose(), by `using`, or as a fallback by the garbage collector.

import type { Core } from './core.js'
import { refuse, WhereformerError } from './errors.js'
import type { Failing, RawCore } from './raw.js'

export const disposeKey: typeof Symbol.dispose = Symbol.dispose ?? Symbol.for('Symbol.dispose')

/** The field that keeps Vue and Alpine from putting a proxy around an object: a proxy has none of its private fields. */
export const skipKey = '__v_skip'

/** Reads private fields of the object before the dot; refused where that is a proxy, or nothing. */
export function itsOwn<T>(what: string, read: () => T): T {
  try {
    return read()
  } catch {
    throw refuse('ERR_TYPE', 'this', `a proxy of the ${what} or nothing`, `the ${what} itself`)
  }
}

/** One object of one core instance. */
export class Handle {
  readonly #core: Core
  readonly #generation: number
  readonly #what: string
  #address: number | undefined

  constructor(core: Core, address: number, what: string) {
    this.#core = core
    this.#generation = core.generation
    this.#address = address
    this.#what = what
  }

  /** Refuses a handle that was disposed of or belongs to an older instance, so that its address is not used again. */
  requireAlive(): number {
    if (this.#address === undefined)
      throw new WhereformerError('ERR_DISPOSED', `the ${this.#what} was disposed of and cannot be used again`)
    if (this.#generation !== this.#core.generation) {
      throw new WhereformerError(
        'ERR_CRASHED',
        `the ${this.#what} was lost when the core stopped: make it again`,
      )
    }
    return this.#address
  }

  call<R extends Failing>(run: (raw: RawCore, address: number) => R): R {
    const address = this.requireAlive()
    return this.#core.call((raw) => run(raw, address))
  }

  /** Frees the object; further calls are no-ops. */
  dispose(): void {
    const handle = this.#address
    this.#address = undefined
    if (handle === undefined || this.#generation !== this.#core.generation) return
    this.#core.guard((raw) => raw.release({ handle }))
  }
}

const forgotten = new FinalizationRegistry<{ dispose(): void }>((handle) => handle.dispose())

/** Frees the object of an owner that was garbage-collected without dispose(). */
export function disposeWithOwner(owner: object, handle: { dispose(): void }): void {
  forgotten.register(owner, handle, owner)
}

export function disposedOf(owner: object): void {
  forgotten.unregister(owner)
}
