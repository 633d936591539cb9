// A model that lives in the worker.

import type { ModelSpec } from './families/family.js'
import type { ForwardInput, ForwardOptions, ForwardResult } from './forward.js'
import type { GenerateOptions } from './generate.js'
import { disposedOf, disposeKey, disposeWithOwner } from './handle.js'
import type { Position } from './position.js'
import type { Progress } from './source.js'
import { withCallback } from './worker-callback.js'
import type { WorkerHost } from './worker-host.js'
import type { ModelFunctions, WireModel, WireModelRequest } from './worker-protocol.js'

/** Knows how to load the model once more after the worker was replaced. */
class Lease {
  readonly #host: WorkerHost
  readonly #request: WireModelRequest
  #generation: number
  #model: Promise<WireModel>

  constructor(host: WorkerHost, request: WireModelRequest, model: WireModel) {
    this.#host = host
    this.#request = request
    this.#model = Promise.resolve(model)
    this.#generation = host.generation
  }

  async id(): Promise<number> {
    await this.#host.connect()
    if (this.#generation !== this.#host.generation) {
      this.#generation = this.#host.generation
      this.#model = loadRemote(this.#host, this.#request)
    }
    return (await this.#model).id
  }

  async invoke<K extends keyof ModelFunctions>(
    name: K,
    ...args: Parameters<ModelFunctions[K]>
  ): Promise<ReturnType<ModelFunctions[K]>> {
    const id = await this.id()
    return this.#host.request((thread) => thread.invokeModel(id, name, args))
  }

  dispose(): void {
    if (this.#generation === this.#host.generation) this.invoke('dispose').catch(() => {})
  }
}

export function loadRemote(
  host: WorkerHost,
  request: WireModelRequest,
  onProgress?: (progress: Progress) => void,
  signal?: AbortSignal,
): Promise<WireModel> {
  return withCallback(onProgress, signal, (callback, abort) =>
    host.request((thread, call) => thread.loadModel(call, request, callback), abort),
  )
}

export class WorkerModel {
  readonly spec: Readonly<ModelSpec>
  readonly family: string
  readonly position: Position
  readonly #host: WorkerHost
  readonly #lease: Lease

  /** @internal Models come from loadModel. */
  constructor(host: WorkerHost, request: WireModelRequest, model: WireModel) {
    this.#host = host
    this.#lease = new Lease(host, request, model)
    this.spec = Object.freeze(model.spec)
    this.family = model.family
    this.position = model.position
    disposeWithOwner(this, this.#lease)
  }

  forward(input: ForwardInput, options?: ForwardOptions): Promise<ForwardResult> {
    return this.#lease.invoke('forward', input, options)
  }

  async generate(inputIds: ArrayLike<number>, options: GenerateOptions = {}): Promise<number[]> {
    const { onToken, signal, ...rest } = options
    const id = await this.#lease.id()
    return withCallback(onToken, signal, (callback, abort) =>
      this.#host.request((thread, call) => thread.generate(call, id, inputIds, rest, callback), abort),
    )
  }

  encode(text: string): Promise<number[]> {
    return this.#lease.invoke('encode', text)
  }

  decode(ids: ArrayLike<number>): Promise<string> {
    return this.#lease.invoke('decode', ids)
  }

  async dispose(): Promise<void> {
    disposedOf(this)
    await this.#lease.dispose()
  }

  [disposeKey](): void {
    void this.dispose()
  }
}
