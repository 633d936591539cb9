// What a model family is: tables from the fields of a Hugging Face config.json to a ModelSpec and to positions, and from the
// tensors of a checkpoint to canonical ones.

import { refuse } from '../errors.js'
import type { Position } from '../position-types.js'
import type { ACTIVATIONS as CORE_ACTIVATIONS, NORM_PLACES, NORMS, QUERY_KEY_NORMS } from '../raw.js'
import type { TableReference } from '../table-reference.js'
import type { ConfigFields } from './config-fields.js'

export type Activation = (typeof CORE_ACTIVATIONS)[number]

/** One column of layers. */
export interface StackSpec {
  layers: number
  /** [layers]: the block whose weights a layer uses; ALBERT's layers share them. */
  blocks: number[]
  heads: number
  kvHeads: number
  headDim: number
  dFf: number
  norm: (typeof NORMS)[number]
  /** Layer norms have a bias. */
  normBias: boolean
  normEpsilon: number
  /** Before the sublayers, behind the residual sum, or before and behind each sublayer. */
  normPlace: (typeof NORM_PLACES)[number]
  /** x + attention(norm1 x) + mlp(norm2 x) */
  parallel: boolean
  /** In parallel: norm2 is norm1. */
  sharedNorm: boolean
  /** Behind the last layer. */
  finalNorm: boolean
  /** Of each head's query and key; l2 is rms without weights. */
  queryKeyNorm: (typeof QUERY_KEY_NORMS)[number]
  /** 1 or 0 per layer; empty = all. */
  queryKeyNormLayers: number[]
  queryBias: boolean
  keyBias: boolean
  valueBias: boolean
  outputBias: boolean
  mlpBias: boolean
  activation: Activation
  /** down(activation(gate x) · up x) */
  gatedMlp: boolean
  /** Of q·k; absent = what the position encoding says, else 1/√headDim. */
  scale?: number
  causal: boolean
  /** Taps of a convolution over the input, added behind the first layer (DeBERTa-v2); 0 = none. */
  convKernel: number
  convActivation: Activation
}

/** The shape of a Transformer. Its own fields of a stack are the only stack, or the decoder beside `encoder`. */
export interface ModelSpec extends StackSpec {
  vocab: number
  dModel: number
  /** What the model was trained with; a learned table may end earlier. */
  maxPositions: number
  /** Width of the token embeddings: dModel, unless they are projected to it (ALBERT). */
  embeddingSize: number
  embeddingScale: number
  /** Layer norm over the sum of the embeddings. */
  embeddingNorm: boolean
  embeddingProjection: boolean
  /** Hidden tokens enter as zeros (DeBERTa). */
  masksEmbeddings: boolean
  /** Rows of the table of token types; 0 = none. */
  tokenTypes: number
  taskTypes: number
  /** Rows that predict a token without seeing it (XLNet). */
  queryStream: boolean
  /** none: the last hidden states are the result. */
  head: 'lm' | 'none'
  tieHead: boolean
  headBias: boolean
  /** Multiplies what enters the head. */
  headScale: number
  /** dense → activation → layer norm before the head (masked language models). */
  headTransform: boolean
  /** Of the logits; 0 = off. */
  softcap: number
  encoder?: StackSpec
}

/** Rows of one canonical tensor. */
export interface TensorPart {
  name: string
  /** In each group. */
  rows: number
}

/** One tensor of a checkpoint, seen as a matrix: the first axis, the others joined. Canonical weights are [out, in]. */
export interface TensorRule {
  /** After renaming. */
  from: string
  /** The shape in the checkpoint. */
  shape: number[]
  /** How many rows of each group go where, in order. */
  to: TensorPart[]
  /** 1 when absent; fused projections are interleaved by head. */
  groups?: number
  /** The matrix lies [in, out]: its columns are the rows that are meant. */
  transposed?: boolean
  /** Added to every value: Gemma stores w of 1 + w. */
  plus?: number
  /** A convolution [out, in, taps] becomes rows [tap][in]. */
  taps?: number
}

/** One per layer. */
export interface LayerPositions {
  decoder: Position<TableReference>[]
  encoder?: Position<TableReference>[]
}

/** Positions of tokens by their ids, or by which of them are hidden (mask: 0); empty = 0, 1, 2 … */
export type PositionCounter = (ids: Int32Array, mask?: ArrayLike<number>) => Float32Array

export interface Family {
  readonly name: string
  readonly modelTypes: readonly string[]
  /** From the name of a tensor in a checkpoint to the one that rules and table references use. */
  rename(name: string): string
  spec(config: ConfigFields): ModelSpec
  tensors(spec: ModelSpec, config: ConfigFields): TensorRule[]
  /** Where no class of transformers says what is used: tensors that checkpoints carry and nobody needs, by their renamed names. */
  readonly unused?: readonly RegExp[]
  /** Where `positionFromConfig` for each layer is not what is wanted. */
  positions?(config: ConfigFields, spec: ModelSpec): LayerPositions
  /** Positions of tokens that come without them; 0, 1, 2 … when absent. */
  positionIds?(config: ConfigFields): PositionCounter | undefined
  /** The token that a decoder begins with, where the config does not say. */
  readonly decoderStart?: number
  /** Fields that change no number: a key, or a pattern that whole keys match. */
  readonly irrelevant?: readonly (string | RegExp)[]
  /** Fields with the only values that this engine has. */
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
