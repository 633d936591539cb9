// A cache of a model in the worker.

import { fieldOf, fieldsOf, isList, itemsOf } from '../boundary/checks.js'
import { refuse, show } from '../boundary/errors.js'
import { disposedOf, disposeKey, disposeWithOwner } from '../boundary/handle.js'
import type { ForwardInput } from '../model/forward.js'
import type { WorkerHost } from './host.js'
import type { WireCache } from './protocol.js'

const LOST = 'the cache was lost when the worker stopped: make it again'

class CacheLease {
  readonly #host: WorkerHost
  readonly #generation: number
  readonly #id: number

  constructor(host: WorkerHost, id: number) {
    this.#host = host
    this.#generation = host.generation
    this.#id = id
  }

  requireId(): number {
    this.#host.requireGeneration(this.#generation, LOST)
    return this.#id
  }

  dispose(): void {
    if (this.#generation === this.#host.generation)
      this.#host.request((thread) => thread.disposeCache(this.#id)).catch(() => {})
  }
}

/** Of one sequence. */
export class WorkerCache {
  readonly capacity: number
  readonly #lease: CacheLease
  #length = 0

  /** @internal Created by WorkerModel.cache. */
  constructor(host: WorkerHost, { id, capacity }: WireCache) {
    this.capacity = capacity
    this.#lease = new CacheLease(host, id)
    disposeWithOwner(this, this.#lease)
  }

  /** The number of tokens in it. */
  get length(): number {
    return this.#length
  }

  /** @internal */
  requireId(): number {
    return this.#lease.requireId()
  }

  /** @internal */
  grow(length: number): void {
    this.#length = length
  }

  /** Frees the keys and values. */
  async dispose(): Promise<void> {
    disposedOf(this)
    await this.#lease.dispose()
  }

  [disposeKey](): void {
    void this.dispose()
  }
}

/** The input of forward() in a worker: `past` is a cache of the worker's model. */
export interface WorkerForwardInput extends Omit<ForwardInput, 'past'> {
  past?: WorkerCache | readonly WorkerCache[]
}

/** The caches of an input, which stay on this side, and the rest, which is posted. */
export function apart(input: WorkerForwardInput): {
  caches: WorkerCache[]
  rest: ForwardInput
  single: boolean
} {
  if (typeof input !== 'object' || input === null || fieldOf(input, 'past', 'input') === undefined) {
    return { caches: [], rest: input as ForwardInput, single: true }
  }
  const { past, ...rest } = fieldsOf(input, 'input')
  const several = isList(past, 'input.past')
  const list = several ? itemsOf(past, 'input.past', 'a list of caches') : [past]
  const stranger = list.findIndex((cache) => !(cache instanceof WorkerCache))
  if (stranger >= 0) {
    const argument = several ? `input.past[${stranger}]` : 'input.past'
    throw refuse('ERR_TYPE', argument, show(list[stranger]), "a cache of this worker's model.cache()")
  }
  return { caches: list as WorkerCache[], rest, single: !several }
}
