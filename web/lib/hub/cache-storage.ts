// Files in a page's Cache Storage, each under its address.

import { openResponse } from '../checkpoint/source.js'
import type { ModelCache } from './hub.js'
import type { Facts, FileKey, Kept, Store, Writing } from './store.js'

const COMMIT = 'x-repo-commit'

export const NOTHING: ModelCache = { bytes: 0, clear: async () => {} }

export class CachedPages implements Store {
  readonly #name: string

  constructor(name: string) {
    this.#name = name
  }

  async find({ url }: FileKey): Promise<Kept | undefined> {
    const response = await this.#cache.then((cache) => cache.match(url)).catch(() => undefined) // forbidden to some frames
    if (!response) return undefined
    const { headers } = response
    return {
      etag: headers.get('etag') ?? undefined,
      commit: headers.get(COMMIT) ?? undefined,
      open: async () => ({ ...openResponse(response), from: url }),
    }
  }

  async create({ url }: FileKey, facts: Facts, total: number | undefined): Promise<Writing> {
    const cache = await this.#cache
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array<ArrayBuffer>>()
    const writer = writable.getWriter()
    writer.closed.catch(() => {}) // said by what is called on it
    const put = cache.put(url, new Response(readable, { headers: headersOf(facts, total) }))
    put.catch((cause) => writer.abort(cause))
    return {
      write: (bytes) => writer.write(bytes).catch(() => put),
      finish: async () => {
        await writer.close().catch(() => {})
        await put
      },
      drop: () => writer.abort(),
    }
  }

  async facts(): Promise<ModelCache> {
    const cache = (await caches.has(this.#name)) && (await this.#cache) // asking makes none
    if (!cache) return NOTHING
    const sizes = (await cache.keys()).map(async (request) => {
      const response = await cache.match(request)
      return Number(response?.headers.get('content-length') ?? (await response?.blob())?.size ?? 0)
    })
    const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
    return { bytes, clear: async () => void (await caches.delete(this.#name)) }
  }

  get #cache(): Promise<Cache> {
    return caches.open(this.#name)
  }
}

function headersOf({ etag, commit }: Facts, total: number | undefined): Record<string, string> {
  return {
    ...(etag && { etag }),
    ...(commit && { [COMMIT]: commit }),
    ...(total !== undefined && { 'content-length': String(total) }),
  }
}
