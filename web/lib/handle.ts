// Ownership of what lives in WebAssembly: freed by dispose(), by `using`, or at last by the garbage collector.

import type { Core } from './core.js'
import { WhereformerError } from './errors.js'
import type { Failing } from './raw.js'

interface Deletable {
  delete(): void
}

export const disposeKey: typeof Symbol.dispose = Symbol.dispose ?? Symbol.for('Symbol.dispose')

/** One object of one core instance. */
export class Handle<T extends Deletable> {
  readonly #core: Core
  readonly #generation: number
  readonly #what: string
  #raw: T | undefined

  constructor(core: Core, raw: T, what: string) {
    this.#core = core
    this.#generation = core.generation
    this.#raw = raw
    this.#what = what
  }

  call<R extends Failing>(run: (raw: T) => R): R {
    const raw = this.#raw
    if (!raw)
      throw new WhereformerError('ERR_DISPOSED', `the ${this.#what} was disposed of and cannot be used again`)
    if (this.#generation !== this.#core.generation) {
      throw new WhereformerError(
        'ERR_CRASHED',
        `the ${this.#what} was lost when the core stopped: make it again`,
      )
    }
    return this.#core.call(() => run(raw))
  }

  /** Frees the object; once more does nothing. */
  dispose(): void {
    const raw = this.#raw
    this.#raw = undefined
    if (raw && this.#generation === this.#core.generation) this.#core.guard(() => raw.delete())
  }
}

const forgotten = new FinalizationRegistry<{ dispose(): void }>((handle) => handle.dispose())

/** The last resort for an owner that was never disposed of. */
export function disposeWithOwner(owner: object, handle: { dispose(): void }): void {
  forgotten.register(owner, handle, owner)
}

export function disposedOf(owner: object): void {
  forgotten.unregister(owner)
}
