// A model in the worker.

import { callbackOf, fieldsOf, optionsOf, signalOf } from '../boundary/checks.js'
import { WhereformerError } from '../boundary/errors.js'
import { disposedOf, disposeKey, disposeWithOwner, itsOwn } from '../boundary/handle.js'
import type { Returned, ReturnNames } from '../boundary/returned.js'
import {
  type ApplyChatTemplateOptions,
  type Chat,
  type ChatMessage,
  type ChatOptions,
  isChat,
  NO_CHAT,
} from '../chat/chat.js'
import { APPLY_OPTIONS } from '../chat/chat-parts.js'
import { frozen, type Ignored } from '../checkpoint/ignored.js'
import type { Progress } from '../checkpoint/progress.js'
import type { ModelSpec } from '../families/family.js'
import type { CacheOptions } from '../model/cache.js'
import type { Embeddings, EmbedTextsOptions } from '../model/embed.js'
import type { ForwardOptions, ForwardResult, ForwardReturn } from '../model/forward.js'
import {
  GENERATE_OPTIONS,
  type GenerateOptions,
  type OnToken,
  STREAM_OPTIONS,
  type StreamOptions,
} from '../model/generate-plan.js'
import type { ModelPosition } from '../model/layer-positions.js'
import type { GenerateInput, Model, SoundInput } from '../model/model.js'
import { type StreamPiece, textOf } from '../model/pieces.js'
import type { TokenRow, TokenTensor } from '../model/sequences.js'
import type { EncodeOptions, Encoding } from '../tokenizer/tokenizer.js'
import { withCallback } from './callback.js'
import { fedBy } from './fed-by.js'
import type { WorkerHost } from './host.js'
import type { Callback, ModelFunctions, TokenNote, WireModel, WireModelRequest } from './protocol.js'
import { remote } from './remote.js'
import { sendable } from './tensors.js'
import { apart, WorkerCache, type WorkerForwardInput, withoutPast } from './worker-cache.js'

/** The way to a model in the worker. */
export interface ModelLease {
  /** The id of the model in the present worker. */
  id(): Promise<number>
  invoke<K extends keyof ModelFunctions>(
    name: K,
    args: readonly unknown[],
  ): Promise<ReturnType<ModelFunctions[K]>>
  dispose(): void
}

/** A generation that no worker has. */
const NOT_LOADED = -1

