// What a model family is: a table from Hugging Face config fields to a ModelSpec, and from tensor names to canonical names.

import { refuse } from '../errors.js'
import type { ACTIVATIONS as CORE_ACTIVATIONS, NORMS, RawModelSpec } from '../raw.js'
import type { ConfigFields } from './config-fields.js'

/** The shape of a Transformer. */
export interface ModelSpec extends Omit<RawModelSpec, 'norm' | 'activation' | 'scale' | 'position'> {
  /** What the model was trained with; a learned table may end earlier. */
  maxPositions: number
  norm: (typeof NORMS)[number]
  activation: (typeof CORE_ACTIVATIONS)[number]
  /** Of the attention scores; 1/√headDim when absent. */
  scale?: number
}

/** One tensor of a checkpoint. Canonical weights are [out, in]. */
export interface TensorRule {
  from: string
  /** The shape in the checkpoint. */
  shape: number[]
  /** Canonical names; several split the output axis evenly. */
  to: string[]
  /** Stored as [in, out]. */
  transposed?: boolean
}

export interface Family {
  readonly name: string
  readonly modelTypes: readonly string[]
  /** A prefix that tensor names may or may not carry. */
  readonly prefix: string
  spec(config: ConfigFields): ModelSpec
  tensors(spec: ModelSpec): TensorRule[]
  /** Tensors that checkpoints carry and nobody needs. */
  ignored(spec: ModelSpec): RegExp[]
}

const ACTIVATIONS: Readonly<Record<string, ModelSpec['activation']>> = {
  silu: 'silu',
  swish: 'silu',
  gelu: 'gelu',
  gelu_new: 'gelu_tanh',
  gelu_pytorch_tanh: 'gelu_tanh',
  gelu_fast: 'gelu_tanh',
  relu: 'relu',
}

export function activationOf(config: ConfigFields, key: string, fallback: string): ModelSpec['activation'] {
  const name = config.text(key, fallback)
  const activation = Object.hasOwn(ACTIVATIONS, name) ? ACTIVATIONS[name] : undefined
  if (activation) return activation
  throw refuse(
    'ERR_UNSUPPORTED',
    config.path(key),
    JSON.stringify(name),
    `one of: ${Object.keys(ACTIVATIONS).join(', ')}`,
  )
}

/** A switch that this engine has only in its off position. */
export function requireOff(config: ConfigFields, key: string): void {
  if (config.flag(key, false)) throw refuse('ERR_UNSUPPORTED', config.path(key), 'true', 'false')
}
