// The object that load() returns: the functions of the library over one WebAssembly instance.

import { buildSha } from 'whereformer-build'
import {
  type AttentionOptions,
  type AttentionResult,
  type AttentionReturn,
  attention,
} from './attention/attention.js'
import {
  type LayerNormOptions,
  layerNorm,
  matmul,
  type OutOption,
  type RmsNormOptions,
  rmsNorm,
  softmax,
} from './attention/kernels.js'
import type { Core } from './boundary/core.js'
import { itsOwn, skipKey } from './boundary/handle.js'
import { type HeapTensor, tensor } from './boundary/heap-tensor.js'
import type { Returned, ReturnNames } from './boundary/returned.js'
import type { Tensor, TensorInput } from './boundary/tensor.js'
import type { ThreadsInfo } from './boundary/threads-info.js'
import type { OpenUrl } from './checkpoint/source.js'
import type { LoadModelOptions } from './families/weight-format.js'
import type { FromPretrainedOptions, ModelCache } from './hub/hub.js'
import type { identify } from './identify/identify.js'
import type { Identification, IdentifyOptions, IdentifyRequest } from './identify/types.js'
import type { Makers } from './makers.js'
import type { LoadModel } from './model/load-model.js'
import type { LoadModelRequest } from './model/load-model-request.js'
import type { Model } from './model/model.js'
import { type EncodingEntry, encodings } from './position/catalogue.js'
import type { CustomPosition } from './position/custom.js'
import {
  type BiasOptions,
  bias,
  type EmbedOptions,
  embed,
  type Frequencies,
  type FrequenciesOptions,
  frequencies,
  type PlaceOptions,
  place,
  type RotateOptions,
  rotate,
} from './position/hooks.js'
import { type MeasureOptions, measure, type Properties } from './position/measure.js'
import type { Position } from './position/position.js'
import type { RandomModelOptions, RandomModelSpec } from './train/random-model.js'
import type { TrainerFiles } from './train/save.js'
import type { Trainer } from './train/trainer.js'
import type { TrainerOptions } from './train/trainer-options.js'
import type { Training } from './train/training.js'

export interface Info {
  version: string
  variant: 'simd' | 'relaxed'
  toolchain: string
  buildSha: string
  /** The threads as they are when this is read: some can be lost. */
  readonly threads: ThreadsInfo
}

/** Code and cores that a platform loads when they are first needed. */
export interface OnDemand {
  loadModel: LoadModel
  makers: () => Promise<Makers>
  identify: () => Promise<typeof identify>
  /** Opens the URLs of files. */
  open: OpenUrl
  /** Brings what trains, with the first trainer: the code, and a core where that of the library cannot. */
  training: (library: Core, variant: Info['variant']) => Promise<Training>
}

export class Whereformer {
  readonly info: Readonly<Info>
  readonly encodings: readonly EncodingEntry[] = encodings
  readonly #core: Core
  readonly #onDemand: OnDemand
  #training: Training | undefined

  /** @internal Created by load(). */
  constructor(core: Core, onDemand: OnDemand, threads: () => ThreadsInfo) {
    this.#core = core
    this.#onDemand = onDemand
    const { version, variant, toolchain } = core.call((raw) => raw.build({}))
    this.info = Object.freeze({
      version,
      variant: variant as Info['variant'],
      toolchain,
      buildSha,
      get threads() {
        return threads()
      },
    })
  }

  /** @internal */
  get [skipKey](): boolean {
    return true
  }

