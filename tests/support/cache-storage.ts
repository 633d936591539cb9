// Cache Storage as pages have it, with a quota: Node has none.

export class CacheStorageInMemory {
  readonly #caches = new Map<string, CacheInMemory>()
  /** In bytes, for all caches. */
  quota = Number.POSITIVE_INFINITY

  async open(name: string): Promise<CacheInMemory> {
    const found = this.#caches.get(name) ?? new CacheInMemory(this)
    this.#caches.set(name, found)
    return found
  }

  async has(name: string): Promise<boolean> {
    return this.#caches.has(name)
  }

  async delete(name: string): Promise<boolean> {
    return this.#caches.delete(name)
  }

  get names(): string[] {
    return [...this.#caches.keys()]
  }
}

class CacheInMemory {
  readonly #storage: CacheStorageInMemory
  readonly #entries = new Map<string, { bytes: Uint8Array<ArrayBuffer>; headers: Headers }>()

  constructor(storage: CacheStorageInMemory) {
    this.#storage = storage
  }

  async match(request: Request | string): Promise<Response | undefined> {
    const entry = this.#entries.get(typeof request === 'string' ? request : request.url)
    return entry && new Response(entry.bytes, { headers: entry.headers })
  }

  async keys(): Promise<Request[]> {
    return [...this.#entries.keys()].map((url) => new Request(url))
  }

  /** An entry appears when its body has come to its end. */
  async put(url: string, response: Response): Promise<void> {
    const chunks: Uint8Array[] = []
    let length = 0
    const reader = (response.body as ReadableStream<Uint8Array>).getReader()
    for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read()) {
      length += value?.length ?? 0
      if (length > this.#storage.quota) {
        const cause = new DOMException('Quota exceeded.', 'QuotaExceededError')
        await reader.cancel(cause)
        throw cause
      }
      chunks.push((value as Uint8Array).slice())
    }
    this.#entries.set(url, { bytes: new Uint8Array(Buffer.concat(chunks)), headers: response.headers })
  }
}
