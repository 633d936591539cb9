// What load() returns: the functions of the library over one WebAssembly instance.

import { buildSha } from 'whereformer-build'
import { type AttentionOptions, type AttentionResult, attention } from './attention.js'
import { type EncodingEntry, encodings } from './catalogue.js'
import type { Core } from './core.js'
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
} from './doors.js'
import { type LoadModelRequest, loadModel } from './load-model.js'
import { type MeasureOptions, measure, type Properties } from './measure.js'
import type { Model } from './model.js'
import type { Position } from './position.js'
import type { OpenUrl } from './source.js'
import type { Tensor, TensorLike } from './tensor.js'

export interface Info {
  version: string
  variant: 'simd' | 'relaxed'
  toolchain: string
  buildSha: string
}

export class Whereformer {
  readonly info: Readonly<Info>
  readonly encodings: readonly EncodingEntry[] = encodings
  readonly #core: Core
  readonly #open: OpenUrl

  /** @internal Comes from load. */
  constructor(core: Core, open: OpenUrl) {
    this.#core = core
    this.#open = open
    const { variant, ...build } = core.guard((raw) => raw.build())
    this.info = Object.freeze({ ...build, variant: variant as Info['variant'], buildSha })
  }

  /** softmax(query · keyᵀ · scale + bias + mask) · value; grouped queries follow from the shapes. */
  attention(
    query: TensorLike,
    key: TensorLike,
    value: TensorLike,
    options?: AttentionOptions,
  ): AttentionResult {
    return attention(this.#core, query, key, value, options)
  }

  embed(position: Position, options: EmbedOptions): Tensor {
    return embed(this.#core, position, options)
  }

  rotate(position: Position, x: TensorLike, options?: RotateOptions): Tensor {
    return rotate(this.#core, position, x, options)
  }

  bias(position: Position, options: BiasOptions): Tensor {
    return bias(this.#core, position, options)
  }

  frequencies(position: Position, options: FrequenciesOptions): Frequencies {
    return frequencies(this.#core, position, options)
  }

  /** The position ids that an encoding makes of these (randomized positions …). */
  place(position: Position, options: PlaceOptions): Float32Array {
    return place(this.#core, position, options)
  }

  /** Four properties of an encoding, each with its smallest counter-example: uniqueness, relativity, decay, extrapolation. */
  measure(position: Position, options?: MeasureOptions): Properties {
    return measure(this.#core, position, options)
  }

  loadModel(request: LoadModelRequest): Promise<Model> {
    return loadModel(this.#core, this.#open, request)
  }

  /** Models and sessions that are alive in WebAssembly. */
  liveHandles(): number {
    return this.#core.guard((raw) => raw.liveHandles())
  }

  /** After ERR_CRASHED: resolves when a fresh instance answers. Models of the old one are lost. */
  ready(): Promise<void> {
    return this.#core.ready()
  }
}
