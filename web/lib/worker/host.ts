// The main thread's side: one worker, which is replaced when it dies.

import { aborted, messageOf, throwIfAborted, WhereformerError } from '../boundary/errors.js'
import type { Info } from '../whereformer.js'
import { Connection } from './connection.js'
import type { Reply, Thread } from './protocol.js'

/** Addresses to start a worker from; the first that runs is used. */
export type WorkerAddresses = ReadonlyArray<() => string | URL | Promise<string>>

export class WorkerHost {
  readonly #addresses: WorkerAddresses
  readonly #module: Promise<WebAssembly.Module>
  #connection: Promise<Connection> | undefined
  #terminated = false
  #calls = 0
  /** Counts workers: models of an older one are lost. */
  generation = 0
  info: Info | undefined

  constructor(addresses: WorkerAddresses, module: Promise<WebAssembly.Module>) {
    this.#addresses = addresses
    this.#module = module
  }

  async connect(): Promise<Connection> {
    if (this.#terminated) throw terminated()
    this.#connection ??= this.#start()
    try {
      return await this.#connection
    } catch (cause) {
      this.#connection = undefined
      throw cause
    }
  }

  /** One request; a crash rejects all pending requests, and the next one starts a new worker. */
  async request<T>(
    ask: (thread: Thread, call: number) => Promise<Reply<T>>,
    signal?: AbortSignal,
  ): Promise<T> {
    throwIfAborted(signal)
    const connection = await this.connect()
    const call = ++this.#calls
    const abort = () => void connection.thread.abort(call)
    signal?.addEventListener('abort', abort)
    try {
      return await connection.unwrap(ask(connection.thread, call))
    } catch (cause) {
      throw signal?.aborted ? aborted(signal) : cause
    } finally {
      signal?.removeEventListener('abort', abort)
    }
  }

  terminate(): void {
    this.#terminated = true
    this.#connection?.then(
      (connection) => connection.kill(terminated()),
      () => {},
    )
  }

  async #start(): Promise<Connection> {
    const failures: string[] = []
    for (const address of this.#addresses) {
      try {
        return await this.#open(await address())
      } catch (cause) {
        if (this.#terminated) throw terminated()
        failures.push(messageOf(cause))
      }
    }
    const advice =
      'Under a strict content security policy serve "whereformer/worker-thread.js" yourself and pass workerUrl.'
    throw new WhereformerError('ERR_LOAD', `no worker could be started (${failures.join('; ')}). ${advice}`)
  }

  async #open(address: string | URL): Promise<Connection> {
    const connection = new Connection(new Worker(trusted(address), { name: 'whereformer' }))
    try {
      this.info = await connection.unwrap(connection.thread.start(await this.#module))
    } catch (cause) {
      connection.kill(new WhereformerError('ERR_LOAD', 'the worker did not start', { cause }))
      throw cause
    }
    connection.onDeath = () => this.#forget()
    return connection
  }

  #forget(): void {
    this.#connection = undefined
    this.generation += 1
  }
}

/** Pages that require trusted types accept a URL only from a policy; the URL is the package's or the caller's. */
function trusted(address: string | URL): string | URL {
  policy ??= ownPolicy()
  return policy?.createScriptURL(String(address)) ?? address
}

let policy: TrustedPolicy | undefined

function ownPolicy(): TrustedPolicy | undefined {
  try {
    const types = (globalThis as WithTrustedTypes).trustedTypes
    return types?.createPolicy('whereformer', { createScriptURL: (url) => url })
  } catch {
    return undefined // the policy exists already, or the page does not allow it
  }
}

interface TrustedPolicy {
  createScriptURL(url: string): string
}

/** Missing in TypeScript's library. */
interface WithTrustedTypes {
  trustedTypes?: { createPolicy(name: string, rules: TrustedPolicy): TrustedPolicy }
}

function terminated(): WhereformerError {
  return new WhereformerError('ERR_DISPOSED', 'the worker was terminated')
}
