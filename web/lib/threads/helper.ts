// A helper thread: an instance of the same module on the same memory, in one call that lasts until the thread is stopped.

import type { RawAddThreadResult } from '../boundary/raw.js'

/** What a helper is given; the fields from the core are those of bindings/requests/threads.hpp. */
export interface HelperWork extends RawAddThreadResult {
  module: WebAssembly.Module
  memory: WebAssembly.Memory
  /** The value of the word at `state` until a helper enters. */
  ticket: number
}

/** The first value of the word at `state`. */
export const FIRST_TICKET = 0
const ALIVE = 1
const GONE = 2

/** Tells the core that a helper takes no more shares and does not go on in one: it has left, has ended, or is between calls. */
export function markGone({ memory, state }: Pick<HelperWork, 'memory' | 'state'>): void {
  const word = new Int32Array(memory.buffer, state, 1)
  Atomics.store(word, 0, GONE)
  Atomics.notify(word, 0)
}

/**
 * Gives up a helper that did not start: should its worker still come, it does not enter.
 * @returns the ticket of the next attempt
 */
export function withdrawn(work: HelperWork): number {
  const word = new Int32Array(work.memory.buffer, work.state, 1)
  const next = work.ticket - 1
  if (Atomics.compareExchange(word, 0, work.ticket, next) !== work.ticket) markGone(work) // it has come: the place is lost
  return next
}

/** Runs a helper until it is stopped. `ready` is called before the thread enters the core: afterwards it receives no messages. */
export function help(work: HelperWork, ready: () => void): void {
  const { module, memory, entry, storage, stack, state, ticket } = work
  const { exports } = new WebAssembly.Instance(module, importsOf(module, memory))
  const table = WebAssembly.Module.exports(module).find(({ kind }) => kind === 'table')
  const enter = (exports[table?.name ?? ''] as WebAssembly.Table).get(entry)
  const word = new Int32Array(memory.buffer, state, 1)
  if (Atomics.compareExchange(word, 0, ticket, ALIVE) !== ticket) return
  ready()
  try {
    enter(storage, stack, state)
  } finally {
    markGone(work)
  }
}

/** The imports of a module on this memory: no function does anything, since the units of a fork call nothing outside. */
function importsOf(module: WebAssembly.Module, memory: WebAssembly.Memory): WebAssembly.Imports {
  const imports: Record<string, Record<string, WebAssembly.ImportValue>> = {}
  for (const { module: from, name, kind } of WebAssembly.Module.imports(module)) {
    imports[from] ??= {}
    imports[from][name] = kind === 'memory' ? memory : refuse
  }
  return imports
}

function refuse(): never {
  throw new Error('a unit of a fork called a function outside of WebAssembly')
}
