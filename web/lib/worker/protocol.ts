// Messages between page and worker (over Comlink). Errors are posted as data, so that they keep class and code.

import { type ErrorCode, WhereformerError } from '../boundary/errors.js'
import type { Ignored } from '../checkpoint/ignored.js'
import type { Progress } from '../checkpoint/progress.js'
import type { ModelSpec } from '../families/family.js'
import type { GenerateOptions, OnToken } from '../model/generate-plan.js'
import type { ModelPosition } from '../model/layer-positions.js'
import type { Model } from '../model/model.js'
import type { Info, Whereformer } from '../whereformer.js'

export interface WireError {
  code: ErrorCode
  message: string
}

export type Reply<T> = { value: T } | { error: WireError }

/** Weights in a form that can be posted, and sent again after a crash. */
export type WireSource = string | Blob | Uint8Array

export interface WireModelRequest {
  config: object
  weights: WireSource[]
  tokenizer?: object
}

export interface WireModel {
  id: number
  spec: ModelSpec
  family: string
  position: ModelPosition
  ignored: Ignored
}

/** The functions that need no model and return nothing that belongs to one thread. */
export type Functions = Pick<
  Whereformer,
  {
    [K in keyof Whereformer]: Whereformer[K] extends (...args: never) => unknown ? K : never
  }[Exclude<keyof Whereformer, 'tensor' | 'loadModel' | 'ready' | 'trainer' | 'resumeTrainer'>]
>

export type ModelFunctions = Pick<Model, 'forward' | 'encode' | 'decode' | 'dispose'>

/** `call` identifies a request for abort(). */
export interface Thread {
  start(module: WebAssembly.Module): Promise<Reply<Info>>
  invoke<K extends keyof Functions>(
    name: K,
    args: Parameters<Functions[K]>,
  ): Promise<Reply<ReturnType<Functions[K]>>>
  loadModel(
    call: number,
    request: WireModelRequest,
    onProgress?: Callback<Progress>,
  ): Promise<Reply<WireModel>>
  invokeModel<K extends keyof ModelFunctions>(
    model: number,
    name: K,
    args: Parameters<ModelFunctions[K]>,
  ): Promise<Reply<ReturnType<ModelFunctions[K]>>>
  generate(
    call: number,
    model: number,
    input: ArrayLike<number> | string,
    options: Omit<GenerateOptions, 'onToken' | 'signal'>,
    onToken?: Callback<TokenNote>,
  ): Promise<Reply<number[] | string>>
  abort(call: number): void
}

/** A new token and its text. */
export type TokenNote = Parameters<OnToken>

/** A function on the other side. */
export type Callback<T> = (value: T) => void | Promise<void>

export function wireError(cause: unknown): WireError {
  if (cause instanceof WhereformerError) return { code: cause.code, message: cause.message }
  return { code: 'ERR_CRASHED', message: `the worker failed (${cause})` }
}

export function fromWire({ code, message }: WireError): WhereformerError {
  return new WhereformerError(code, message)
}
