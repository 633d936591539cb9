// The files of a model on a host. Once the server has told the commit, all other files are asked for at that commit.

import { WhereformerError } from '../boundary/errors.js'
import { ByteStream, type Opened } from '../checkpoint/byte-stream.js'
import { openResponse } from '../checkpoint/source.js'
import { addressIn, isCommit, listIn, type Repository } from './address.js'
import { type Files, jsonIn } from './files.js'
import { keeping } from './keeping.js'
import { ask, type Headers, leave, type Reading, Unreachable } from './request.js'
import { resumed } from './resumed.js'
import type { Facts, FileKey, Kept, Store } from './store.js'

export interface Access {
  /** Sent to the host alone. */
  token: string | undefined
  store: Store | undefined
  reading: Reading
}

export class HostedFiles implements Files {
  readonly #access: Access
  #repository: Repository
  #store: Store | undefined // for what arrives; none from the first failure on
  #usesKept = false
  #offline = false

  constructor(repository: Repository, access: Access) {
    this.#repository = repository
    this.#access = access
    this.#store = access.store
  }

  missing(file: string): string {
    const reason = this.#offline ? 'is not kept, and there is no network' : 'there is no such file'
    return `${this.address(file)}: ${reason}`
  }

  address(file: string): string {
    return addressIn(this.#repository, file)
  }

  /** The commit, once the server has told it. */
  get revision(): string {
    return this.#repository.revision
  }

  async open(file: string): Promise<Opened | undefined> {
    const key = this.#keyOf(file)
    const kept = await this.#access.store?.find(key)
    if (this.#offline || (kept && isCommit(key.revision))) return this.#use(kept)
    let response: Response
    try {
      response = await this.#ask(key.url)
    } catch (cause) {
      if (!(cause instanceof Unreachable) || !(kept || this.#usesKept)) throw cause
      this.#offline = true
      this.#access.reading.tell(`${cause.message}; what was kept is used`)
      return this.#use(kept)
    }
    return this.#received(response, key, kept)
  }

  /** The bytes from … to − 1 of a file, fewer where it ends before; undefined if there is none. They are not kept. */
  async part(file: string, from: number, to: number): Promise<Uint8Array | undefined> {
    const key = this.#keyOf(file)
    const kept = await this.#access.store?.find(key)
    if (this.#offline || (kept && isCommit(key.revision))) return kept && partOf(await kept.open(), from, to)
    const response = await this.#ask(key.url, { range: `bytes=${from}-${to - 1}` })
    if (response.ok) {
      const at = response.status === 206 ? from : 0 // a server may send all
      return partOf(openResponse(response), from - at, to - at)
    }
    leave(response)
    if (response.status === 404) return undefined
    if (response.status === 416) return new Uint8Array() // the file ends before
    throw refused(response, key.url, this.#access.token)
  }

  async names(): Promise<readonly string[] | undefined> {
    const url = listIn(this.#repository)
    if (url === undefined || this.#offline) return undefined
    const response = await this.#ask(url)
    if (!response.ok || !response.headers.get('content-type')?.includes('json')) {
      leave(response) // a page of a host of another kind
      return undefined
    }
    const { siblings, sha } = (await jsonIn(openResponse(response), this.#access.reading.signal)) as Listed
    this.#pin({ etag: undefined, commit: isCommit(sha) ? sha : undefined })
    return Array.isArray(siblings) ? siblings.map(({ rfilename }) => String(rfilename)) : undefined
  }

  #keyOf(file: string): FileKey {
    const { name, revision, onHub } = this.#repository
    return { url: this.address(file), name, revision, file, onHub }
  }

  #ask(url: string, more: Headers = {}): Promise<Response> {
    const { token, reading } = this.#access
    return ask(url, { ...more, ...(token && { authorization: `Bearer ${token}` }) }, reading)
  }

  async #received(response: Response, key: FileKey, kept: Kept | undefined): Promise<Opened | undefined> {
    if (!response.ok) {
      leave(response)
      if (response.status === 404) return undefined
      throw refused(response, key.url, this.#access.token)
    }
    const facts = factsOf(response)
    if (kept?.etag && kept.etag === facts.etag && kept.commit === facts.commit) {
      leave(response)
      return this.#use(kept)
    }
    this.#pin(facts)
    return this.#keep(key, facts, this.#resumed(response, key.url))
  }

  #resumed(response: Response, url: string): Opened {
    return resumed(response, url, (headers) => this.#ask(url, headers), this.#access.reading)
  }

  #keep(key: FileKey, facts: Facts, opened: Opened): Opened {
    const store = this.#store
    if (!store) return opened
    return keeping(
      opened,
      () => store.create(key, facts, opened.total),
      (cause) => this.#goOnWithout(cause),
    )
  }

  #goOnWithout(cause: unknown): void {
    if (this.#store) this.#access.reading.tell(`the files cannot be kept (${cause}): loading without a cache`)
    this.#store = undefined
  }

  #use(kept: Kept | undefined): Promise<Opened> | undefined {
    if (!kept) return undefined
    this.#usesKept = true
    this.#pin(kept)
    return kept.open()
  }

  #pin({ commit }: Facts): void {
    if (commit) this.#repository = { ...this.#repository, revision: commit }
  }
}

/** What the Hub says of a model. */
interface Listed {
  siblings?: { rfilename?: unknown }[]
  /** The commit. */
  sha?: string
}

function factsOf({ headers }: Response): Facts {
  const commit = headers.get('x-repo-commit')
  return { etag: headers.get('etag') ?? undefined, commit: isCommit(commit) ? commit : undefined }
}

/** Stops reading at the last byte. */
async function partOf(opened: Opened, from: number, to: number): Promise<Uint8Array> {
  const stream = new ByteStream(opened, undefined)
  const bytes = new Uint8Array(to - from)
  let at = 0
  try {
    for (let chunk = await stream.read(); chunk; chunk = await stream.read()) {
      const wanted = chunk.subarray(Math.max(0, from - at), Math.max(0, to - at))
      bytes.set(wanted, Math.max(0, at - from))
      at += chunk.length
      if (at >= to) break
    }
  } finally {
    stream.close()
  }
  return bytes.subarray(0, Math.max(0, Math.min(at, to) - from))
}

/** The server answered that it gives no file. */
export class Refusal extends WhereformerError {
  readonly status: number

  constructor(status: number, message: string) {
    super('ERR_LOAD', message)
    this.status = status
  }
}

function refused(response: Response, url: string, token: string | undefined): Refusal {
  const { status, statusText, headers } = response
  const later = headers.get('retry-after')
  const advice =
    status === 401 || status === 403
      ? `: ${token ? 'options.token may not read this model' : 'options.token is needed'}, or there is none of this name`
      : later === null
        ? ''
        : `: asks to wait ${later}`
  return new Refusal(status, `${url}: the server answered ${status} ${statusText}${advice}`)
}
