// A model family: tables from the fields of a Hugging Face config.json to a ModelSpec and to positions, and from the
// tensors of a checkpoint to canonical ones.

import { refuse } from '../boundary/errors.js'
import type { RawForwardRequest, RawPositions } from '../boundary/raw.js'
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

/** Pictures as the block reads them: one id for each token of a picture, and the rows of the table of embeddings under these ids. */
interface ReadPictures {
  /** The input of a pass, without pixels. */
  input: object
  /** The first rows of the table for each picture [tokens, dModel]. */
  embeddings: readonly Float32Array[]
  /** The positions of pictures of this size, where it is not that of the config. */
  positions?: RawPositions
  /** The request of a picture, with what its size changes. */
  request(request: PictureRequest, index: number): PictureRequest
}

type PictureRequest = Omit<RawForwardRequest, 'model' | 'session'>

export interface PictureReader {
  /** Reads the input of a pass that holds pixels. */
  read(input: unknown): ReadPictures
  /** The positions of pictures of this size in pixels. */
  interpolated(height: number, width: number): LearnedPosition
}

/** How pictures become tokens. */
export interface Pixels {
  /** The height and the width that the config names, in pixels. */
  readonly size: number
  /** The patches in a row of such a picture, and its rows. */
  readonly side: number
  /** The tensors that make embeddings of pixels. */
  readonly tables: readonly StoredTensor[]
  reader(table: (stored: StoredTensor) => Tensor, multiply: Multiply): PictureReader
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
  /** Of a model that reads pictures in place of ids. */
  pixels?(spec: ModelSpec, config: ConfigFields): Pixels
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
