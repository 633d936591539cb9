// One instance of the WebAssembly core: turns failures into errors and restarts after a crash.

import { fromFailure, messageOf, WhereformerError } from './errors.js'
import { HeapRegions } from './heap-regions.js'
import type { Failing, RawCore } from './raw.js'

export interface Instance<Raw extends RawCore = RawCore> {
  raw: Raw
  /** The shared memory of a core that imports it, typed by what every library of types has of memories. */
  memory?: { readonly buffer: ArrayBufferLike } | undefined
}

export class Core {
  readonly #create: () => Promise<Instance>
  #raw: RawCore | undefined
  #memory: Instance['memory']
  #restart: Promise<void> = Promise.resolve()
  /** Counts instances: handles of an older one are invalid. */
  generation = 0
  /** The parts of this instance's memory that callers own. */
  heap = new HeapRegions()

  private constructor(create: () => Promise<Instance>, { raw, memory }: Instance) {
    this.#create = create
    this.#raw = raw
    this.#memory = memory
  }

  /**
   * The buffer of shared memory as it is now: growth replaces it. Views of shared memory, unlike others, do not show that they are out of
   * date.
   */
  get sharedBuffer(): ArrayBufferLike | undefined {
    return this.#memory?.buffer
  }

  static async start(create: () => Promise<Instance>): Promise<Core> {
    return new Core(create, await create())
  }

  /** Runs one raw call; a failure is thrown, a trap becomes ERR_CRASHED and starts a fresh instance. */
  call<T extends Failing>(run: (raw: RawCore) => T): T {
    const result = this.guard(run)
    if (result.failure) throw fromFailure(result.failure)
    return result
  }

  /** Runs one raw function that cannot fail; a trap becomes ERR_CRASHED and starts a fresh instance. */
  guard<T>(run: (raw: RawCore) => T): T {
    if (!this.#raw)
      throw new WhereformerError(
        'ERR_CRASHED',
        'the core stopped and is restarting: await ready(), then call again',
      )
    try {
      return run(this.#raw)
    } catch (cause) {
      throw this.#crashed(cause)
    }
  }

  /** Resolves when a new instance is ready after a crash. */
  ready(): Promise<void> {
    return this.#restart
  }

  #crashed(cause: unknown): WhereformerError {
    this.#raw = undefined
    this.generation += 1
    this.heap = new HeapRegions()
    this.#restart = this.#create().then(({ raw, memory }) => {
      this.#raw = raw
      this.#memory = memory
    })
    this.#restart.catch(() => {}) // ready() reports it
    return crash(cause)
  }
}

function crash(cause: unknown): WhereformerError {
  const reason = messageOf(cause)
  const outOfMemory =
    /\boom\b|out of memory|memory access|allocation failed/i.test(reason) && !/out of bounds/i.test(reason)
  return outOfMemory
    ? new WhereformerError('ERR_OOM', `the core ran out of memory and restarts (${reason})`, { cause })
    : new WhereformerError('ERR_CRASHED', `the core stopped and restarts (${reason})`, { cause })
}
