// A model in the worker.

import { disposedOf, disposeKey, disposeWithOwner } from '../boundary/handle.js'
import { frozen, type Ignored } from '../checkpoint/ignored.js'
import type { Progress } from '../checkpoint/progress.js'
import type { ModelSpec } from '../families/family.js'
import type { ForwardInput, ForwardOptions, ForwardResult } from '../model/forward.js'
import type { GenerateOptions } from '../model/generate-plan.js'
import type { ModelPosition } from '../model/layer-positions.js'
import type { DecodeOptions, EncodeOptions } from '../tokenizer/tokenizer.js'
import { withCallback } from './callback.js'
import type { WorkerHost } from './host.js'
import type { ModelFunctions, TokenNote, WireModel, WireModelRequest } from './protocol.js'

/** Loads the model again after the worker was replaced. */
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
  readonly position: ModelPosition
  readonly ignored: Ignored
  readonly #host: WorkerHost
  readonly #lease: Lease

  /** @internal Created by loadModel. */
  constructor(host: WorkerHost, request: WireModelRequest, model: WireModel) {
    this.#host = host
    this.#lease = new Lease(host, request, model)
    this.spec = Object.freeze(model.spec)
    this.family = model.family
    this.position = model.position
    this.ignored = frozen(model.ignored)
    disposeWithOwner(this, this.#lease)
  }

  forward(input: ForwardInput, options?: ForwardOptions): Promise<ForwardResult> {
    return this.#lease.invoke('forward', input, options)
  }

  async generate(input: string, options?: GenerateOptions): Promise<string>
  async generate(input: ArrayLike<number>, options?: GenerateOptions): Promise<number[]>
  async generate(
    input: ArrayLike<number> | string,
    options: GenerateOptions = {},
  ): Promise<number[] | string> {
    const { onToken, signal, ...rest } = options
    const id = await this.#lease.id()
    const hear = onToken && ((note: TokenNote) => onToken(...note))
    return withCallback(hear, signal, (callback, abort) =>
      this.#host.request((thread, call) => thread.generate(call, id, input, rest, callback), abort),
    )
  }

  encode(text: string, options?: EncodeOptions): Promise<number[]> {
    return this.#lease.invoke('encode', text, options)
  }

  decode(ids: ArrayLike<number>, options?: DecodeOptions): Promise<string> {
    return this.#lease.invoke('decode', ids, options)
  }

  async dispose(): Promise<void> {
    disposedOf(this)
    await this.#lease.dispose()
  }

  [disposeKey](): void {
    void this.dispose()
  }
}