/** Loads the model again after the worker was replaced. */
class LoadedLease implements ModelLease {
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
    if (this.#generation !== this.#host.generation) this.#loadAgain()
    return (await this.#model).id
  }

  // Loads the model in the new worker; if that fails, the next call tries it again.
  #loadAgain(): void {
    const loading = loadRemote(this.#host, this.#request)
    this.#generation = this.#host.generation
    this.#model = loading
    loading.catch(() => {
      if (this.#model === loading) this.#generation = NOT_LOADED
    })
  }

  async invoke<K extends keyof ModelFunctions>(
    name: K,
    args: readonly unknown[],
  ): Promise<ReturnType<ModelFunctions[K]>> {
    const id = await this.id()
    return this.#host.request((thread) => thread.invokeModel(id, name, sendable(args)))
  }

  dispose(): void {
    if (this.#generation === this.#host.generation) this.invoke('dispose', []).catch(() => {})
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

let chatOf: (model: WorkerModel) => Chat
let leaseOf: (model: object) => ModelLease

const PLAIN = ['save', 'decode', 'interpolatePosEncoding'] as const
type Plain = Pick<Model, (typeof PLAIN)[number]>

export class WorkerModel extends remote<Plain>(PLAIN, (model, name, args) =>
  leaseOf(model).invoke(name, args),
) {
  readonly spec: Readonly<ModelSpec>
  readonly family: string
  readonly position: ModelPosition
  readonly ignored: Ignored
  readonly #host: WorkerHost
  readonly #lease: ModelLease
  readonly #chat: Chat | undefined

  /** @internal Loads it again after a crash. */
  static loaded(host: WorkerHost, request: WireModelRequest, model: WireModel, chat: Chat): WorkerModel {
    const lease = new LoadedLease(host, request, model)
    const loaded = new WorkerModel(host, lease, model, chat)
    disposeWithOwner(loaded, lease)
    return loaded
  }

  /** @internal Created by loaded() and by trainers. */
  constructor(host: WorkerHost, lease: ModelLease, model: WireModel, chat?: Chat) {
    super()
    this.#chat = chat
    this.#host = host
    this.#lease = lease
    this.spec = Object.freeze(model.spec)
    this.family = model.family
    this.position = model.position
    this.ignored = frozen(model.ignored)
  }

  encode(text: string, options: EncodeOptions & { offsets: true }): Promise<Encoding>
  encode(text: string, options?: EncodeOptions & { offsets?: false }): Promise<number[]>
  encode(...given: unknown[]): Promise<unknown> {
    return leaseOf(this).invoke('encode', given)
  }

  async forward<Return extends ReturnNames<ForwardReturn> = readonly []>(
    input: WorkerForwardInput,
    options?: ForwardOptions<Return>,
  ): Promise<Returned<ForwardResult, Return>> {
    type Result = Returned<ForwardResult, Return>
    const lease = leaseOf(this)
    const { caches, rest, single } = apart(input)
    if (caches.length === 0) return lease.invoke('forward', [rest, options]) as Promise<Result>
    const id = await lease.id()
    const ids = caches.map((cache) => cache.requireId())
    const past = { ids, single }
    const { result, lengths } = await this.#host.request((thread) =>
      thread.forwardAfter(id, past, sendable(rest), sendable(options)),
    )
    for (const [i, cache] of caches.entries()) cache.grow(lengths[i] ?? 0)
    return result as Result
  }

  /** Makes a cache of the keys and values of a text, for passes of forward() that continue it. It is lost if the worker stops. */
  async cache(options: CacheOptions): Promise<WorkerCache> {
    const id = await leaseOf(this).id()
    const made = await this.#host.request((thread) => thread.cache(id, sendable(options)))
    return new WorkerCache(this.#host, made)
  }

  async generate(input: string, options?: GenerateOptions): Promise<string>
  async generate(input: readonly string[], options?: GenerateOptions): Promise<string[]>
  async generate(input: readonly TokenRow[], options?: GenerateOptions): Promise<number[][]>
  async generate(input: ArrayLike<number> | ArrayLike<bigint>, options?: GenerateOptions): Promise<number[]>
  async generate(input: TokenTensor | SoundInput, options?: GenerateOptions): Promise<number[] | number[][]>
  async generate(
    input: GenerateInput,
    options?: GenerateOptions,
  ): Promise<number[] | string | number[][] | string[]> {
    const lease = leaseOf(this)
    const { onToken, signal, ...rest } = optionsOf(options, 'options', GENERATE_OPTIONS)
    const tell = callbackOf<OnToken>(onToken, 'options.onToken')
    const stop = signalOf(signal, 'options.signal')
    const { past, rest: others } = withoutPast(rest)
    const sent = sendable(others as GenerateOptions)
    const id = await lease.id()
    // spread: three at most
    const hear = tell && ((note: TokenNote) => tell(...note))
    const made = withCallback(hear, stop, (callback, abort) =>
      this.#host.request(
        (thread, call) => thread.generate(call, id, sendable(input), sent, past?.requireId(), callback),
        abort,
      ),
    )
    return made.finally(() => past?.settle())
  }

  /**
   * Continues one text or answers a chat, and gives each new token when it is there. The worker does not wait for who reads; it stops when
   * the loop is left.
   */
  async *stream(
    input: string | TokenRow | TokenTensor | SoundInput | readonly ChatMessage[],
    options?: StreamOptions & ChatOptions,
  ): AsyncGenerator<StreamPiece, void, undefined> {
    if (isChat(input)) {
      const { template, variables, ...rest } = fieldsOf(options === undefined ? {} : options, 'options')
      const prompt = await chatOf(this).text(input, { template, variables, addGenerationPrompt: true })
      const ids = await this.encode(prompt, { addSpecialTokens: false })
      return yield* this.stream(ids, rest as StreamOptions)
    }
    const lease = leaseOf(this)
    const { signal, ...rest } = optionsOf(options, 'options', STREAM_OPTIONS)
    const stop = signalOf(signal, 'options.signal')
    const { past, rest: others } = withoutPast(rest)
    const sent = sendable(others as StreamOptions)
    const text = sendable(input as string) // or ids
    const id = await lease.id()
    const kept = past?.requireId()
    try {
      yield* fedBy<StreamPiece>(stop, (give, until) =>
        withCallback(give, until, (callback, abort) =>
          this.#host.request(
            (thread, call) => thread.stream(call, id, text, sent, kept, callback as Callback<StreamPiece>),
            abort,
          ),
        ),
      )
    } finally {
      await past?.settle()
    }
  }

  /** Vectors of texts: Model.embed. */
  async embed(texts: string | readonly string[], options?: EmbedTextsOptions): Promise<Embeddings> {
    const lease = leaseOf(this)
    const { signal, ...rest } = fieldsOf(options === undefined ? {} : options, 'options')
    const stop = signalOf(signal, 'options.signal')
    const sent = sendable(rest as EmbedTextsOptions)
    const id = await lease.id()
    return this.#host.request((thread, call) => thread.embed(call, id, sendable(texts), sent), stop)
  }

  /** Answers the messages of a chat: Model.chat. The template is rendered on this side. */
  async chat(messages: readonly ChatMessage[], options?: StreamOptions & ChatOptions): Promise<string> {
    return textOf(this.stream(messages, options))
  }

  /** The text that the model's chat template makes of messages: Model.applyChatTemplate. */
  async applyChatTemplate(
    messages: readonly ChatMessage[],
    options?: ApplyChatTemplateOptions,
  ): Promise<string> {
    return chatOf(this).text(messages, optionsOf(options, 'options', APPLY_OPTIONS))
  }

  async dispose(): Promise<void> {
    const lease = leaseOf(this)
    disposedOf(this)
    await lease.dispose()
  }

  static {
    leaseOf = (model) => itsOwn('model', () => (model as WorkerModel).#lease)
    chatOf = (model) => {
      const chat = itsOwn('model', () => model.#chat)
      if (chat) return chat
      throw new WhereformerError('ERR_UNSUPPORTED', NO_CHAT)
    }
  }

  [disposeKey](): void {
    void this.dispose()
  }
}