  /** Attention: softmax(query · keyᵀ · scale + bias + mask) · value; grouped queries follow from the shapes. */
  attention<Return extends ReturnNames<AttentionReturn> = readonly []>(
    query: TensorInput,
    key: TensorInput,
    value: TensorInput,
    options?: AttentionOptions<Return>,
  ): Returned<AttentionResult, Return> {
    const result: AttentionResult = attention(Whereformer.#coreOf(this), query, key, value, options)
    return result as Returned<AttentionResult, Return>
  }

  /**
   * A tensor on the WebAssembly heap: zeros, or a copy of another. Operations read and write it (`out`) without copies.
   * Call dispose() to free it.
   */
  tensor(source: readonly number[] | TensorInput): HeapTensor {
    return tensor(Whereformer.#coreOf(this), source)
  }

  /** Matrix product […, m, k] · […, k, n] → […, m, n]; leading axes are equal, or one operand has none. */
  matmul(a: TensorInput, b: TensorInput, options?: OutOption): Tensor {
    return matmul(Whereformer.#coreOf(this), a, b, options)
  }

  /** Softmax over the last axis; a row of −Infinity becomes zeros. */
  softmax(x: TensorInput, options?: OutOption): Tensor {
    return softmax(Whereformer.#coreOf(this), x, options)
  }

  /** Layer norm over the last axis: (x − mean) / √(variance + epsilon) · weight + bias. */
  layerNorm(x: TensorInput, options?: LayerNormOptions): Tensor {
    return layerNorm(Whereformer.#coreOf(this), x, options)
  }

  /** RMS norm over the last axis: x / √(mean(x²) + epsilon) · weight. */
  rmsNorm(x: TensorInput, options?: RmsNormOptions): Tensor {
    return rmsNorm(Whereformer.#coreOf(this), x, options)
  }

  /** The vectors that an encoding adds to the embeddings: [positions, dim]. */
  embed(position: Position, options: EmbedOptions): Tensor {
    return embed(Whereformer.#coreOf(this), position, options)
  }

  /** Rotates rows [batch?, heads?, tokens, headDim] by their positions; the result may be wider (PoPE doubles headDim). */
  rotate(position: Position, x: TensorInput, options?: RotateOptions): Tensor {
    return rotate(Whereformer.#coreOf(this), position, x, options)
  }

  /** The bias that an encoding adds to the scaled scores: [heads, queries, keys]. */
  bias(position: Position | CustomPosition, options: BiasOptions): Tensor {
    return bias(Whereformer.#coreOf(this), position, options)
  }

  /** The angle per position of each rotated pair, and the factor of cosines and sines. */
  frequencies(position: Position, options: FrequenciesOptions): Frequencies {
    return frequencies(Whereformer.#coreOf(this), position, options)
  }

  /** The position ids after an encoding has remapped them (randomized positions …). */
  place(position: Position, options: PlaceOptions): Float32Array {
    return place(Whereformer.#coreOf(this), position, options)
  }

  /** Four properties of an encoding, each with its smallest counter-example: uniqueness, relativity, decay, extrapolation. */
  measure(position: Position, options?: MeasureOptions): Properties {
    return measure(Whereformer.#coreOf(this), position, options)
  }

  /**
   * Finds the convention of arrays that came from elsewhere: rows before and after an encoding, vectors that are added, or a matrix of
   * biases or scores. Answers with every explanation that fits, and says so where nothing does or where the arrays do not tell. The search
   * works on copies, lets other tasks have their turn, stops at options.signal and tells options.onProgress how far it is.
   */
  async identify(request: IdentifyRequest, options?: IdentifyOptions): Promise<Identification> {
    const core = Whereformer.#coreOf(this)
    const identify = await this.#onDemand.identify()
    return identify(core, request, options)
  }

  /** Loads a checkpoint of Hugging Face: config.json, weights and, for texts, tokenizer.json. */
  loadModel(request: LoadModelRequest, options?: LoadModelOptions): Promise<Model> {
    const core = Whereformer.#coreOf(this)
    return this.#onDemand.loadModel(core, this.#onDemand.open, request, options)
  }

  /**
   * Loads a model by its name, from the Hub of Hugging Face or a mirror of it; in Node also from a folder (`./…`, `../…`, `/…` or a file: URL).
   * Its files are kept for the next time.
   */
  async fromPretrained(name: string | URL, options?: FromPretrainedOptions): Promise<Model> {
    const core = Whereformer.#coreOf(this)
    return (await this.#onDemand.makers()).fromPretrained(core, name, options)
  }

  /** Makes a model of these sizes with random weights, the same for a seed in every engine. */
  async randomModel(spec: RandomModelSpec, options?: RandomModelOptions): Promise<Model> {
    Whereformer.#coreOf(this)
    // spread: a request and its options
    return this.loadModel(...(await this.#onDemand.makers()).randomRequest(spec, options))
  }

  /** The files that fromPretrained() has kept, here or at another place (its option `cache`). */
  async modelCache(cache?: string): Promise<ModelCache> {
    return (await this.#onDemand.makers()).modelCache(cache)
  }

  /**
   * Makes a model that learns. The first trainer loads the core for training, an instance of WebAssembly of its own, in which trainers and
   * their models live; with threads they live in that of the library.
   */
  async trainer(options: TrainerOptions): Promise<Trainer> {
    return (await Whereformer.#trainingOf(this)).trainer(options)
  }

  /**
   * Makes a trainer that goes on where one was saved, to the same bits as if it had never stopped. `core`: where the core for training is,
   * if this is the first trainer.
   */
  async resumeTrainer(files: TrainerFiles, core?: TrainerOptions['core']): Promise<Trainer> {
    return (await Whereformer.#trainingOf(this)).resume(files, core)
  }

  /** The number of live models, sessions, trainers and heap tensors. */
  liveHandles(): number {
    const { count } = Whereformer.#coreOf(this).call((raw) => raw.liveHandles({}))
    return count + (this.#training?.liveHandlesBeside(this.#core) ?? 0)
  }

  /** After ERR_CRASHED: resolves when a new instance is ready. Models and trainers of the old one are lost. */
  async ready(): Promise<void> {
    await Whereformer.#coreOf(this).ready()
    await this.#training?.ready()
  }

  static #coreOf(wf: Whereformer): Core {
    return itsOwn('library', () => wf.#core)
  }

  static async #trainingOf(wf: Whereformer): Promise<Training> {
    const core = Whereformer.#coreOf(wf)
    const training = wf.#training ?? (await wf.#onDemand.training(core, wf.info.variant))
    wf.#training ??= training
    return wf.#training
  }
}
