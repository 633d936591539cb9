// The families this engine can run, and how a checkpoint becomes canonical tensors.

import { oneOf } from '../checks.js'
import { refuse, show, WhereformerError } from '../errors.js'
import type { Position } from '../position.js'
import type { Checkpoint } from '../safetensors.js'
import { resolveTables, type TableReference, transpose } from '../table-reference.js'
import { shapeText, type Tensor } from '../tensor.js'
import { positionFromConfig } from './config.js'
import { ConfigFields } from './config-fields.js'
import type { Family, ModelSpec, TensorRule } from './family.js'
import { gpt2 } from './gpt2.js'
import { llama } from './llama.js'

const families: readonly Family[] = [llama, gpt2]

export interface Recipe {
  family: Family
  spec: ModelSpec
  position: Position<TableReference>
}

/** Reads a config.json; nothing is loaded yet. */
export function recipeOf(config: object): Recipe {
  const fields = new ConfigFields(config)
  const modelType = fields.text('model_type')
  const family = families.find((f) => f.modelTypes.includes(modelType))
  if (!family) {
    throw refuse(
      'ERR_UNSUPPORTED',
      'config.model_type',
      show(modelType),
      oneOf(families.flatMap((f) => f.modelTypes)),
    )
  }
  return { family, spec: requireSane(family.spec(fields)), position: positionFromConfig(config) }
}

const MOST_LAYERS = 1024

// A hostile number of layers would fill memory with rules before the first missing tensor is noticed.
function requireSane(spec: ModelSpec): ModelSpec {
  if (spec.layers > MOST_LAYERS) {
    throw refuse('ERR_VALUE', 'config', `${spec.layers} layers`, `at most ${MOST_LAYERS}`)
  }
  return spec
}

/** Hands every tensor of a model over under its canonical name; what is missing, misshapen or left over is an error. */
export class Weights {
  readonly #recipe: Recipe
  readonly #checkpoint: Checkpoint
  readonly #used = new Set<string>()

  constructor(recipe: Recipe, checkpoint: Checkpoint) {
    this.#recipe = recipe
    this.#checkpoint = checkpoint
  }

  /** The position with its learned tables. */
  position(): Position {
    return resolveTables(this.#recipe.position, ({ tensor, shape }) => this.#read(tensor, shape))
  }

  deliver(set: (name: string, data: Float32Array) => void): void {
    const { family, spec } = this.#recipe
    for (const rule of family.tensors(spec)) this.#deliverRule(rule, set)
    this.#refuseLeftovers()
  }

  #deliverRule(rule: TensorRule, set: (name: string, data: Float32Array) => void): void {
    const tensor = this.#read(rule.from, rule.shape)
    const data = rule.transposed ? transpose(tensor).data : tensor.data
    const part = data.length / rule.to.length
    rule.to.forEach((name, i) => {
      set(name, data.subarray(i * part, (i + 1) * part))
    })
  }

  #read(name: string, shape: readonly number[]): Tensor {
    const stored = [name, this.#recipe.family.prefix + name].find((n) => this.#checkpoint.has(n))
    if (stored === undefined) {
      throw new WhereformerError(
        'ERR_VALUE',
        `weights: the checkpoint lacks the tensor ${show(name)} of shape ${shapeText(shape)}`,
      )
    }
    const got = shapeText(this.#checkpoint.shapeOf(stored))
    if (got !== shapeText(shape)) {
      throw refuse(
        'ERR_SHAPE',
        `weights, tensor ${show(stored)}`,
        `shape ${got}`,
        `${shapeText(shape)}, as config says`,
      )
    }
    this.#used.add(stored)
    return this.#checkpoint.read(stored)
  }

  #refuseLeftovers(): void {
    const { family, spec } = this.#recipe
    const ignored = family.ignored(spec)
    const left = this.#checkpoint.names.filter(
      (n) => !this.#used.has(n) && !ignored.some((pattern) => pattern.test(n)),
    )
    if (left.length === 0) return
    const names = left.slice(0, 5).map(show).join(', ') + (left.length > 5 ? ' …' : '')
    throw new WhereformerError(
      'ERR_VALUE',
      `weights: ${left.length} tensors have no place in ${family.name}: ${names}`,
    )
  }
}
