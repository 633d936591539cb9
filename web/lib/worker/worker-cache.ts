// A cache of a model in the worker.

import { fieldOf, fieldsOf, isList, itemsOf, reading } from '../boundary/checks.js'
import { refuse, show } from '../boundary/errors.js'
import { disposedOf, disposeKey, disposeWithOwner, itsOwn, skipKey } from '../boundary/handle.js'
import type { Cache } from '../model/cache.js'
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

  shorten<K extends 'crop' | 'evict'>(name: K, args: Parameters<Cache[K]>): Promise<number> {
    const id = this.requireId()
    return this.#host.request((thread) => thread.shortenCache(id, name, args))
  }

  dispose(): void {
    if (this.#generation === this.#host.generation)
      this.#host.request((thread) => thread.disposeCache(this.#id)).catch(() => {})
  }
}

/** A cache of one sequence in the worker. */
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

  /** @internal */
  get [skipKey](): boolean {
    return true
  }

  /** @internal Is the value a cache, and neither a proxy of one nor what only inherits from one? */
  static isItself(value: unknown): value is WorkerCache {
    return typeof value === 'object' && value !== null && #lease in value
  }

  /** The number of tokens that the cache holds. */
  get length(): number {
    return itsOwn('cache', () => this.#length)
  }

  /** @internal */
  requireId(): number {
    return this.#lease.requireId()
  }

  /** @internal */
  grow(length: number): void {
    this.#length = length
  }

  /** Forgets all but the first tokens: Cache.crop. */
  async crop(...args: Parameters<Cache['crop']>): Promise<void> {
    this.#length = await itsOwn('cache', () => this.#lease).shorten('crop', args)
  }

  /** Forgets tokens; later ones keep their positions or are renumbered: Cache.evict. */
  async evict(...args: Parameters<Cache['evict']>): Promise<void> {
    this.#length = await itsOwn('cache', () => this.#lease).shorten('evict', args)
  }

  /** @internal Asks how many tokens it holds now; they stay. */
  async settle(): Promise<void> {
    await this.evict(0, 0, { renumber: false }).catch(() => {}) // lost with the worker, whose error goes before
  }

  /** Frees the keys and values. */
  async dispose(): Promise<void> {
    const lease = itsOwn('cache', () => this.#lease)
    disposedOf(this)
    await lease.dispose()
  }

  [disposeKey](): void {
    void this.dispose()
  }
}

/** The cache of options.past, if there is one, and the other options. */
export function withoutPast<T extends { past?: unknown }>(given: T) {
  const { past, ...rest } = given
  return { past: past === undefined ? undefined : ownCache(past, 'options.past'), rest }
}

function ownCache(cache: unknown, argument: string): WorkerCache {
  if (WorkerCache.isItself(cache)) return cache
  const got = reading(argument, () => cache instanceof WorkerCache) ? 'a proxy of a cache' : show(cache)
  throw refuse('ERR_TYPE', argument, got, "a cache of this worker's model.cache() itself")
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
  const caches = list.map((cache, i) => ownCache(cache, several ? `input.past[${i}]` : 'input.past'))
  return { caches, rest, single: !several }
}
