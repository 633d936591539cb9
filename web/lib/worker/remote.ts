// The plain methods of objects in the worker: arguments are posted, results come as promises. What has handles or callbacks is written by hand.

import { skipKey } from '../boundary/handle.js'
import type { CustomPosition } from '../position/custom.js'

/** The methods of T, called from this side. */
export type Remote<T> = {
  [K in keyof T]: T[K] extends (...args: infer A) => infer R
    ? (...args: Posted<A>) => Promise<Awaited<R>>
    : never
}

/** A custom position is a function, which cannot be posted. */
type Posted<A> = { [I in keyof A]: Exclude<A[I], CustomPosition> }

/** A base class with these methods: each calls `send` with the object before the dot. */
export function remote<T>(
  names: readonly (keyof T & string)[],
  send: (self: object, name: keyof T & string, args: unknown[]) => Promise<unknown>,
): new () => Remote<T> {
  class Methods {
    get [skipKey](): boolean {
      return true
    }
  }
  for (const name of names) {
    const value = {
      async [name](this: object, ...args: unknown[]) {
        return send(this, name, args)
      },
    }[name]
    Object.defineProperty(Methods.prototype, name, { value, writable: true, configurable: true })
  }
  return Methods as unknown as new () => Remote<T>
}
