// A Hugging Face checkpoint becomes a model.

import { callbackOf, fieldOf, isList, itemsOf, optionsOf, signalOf } from './checks.js'
import type { Core } from './core.js'
import type { ModelSpec } from './families/family.js'
import { type Recipe, recipeOf, Weights } from './families/index.js'
import { Handle } from './handle.js'
import { Model } from './model.js'
import { lowerPosition, type Position } from './position.js'
import { ACTIVATIONS, NORMS, type RawModelSpec, type RawPosition } from './raw.js'
import { Checkpoint } from './safetensors.js'
import { type OpenUrl, type Progress, readSources, refuseHtml, type Source } from './source.js'
import { Tokenizer } from './tokenizer.js'

export interface LoadModelRequest {
  /** The parsed config.json. */
  config: object
  /** One safetensors file or its shards. */
  weights: Source | readonly Source[]
  /** The parsed tokenizer.json. */
  tokenizer?: object
  signal?: AbortSignal
  onProgress?: (progress: Progress) => void
}

export const REQUEST_FIELDS = ['config', 'weights', 'tokenizer', 'signal', 'onProgress'] as const

export async function loadModel(core: Core, open: OpenUrl, request: LoadModelRequest): Promise<Model> {
  const given = optionsOf(request ?? null, 'request', REQUEST_FIELDS)
  const recipe = recipeOf(given.config as object) // refuses unknown families before anything is downloaded
  const tokenizer = given.tokenizer === undefined ? undefined : new Tokenizer(given.tokenizer)
  const files = await readSources(sourcesOf(given.weights), {
    open,
    phase: 'weights',
    signal: signalOf(given.signal, 'request.signal'),
    onProgress: callbackOf(given.onProgress, 'request.onProgress'),
  })
  for (const file of files) refuseHtml(file, 'weights', 'Is the address of the safetensors file right?')
  const weights = new Weights(recipe, new Checkpoint(files))
  const position = weights.position()
  const handle = createModel(core, recipe, position, weights)
  const eosTokenIds = eosTokenIdsOf(given.config as object)
  const { spec, family } = recipe
  return new Model({ core, handle, spec, family: family.name, position, tokenizer, eosTokenIds })
}

const MOST_SHARDS = 10_000

/** One source or a list of shards; each is checked where it is opened. */
export function sourcesOf(weights: unknown): Source[] {
  const argument = 'request.weights'
  return (
    isList(weights, argument) ? itemsOf(weights, argument, 'shards', MOST_SHARDS) : [weights]
  ) as Source[]
}

function createModel(core: Core, { spec }: Recipe, position: Position, weights: Weights): Handle {
  const request = lowerSpec(spec, lowerPosition(position))
  const handle = new Handle(core, core.call((raw) => raw.createModel(request)).handle, 'model')
  try {
    weights.deliver((name, data) => void handle.call((raw, model) => raw.setTensor({ model, name, data })))
    handle.call((raw, model) => raw.finishModel({ model }))
    return handle
  } catch (cause) {
    handle.dispose()
    throw cause
  }
}

function lowerSpec(spec: ModelSpec, position: RawPosition): RawModelSpec {
  return {
    ...spec,
    position,
    norm: NORMS.indexOf(spec.norm),
    activation: ACTIVATIONS.indexOf(spec.activation),
    scale: spec.scale ?? Number.NaN,
  }
}

// One id, several or none.
function eosTokenIdsOf(config: object): number[] {
  const eos = fieldOf(config, 'eos_token_id', 'config')
  const ids = isList(eos, 'config.eos_token_id') ? itemsOf(eos, 'config.eos_token_id', 'ids') : [eos]
  return ids.filter((id): id is number => Number.isInteger(id))
}
