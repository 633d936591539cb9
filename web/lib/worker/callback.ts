// Callbacks that are called from the worker.

import { proxy } from 'comlink'
import type { Callback } from './protocol.js'

/** Runs `ask` with a callback that the worker may call; an exception in the callback aborts the request. */
export async function withCallback<N, T>(
  callback: ((value: N) => void) | undefined,
  signal: AbortSignal | undefined,
  ask: (callback: Callback<N> | undefined, signal: AbortSignal | undefined) => Promise<T>,
): Promise<T> {
  if (!callback) return ask(undefined, signal)
  const guard = new CallbackGuard(callback, signal)
  try {
    return await ask(proxy(guard.call), guard.signal)
  } finally {
    guard.release()
  }
}

class CallbackGuard<N> {
  readonly #callback: (value: N) => void
  readonly #outer: AbortSignal | undefined
  readonly #controller = new AbortController()

  constructor(callback: (value: N) => void, outer: AbortSignal | undefined) {
    this.#callback = callback
    this.#outer = outer
    outer?.addEventListener('abort', this.#follow)
    if (outer?.aborted) this.#follow()
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  readonly call = (value: N): void => {
    if (this.signal.aborted) return
    try {
      this.#callback(value)
    } catch (cause) {
      this.#controller.abort(new CallbackFailure(cause))
    }
  }

  /** Ends the request; throws what the callback threw, if it did. */
  release(): void {
    this.#outer?.removeEventListener('abort', this.#follow)
    const { reason } = this.signal
    if (reason instanceof CallbackFailure) throw reason.cause
  }

  readonly #follow = (): void => this.#controller.abort(this.#outer?.reason)
}

class CallbackFailure {
  readonly cause: unknown

  constructor(cause: unknown) {
    this.cause = cause
  }
}
