// The files of a loaded model: under the config and names of its family, as it came, or under those of this package.

import { choiceOf, type Fields, optionsOf } from '../boundary/checks.js'
import { refuse } from '../boundary/errors.js'
import type { Handle } from '../boundary/handle.js'
import type { Tensor } from '../boundary/tensor.js'
import { safetensorsFile } from '../checkpoint/safetensors-writer.js'
import { storedTensor } from '../checkpoint/stored-tensors.js'
import { canonicalTensors } from '../families/canonical.js'
import { configFile } from '../families/config-file.js'
import type { LayerPositions, TensorRule } from '../families/family.js'
import type { Recipe } from '../families/index.js'

const FORMATS = ['family', 'whereformer'] as const

export interface SaveOptions {
  /**
   * How config and tensors are written. `family` (default): config.json as it was given, and the tensors under the names of the
   * checkpoint. A parsed config does not tell 1.0 from 1: whole numbers of fields that transformers declares as float get their point.
   * `whereformer`: `model_type: "whereformer"`, the whole architecture and canonical names.
   */
  format?: (typeof FORMATS)[number]
}

/** The saved files. Tensors are written as float32. tokenizer.json is not among them: it is the one that was given. */
export interface ModelFiles {
  'config.json': Uint8Array
  'model.safetensors': Uint8Array
}

/** What a model remembers of its checkpoint. */
export interface Origin {
  config: object
  /** The names of tensors in the checkpoint, by the names that rules use. */
  names: ReadonlyMap<string, string>
  /** The learned tables of positions, by the names that rules use. */
  tables: ReadonlyMap<string, Tensor>
}

interface Saved {
  handle: Handle
  recipe: Recipe
  eosIds: readonly number[]
  origin: Origin | undefined
}

export function saveModel(model: Saved, options?: SaveOptions): ModelFiles {
  const { format = 'family' } = optionsOf(options ?? {}, 'options', ['format'])
  const chosen = choiceOf(format, 'options.format', FORMATS)
  if (!model.origin)
    throw refuse('ERR_UNSUPPORTED', 'save', 'a model that is being trained', 'save() of its trainer')
  const { config, tensors } =
    chosen === 'family' ? inFamily(model, model.origin) : inOwnTerms(model, model.origin)
  return {
    'config.json': configFile(config),
    'model.safetensors': safetensorsFile(tensors, { format: 'pt' }),
  }
}

interface Written {
  config: object
  tensors: ReadonlyMap<string, Tensor>
}

const reader =
  ({ handle }: Saved) =>
  (name: string): Float32Array =>
    handle.call((raw, model) => raw.readTensor({ model, name })).data

function requireStoredValues({ recipe }: Saved, config: object): void {
  const { model_type: type } = config as { model_type?: string }
  if (type !== undefined && !recipe.family.modelTypes.includes(type))
    throw refuse(
      'ERR_UNSUPPORTED',
      'options.format',
      `"family" for the text model of ${type}`,
      '"whereformer"',
    )
  if (recipe.factors.length === 0) return
  throw refuse(
    'ERR_UNSUPPORTED',
    'options.format',
    `"family" for ${recipe.family.name}, whose weights were multiplied by what its files store apart`,
    recipe.signals ? 'no save(): keep the files that were loaded' : '"whereformer"',
  )
}

/** A model under the config and names of its family. Tensors that the checkpoint lacked, since they are tied to others, are not written. */
function inFamily(model: Saved, { config, names, tables }: Origin): Written {
  requireStoredValues(model, config)
  const read = reader(model)
  const tensors = new Map<string, Tensor>()
  const write = (rule: TensorRule, name: string | undefined) => {
    if (name !== undefined && !tensors.has(name)) tensors.set(name, storedTensor(rule, read))
  }
  const { rules } = model.recipe
  for (const rule of rules) write(rule, names.get(rule.from) ?? names.get(rule.orElse ?? rule.from))
  // only the difference from a shared table, which nothing reads, tells that T5's others are not tied
  const isUntied = model.recipe.family.untied && model.recipe.spec.encoderEmbedding
  if (isUntied) for (const rule of rules) write(rule, names.get(rule.orElse ?? rule.from))
  for (const [name, table] of tables) tensors.set(names.get(name) ?? name, table)
  return { config, tensors }
}

function inOwnTerms(model: Saved, { tables }: Origin): Written {
  const { recipe, eosIds } = model
  if (recipe.signals)
    throw refuse(
      'ERR_UNSUPPORTED',
      'options.format',
      `"whereformer" for ${recipe.family.name}, which reads no text`,
      '"family"',
    )
  if (recipe.positionIds)
    throw refuse(
      'ERR_UNSUPPORTED',
      'options.format',
      `"whereformer" for ${recipe.family.name}, whose position ids follow the token ids or the mask`,
      '"family"',
    )
  const read = reader(model)
  const own = canonicalTensors(recipe.spec).map(
    ({ name, shape }) => [name, { data: read(name), shape }] as const,
  )
  const config: Fields = {
    model_type: 'whereformer',
    spec: recipe.spec,
    position: positionOf(recipe.positions),
    eos_token_id: [...eosIds],
    ...(recipe.padId === undefined ? {} : { pad_token_id: recipe.padId }),
    ...(recipe.decoderStart === undefined ? {} : { decoder_start_token_id: recipe.decoderStart }),
  }
  return { config, tensors: new Map([...own, ...tables]) }
}

function positionOf({ decoder, encoder }: LayerPositions): object {
  return encoder ? { encoder: { layers: encoder }, decoder: { layers: decoder } } : { layers: decoder }
}
