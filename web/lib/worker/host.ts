// The main thread's side: one worker, which is replaced when it dies.

import { proxy } from 'comlink'
import { aborted, refuse, throwIfAborted, WhereformerError } from '../boundary/errors.js'
import type { ThreadsInfo } from '../boundary/threads-info.js'
import { type ScriptAddresses, started } from '../boundary/worker-script.js'
import type { Info } from '../whereformer.js'
import { Connection } from './connection.js'
import { type Reply, type Thread, type WireCore, wireError } from './protocol.js'
import type { TrainModule } from './train-module.js'

const NAME = 'whereformer'
const ADVICE =
  'Under a strict content security policy serve "whereformer/worker-thread.js" yourself and pass workerUrl.'

/** How long a script may be silent, in milliseconds: another one than the worker's loads, says nothing and reports no error. */
const LONGEST_SILENCE = 30_000

export interface HostParts {
  /** The addresses of the worker's script, and of what few workers need. */
  addresses: ScriptAddresses
  further: ScriptAddresses
  module: Promise<WebAssembly.Module>
  core: WireCore
  trainModule: TrainModule
}

export class WorkerHost {
  readonly #parts: HostParts
  #connection: Promise<Connection> | undefined
  #terminated = false
  #calls = 0
  /** Counts workers: models of an older one are lost. */
  generation = 0
  info: Readonly<Info> | undefined

  constructor(parts: HostParts) {
    this.#parts = parts
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

  /** Sends one request; a crash rejects all pending requests, and the next one starts a new worker. */
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

  /** Refuses an object of a worker that is no more; `ofSuch` says what to do. */
  requireGeneration(generation: number, ofSuch: string): void {
    if (this.#terminated) throw terminated()
    if (generation !== this.generation) throw new WhereformerError('ERR_CRASHED', ofSuch)
  }

  terminate(): void {
    this.#terminated = true
    this.#connection?.then(
      (connection) => connection.kill(terminated()),
      () => {},
    )
  }

  #start(): Promise<Connection> {
    const script = {
      name: NAME,
      addresses: this.#parts.addresses,
      open: (address: string | URL) => this.#open(address),
      advice: ADVICE,
    }
    return started(script).catch((cause) => {
      throw this.#terminated ? terminated() : cause
    })
  }

  async #open(address: string | URL): Promise<Connection> {
    if (this.#terminated) throw terminated()
    const connection = new Connection(new Worker(address, { name: NAME }))
    try {
      this.info = Object.freeze(await this.#startThread(connection))
    } catch (cause) {
      connection.kill(new WhereformerError('ERR_LOAD', 'the worker did not start', { cause }))
      throw cause
    }
    connection.onDeath = () => this.#forget()
    return connection
  }

  async #startThread(connection: Connection): Promise<Info> {
    const { core, trainModule } = this.#parts
    const module = await this.#parts.module
    const silent = () => connection.kill(silence())
    const timer = setTimeout(silent, LONGEST_SILENCE)
    try {
      const sendTrainModule = proxy(() => this.#sendTrainModule(trainModule))
      return await connection.unwrap(
        connection.thread.start(
          module,
          core,
          sendTrainModule,
          proxy(this.#noteThreads),
          proxy(this.#furtherAt),
        ),
      )
    } finally {
      clearTimeout(timer)
    }
  }

  async #sendTrainModule(trainModule: TrainModule): Promise<Reply<WebAssembly.Module | undefined>> {
    try {
      return { value: await trainModule.get(this.info?.variant) }
    } catch (cause) {
      return { error: wireError(cause) }
    }
  }

  readonly #furtherAt = async (index: number): Promise<Reply<string | undefined>> => {
    try {
      const address = this.#parts.further[index]
      return { value: address && String(await address()) }
    } catch (cause) {
      return { error: wireError(cause) }
    }
  }

  readonly #noteThreads = (threads: ThreadsInfo): void => {
    if (this.info) this.info = Object.freeze({ ...this.info, threads })
  }

  #forget(): void {
    this.#connection = undefined
    this.generation += 1
  }
}

function silence(): WhereformerError {
  const wanted = 'the script "whereformer/worker-thread.js"'
  const got = `a script that did not answer within ${LONGEST_SILENCE / 1000} seconds`
  return refuse('ERR_LOAD', 'worker', got, wanted)
}

function terminated(): WhereformerError {
  return new WhereformerError('ERR_DISPOSED', 'the worker was terminated')
}
