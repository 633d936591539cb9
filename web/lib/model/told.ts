// A config.json that does not tell its family: the tensors do, where the tables of one family alone fit them.

import { fieldOf, oneOf } from '../boundary/checks.js'
import { refuse, show, WhereformerError } from '../boundary/errors.js'
import { Inventory } from '../checkpoint/inventory.js'
import type { TensorEntry } from '../checkpoint/safetensors-header.js'
import type { OpenChunk } from '../families/further.js'
import { type Recipe, recipesOf } from '../families/index.js'

/** The tensors of a file, or names alone where an index has no more. */
type Tensors = readonly (TensorEntry | string)[]

export interface Told {
  config: object
  /** In a sentence: what was taken, and why. */
  assumed: string
}

/** The config with a model_type; undefined where no family fits. Several that differ are refused by their names. */
export async function toldByTensors(
  config: object,
  tensors: Tensors,
  open: OpenChunk,
): Promise<Told | undefined> {
  if (LAYERS.some((name) => countIn(config, name) > tensors.length)) return undefined
  const fitting = (await recipesOf(config, open)).filter(([, recipe]) => fits(recipe, tensors))
  const [type] = fitting[0] ?? []
  if (type === undefined) return undefined
  const computed = new Set(fitting.map(([, recipe]) => JSON.stringify({ ...recipe, ignoredFields: [] })))
  if (computed.size === 1) {
    const assumed = `config.model_type is missing: ${show(type)} was taken, whose tensors these are`
    return { config: { ...config, model_type: type }, assumed }
  }
  const types = fitting.map(([type]) => type)
  const wanted = `the family: add it. The tensors are those of several, ${oneOf(types)}`
  throw refuse('ERR_VALUE', 'config.model_type', 'nothing', wanted)
}

/** What families call the number of their layers: one recipe of each is made, which takes time by layer, and a layer has a tensor. */
const LAYERS = ['num_hidden_layers', 'n_layer', 'n_layers', 'num_layers', 'encoder_layers', 'decoder_layers']

function countIn(config: object, name: string): number {
  const count = fieldOf(config, name, 'config')
  return typeof count === 'number' ? count : 0
}

/** Are all tensors of a recipe there, and no weights of a layer beside them? */
function fits(recipe: Recipe, tensors: Tensors): boolean {
  const inventory = new Inventory(recipe)
  const entries = tensors.filter((tensor) => typeof tensor !== 'string')
  try {
    if (entries.length < tensors.length) inventory.requireNames(tensors as string[])
    else {
      inventory.add(entries, 'weights')
      inventory.requireComplete()
    }
  } catch (cause) {
    if (cause instanceof WhereformerError) return false
    throw cause
  }
  const masks = new Set(entries.filter(({ shape }) => shape.length > 2).map(({ name }) => name))
  const isWeight = (name: string) => /(?:^|\.)\d+\..*\.(?:weight|bias)$/.test(name) && !masks.has(name)
  return !inventory.ignored.some(isWeight)
}
