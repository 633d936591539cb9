// A model family: tables from the fields of a Hugging Face config.json to a ModelSpec and to positions, and from the
// tensors of a checkpoint to canonical ones.

import { refuse } from '../boundary/errors.js'
import type { RawPositions } from '../boundary/raw.js'
import type { ModelFields, StackFields } from '../boundary/spec.generated.js'
import type { Tensor } from '../boundary/tensor.js'
import type { LearnedPosition, Position } from '../position/position-types.generated.js'
import type { Multiply, StoredTensor, TableReference } from '../position/table-reference.js'
import type { ConfigFields } from './config-fields.js'

export type Activation = StackFields['activation']

/** The architecture of one stack of layers. */
export interface StackSpec extends StackFields {
  layers: number
}

/** The architecture of a Transformer. Its own stack fields describe the only stack, or the decoder if there is an `encoder`. */
export interface ModelSpec extends StackSpec, ModelFields {
  /** The training length; a learned table may be shorter. */
  maxPositions: number
  encoder?: StackSpec
}

/** Rows of one canonical tensor. */
export interface TensorPart {
  name: string
  /** How many rows of each group are of this tensor. */
  rows: number
}

/** One tensor of a checkpoint, seen as a matrix: the first axis, the others joined. Canonical weights are [out, in]. */
export interface TensorRule {
  /** The name of the stored tensor, after renaming. */
  from: string
  /** The shape of the stored tensor. */
  shape: number[]
  /** Read instead of `from` if the checkpoint lacks that: transformers ties what is absent. */
  orElse?: string
  /** The destinations of each group's rows, in order. */
  to: TensorPart[]
  /** The number of groups of rows, 1 when absent; fused projections are interleaved by head. */
  groups?: number
  /** Is the matrix stored transposed, as [in, out]? */
  transposed?: boolean
  /** A number that is added to every stored value: Gemma stores weight − 1. */
  plus?: number
  /** The taps of a convolution [out, in, taps], which becomes rows [tap][in]. */
  taps?: number
}

/** A canonical vector of one value that no checkpoint stores: weights of a norm without them, the bias of a layer without one. */
export interface Constant {
  name: string
  size: number
  value: number
}

/** What the rows of a canonical tensor are multiplied by once all weights have arrived: a number, or a stored vector of one each. */
export interface Factor {
  name: string
  by: number | StoredTensor
}

/** Pictures or sounds as the block reads them: an id for each token, and what stands for the embeddings of these ids. */
export interface ReadSignals {
  /** The input of a pass, without pixels or sounds. */
  input: object
  /** The first rows of the table of embeddings for each picture [tokens, dModel]; without them the request has the rows. */
  embeddings?: readonly Float32Array[]
  /** The positions of pictures of this size, where it is not that of the config. */
  positions?: RawPositions
  /** What a picture or sound changes in the request of a pass or of a session. */
  request<R extends RawPositions & { override: boolean }>(request: R, index: number): R
}

export interface SignalReader {
  /** Reads the input of a pass, or what a cache begins with. @param argument its name, `input` if absent */
  read(input: unknown, argument?: string): ReadSignals
  /** The positions of pictures of this size in pixels. */
  interpolated?(height: number, width: number): LearnedPosition
}

/** How pictures or sounds become tokens. */
export interface Signals {
  /** Of pictures: the height and width that the config names, in pixels, and the patches in a row of such a picture, and its rows. */
  readonly pictures?: { readonly size: number; readonly side: number }
  /** Does a convolution over the tokens bring position in, before the layers? */
  readonly placedByConvolution?: true
  /** The tensors that make embeddings of them. */
  readonly tables: readonly StoredTensor[]
  reader(table: (stored: StoredTensor) => Tensor, means: Means): SignalReader
}

/** What signals are read with. */
export interface Means {
  multiply: Multiply
  /** Floats, or an error that says what there is no memory for. */
  allocate(count: number, what: string): Float32Array
  /** A tensor of the model by its name in the core. */
  weights(name: string): Float32Array
}

/** The position of each layer. */
export interface LayerPositions {
  decoder: Position<TableReference>[]
  encoder?: Position<TableReference>[]
}

/** Counts position ids from token ids, or from the attention mask; an empty result stands for 0, 1, 2 … */
export type PositionCounter = (ids: Int32Array, mask?: ArrayLike<number>) => Float32Array

/** What transformers' classes read of a config.json, by model type; names with spaces between them. */
export interface ReadFields {
  READ_BY: Readonly<Record<string, string>>
  /** Other names of fields, as name=field. */
  ALIASES: Readonly<Record<string, string>>
}

export interface Family {
  readonly name: string
  readonly modelTypes: readonly string[]
  /** Gives the name that rules and table references use for a tensor of a checkpoint. */
  rename(name: string): string
  spec(config: ConfigFields): ModelSpec
  tensors(spec: ModelSpec, config: ConfigFields): TensorRule[]
  /** What the block has and the architecture has not. */
  constants?(spec: ModelSpec, config: ConfigFields): Constant[]
  /** What the architecture multiplies and the block does not. */
  factors?(spec: ModelSpec, config: ConfigFields): Factor[]
  /** Of a model that reads pictures or sounds in place of ids. */
  signals?(spec: ModelSpec, config: ConfigFields): Signals
  /**
   * The spec of a checkpoint whose tied tables are stored with different values: transformers 5 then ties none. Without it, such a
   * checkpoint is refused until its config unties them.
   */
  untied?(spec: ModelSpec): ModelSpec
  /** Unused tensors of checkpoints, by their renamed names, for families without a class of transformers as reference. */
  readonly unused?: readonly RegExp[]
  /** The positions of all layers; by default `positionFromConfig` of each layer. */
  positions?(config: ConfigFields, spec: ModelSpec): LayerPositions
  /** Default position ids; 0, 1, 2 … when absent. */
  positionIds?(config: ConfigFields): PositionCounter | undefined
  /** What position ids are: places of tokens, if absent, or rows of the learned table beside distances of indices. */
  readonly counts?: 'rows'
  /** The start token of a decoder if the config has none. */
  readonly decoderStart?: number
  /** What transformers' classes read, if `read-fields.generated.ts` does not say it. */
  readonly reads?: ReadFields
  /** Fields that do not affect the result: a key, or a pattern for whole keys. */
  readonly irrelevant?: readonly (string | RegExp)[]
  /** Fields with the only values that this engine supports. */
  readonly fixed?: Readonly<Record<string, readonly unknown[]>>
}

const ACTIVATIONS: Readonly<Record<string, Activation>> = {
  silu: 'silu',
  swish: 'silu',
  gelu: 'gelu',
  gelu_python: 'gelu',
  gelu_new: 'gelu_tanh',
  gelu_pytorch_tanh: 'gelu_tanh',
  gelu_fast: 'gelu_tanh',
  relu: 'relu',
  relu2: 'relu2',
  tanh: 'tanh',
}

export function activationOf(config: ConfigFields, key: string, fallback: string): Activation {
  return activationNamed(config.text(key, fallback), config.path(key))
}

export function activationNamed(name: string, argument: string): Activation {
  const activation = Object.hasOwn(ACTIVATIONS, name) ? ACTIVATIONS[name] : undefined
  if (activation) return activation
  const known = `one of: ${Object.keys(ACTIVATIONS).join(', ')}`
  throw refuse('ERR_UNSUPPORTED', argument, JSON.stringify(name), known)
}
