// Messages between page and worker (over Comlink). Errors are posted as data, so that they keep class and code.

import { type ErrorCode, WhereformerError } from '../boundary/errors.js'
import type { TeamRequest, ThreadsInfo } from '../boundary/threads-info.js'
import type { Ignored } from '../checkpoint/ignored.js'
import type { Progress } from '../checkpoint/progress.js'
import type { ModelSpec } from '../families/family.js'
import type { LoadModelOptions } from '../families/weight-format.js'
import type { Identification, IdentifyProgress, IdentifyRequest } from '../identify/types.js'
import type { Cache, CacheOptions } from '../model/cache.js'
import type { EmbeddingDefaults, Embeddings, EmbedTextsOptions } from '../model/embed.js'
import type { ForwardInput, ForwardOptions, ForwardResult } from '../model/forward.js'
import type { GenerateOptions, OnToken, StreamOptions } from '../model/generate-plan.js'
import type { ModelPosition } from '../model/layer-positions.js'
import type { GenerateInput, Model } from '../model/model.js'
import type { StreamPiece } from '../model/pieces.js'
import type { TrainerFiles } from '../train/save.js'
import type { Trainer } from '../train/trainer.js'
import type { TrainerOptions } from '../train/trainer-options.js'
import type { Info, Whereformer } from '../whereformer.js'

export interface WireError {
  code: ErrorCode
  message: string
}

export type Reply<T> = { value: T } | { error: WireError }

/** Weights in a form that can be posted, and sent again after a crash. */
export type WireSource = string | Blob | Uint8Array

export interface WireModelRequest {
  config?: object
  weights: WireSource[]
  tokenizer?: object
  generationConfig?: object
  embedding?: EmbeddingDefaults
  options: LoadModelOptions
}

export interface WireModel {
  id: number
  spec: ModelSpec
  family: string
  position: ModelPosition
  ignored: Ignored
  /** What its file of weights says of a tokenizer_config.json. */
  ofFile: object | undefined
}

/** A trainer and its model, which has the trainer's id. */
export interface WireTrainer extends WireModel {
  steps: number
}

/** What a trainer is made from, without the source of its core: the page finds that. */
export type WireTrainerRequest = { options: Omit<TrainerOptions, 'core'> } | { files: TrainerFiles }

/** The functions that need no model and return nothing that belongs to one thread. */
export type Functions = Pick<
  Whereformer,
  {
    [K in keyof Whereformer]: Whereformer[K] extends (...args: never) => unknown ? K : never
  }[Exclude<
    keyof Whereformer,
    | 'tensor'
    | 'identify'
    | 'loadModel'
    | 'fromPretrained'
    | 'modelCache'
    | 'randomModel'
    | 'ready'
    | 'trainer'
    | 'resumeTrainer'
  >]
>

/** The functions that Remote can derive: those without type parameters. */
export type PlainFunctions = Omit<Functions, 'attention'>

export type Answer<K extends keyof Functions> = Awaited<ReturnType<Functions[K]>>

export type ModelFunctions = Pick<
  Model,
  'forward' | 'interpolatePosEncoding' | 'save' | 'encode' | 'decode' | 'dispose'
>

export type TrainerFunctions = Pick<Trainer, 'step' | 'evaluate' | 'save' | 'dispose'>

/** The kind of the module that the page sends, and the threads that it wants. */
export interface WireCore extends TeamRequest {
  /** Which glue drives the module; all but the plain core train, too. */
  kind: 'plain' | 'training' | 'threads'
  /** The URL of the script of its threads. */
  threadUrl?: string | undefined
}

/** The functions of the worker. `call` identifies a request for abort(). */
export interface Thread {
  /**
   * Starts the library. `trainModule`: another core for training, asked for by the first trainer. `note` is called when threads are lost.
   * `furtherAt` gives the addresses of the second script.
   */
  start(
    module: WebAssembly.Module,
    core: WireCore,
    trainModule: TrainModule,
    note: Callback<ThreadsInfo>,
    furtherAt: FurtherAddress,
  ): Promise<Reply<Info>>
  invoke<K extends keyof Functions>(name: K, args: readonly unknown[]): Promise<Reply<Answer<K>>>
  identify(
    call: number,
    request: IdentifyRequest,
    onProgress?: Callback<IdentifyProgress>,
  ): Promise<Reply<Identification>>
  loadModel(
    call: number,
    request: WireModelRequest,
    onProgress?: Callback<Progress>,
  ): Promise<Reply<WireModel>>
  invokeModel<K extends keyof ModelFunctions>(
    model: number,
    name: K,
    args: readonly unknown[],
  ): Promise<Reply<ReturnType<ModelFunctions[K]>>>
  trainer(request: WireTrainerRequest): Promise<Reply<WireTrainer>>
  invokeTrainer<K extends keyof TrainerFunctions>(
    trainer: number,
    name: K,
    args: readonly unknown[],
  ): Promise<Reply<ReturnType<TrainerFunctions[K]>>>
  /** The positions of the trainer's model, after its last step. */
  trainerPosition(trainer: number): Promise<Reply<Pick<WireModel, 'position'>>>
  generate(
    call: number,
    model: number,
    input: GenerateInput,
    options: Omit<GenerateOptions, 'onToken' | 'signal' | 'past'>,
    past: number | undefined,
    onToken?: Callback<TokenNote>,
  ): Promise<Reply<number[] | string | number[][] | string[]>>
  embed(
    call: number,
    model: number,
    texts: string | readonly string[],
    options: Omit<EmbedTextsOptions, 'signal'>,
  ): Promise<Reply<Embeddings>>
  stream(
    call: number,
    model: number,
    input: GenerateInput,
    options: Omit<StreamOptions, 'signal' | 'past'>,
    past: number | undefined,
    onPiece: Callback<StreamPiece>,
  ): Promise<Reply<void>>
  cache(model: number, options: CacheOptions): Promise<Reply<WireCache>>
  /** Lets tokens leave a cache; returns how many it has then. */
  shortenCache<K extends 'crop' | 'evict'>(
    cache: number,
    name: K,
    args: Parameters<Cache[K]>,
  ): Promise<Reply<number>>
  disposeCache(cache: number): Promise<Reply<void>>
  /** Runs forward() with caches; returns how many tokens each has then. */
  forwardAfter(
    model: number,
    past: WirePast,
    input: ForwardInput,
    options?: ForwardOptions,
  ): Promise<Reply<{ result: ForwardResult; lengths: number[] }>>
  abort(call: number): void
}

export interface WireCache {
  id: number
  capacity: number
}

/** The caches of input.past by their ids; `single`: given alone, not as a list. */
interface WirePast {
  ids: number[]
  single: boolean
}

/** A new token and its text. */
export type TokenNote = Parameters<OnToken>

/** Asks the page for an address of the second script, by its place in the order of trial; undefined when all were tried. */
export type FurtherAddress = (index: number) => Promise<Reply<string | undefined>>

/** A function on the other side. */
export type Callback<T> = (value: T) => void | Promise<void>

export type TrainModule = () => Promise<Reply<WebAssembly.Module | undefined>>

export function wireError(cause: unknown): WireError {
  if (cause instanceof WhereformerError) return { code: cause.code, message: cause.message }
  return { code: 'ERR_CRASHED', message: `the worker failed (${cause})` }
}

export function fromWire({ code, message }: WireError): WhereformerError {
  return new WhereformerError(code, message)
}
