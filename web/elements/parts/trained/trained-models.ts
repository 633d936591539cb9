// Loads each trained model once per engine and folder, on first use.

import type { PositionEncoding, Progress } from 'whereformer'
import type { Bilingual } from '../../../content/bilingual.js'
import type { AnyLibrary } from '../engine/library.js'
import { elementSettings } from '../engine/settings.js'
import { FigureFailure, troubleOf } from '../figure/trouble.js'
import { type BareName, folderOf, MODEL_FILES, type SmallName, type TrainedName } from './trained-names.js'
import { type TrainedWords, trainedWords } from './trained-words.js'

export { TRAINED, TRAINED_BYTES, type TrainedName } from './trained-names.js'

type ModelName = TrainedName | SmallName | BareName

/** In the worker or on the main thread. */
type AnyModel = Awaited<ReturnType<AnyLibrary['loadModel']>>

export interface TrainedModel<Name extends ModelName = TrainedName> {
  name: Name
  model: AnyModel
  /** By token id. */
  characters: readonly string[]
  /** Context length of its training. */
  context: number
  /** An encoding in place of the one that it was trained with. */
  position?: PositionEncoding
}

export type OnShare = (share: number | undefined) => void

const opened = new WeakMap<AnyLibrary, Map<string, Promise<TrainedModel<ModelName>>>>()

/** A change of a model's files before it is loaded. */
export interface Variant {
  /** Tells the variants of a model apart. */
  key: string
  files(files: ModelFiles): ModelFiles
}

export const AS_TRAINED: Variant = { key: '', files: (files) => files }

/** Every token sees every other. For models whose config.json has a ModelSpec. */
export const UNMASKED: Variant = {
  key: ' unmasked',
  files: ({ config, ...files }) => ({
    ...files,
    config: { ...config, spec: { ...config.spec, causal: false } },
  }),
}

/** `base` is the folder of all models; `read` reads what is needed of a model's folder before it is loaded. */
export function trainedModel<Name extends ModelName>(
  library: AnyLibrary,
  name: Name,
  base: URL,
  onShare: OnShare,
  variant = AS_TRAINED,
  read = filesIn,
): Promise<TrainedModel<Name>> {
  const folder = folderOf(name, base)
  const load = async () => open(library, name, variant.files(await read(folder)), onShare)
  const key = `${folder.href}${variant.key}` // the folder says the name
  return once(library, key, () => load().catch((cause) => fail(cause, folder)))
}

/** Failures are not cached: the next call tries again. */
export function once<Name extends ModelName>(
  library: AnyLibrary,
  key: string,
  load: () => Promise<TrainedModel<Name>>,
): Promise<TrainedModel<Name>> {
  const known = opened.get(library) ?? new Map<string, Promise<TrainedModel<ModelName>>>()
  opened.set(library, known)
  const before = known.get(key) as Promise<TrainedModel<Name>> | undefined
  const model = before ?? load()
  known.set(key, model)
  model.catch(() => {
    if (known.get(key) === model) known.delete(key)
  })
  return model
}

export const isFolderNamed = (named: string): boolean => Boolean(named || elementSettings().modelsUrl)

/** The folder of the element, else that of configureElements, else models/ relative to the page. */
export function modelsFolder(named: string): URL {
  const text = String(named || elementSettings().modelsUrl || 'models/')
  try {
    return new URL(text.endsWith('/') ? text : `${text}/`, document.baseURI)
  } catch {
    throw new FigureFailure('ERR_LOAD', `model-base: "${text.slice(0, 80)}" is no address`)
  }
}

function fail(cause: unknown, folder: URL): never {
  const { kind, code, message } = troubleOf(cause)
  if (kind !== 'load') throw cause
  throw new FigureFailure(code, message, adviceOn(folder))
}

/** Advice where a model is missing: where it comes from. */
export function adviceOn({ href, pathname, protocol }: URL): Bilingual {
  const [name = ''] = pathname.split('/').slice(-2)
  const say = ({ and, gap, missing, fromFile }: TrainedWords) =>
    [missing(name, MODEL_FILES.join(and), href), ...(protocol === 'file:' ? [fromFile] : [])].join(gap)
  return { en: say(trainedWords.en), zh: say(trainedWords.zh) }
}

async function filesIn(folder: URL): Promise<ModelFiles> {
  const [config, tokenizer] = await Promise.all([
    json<Config>(new URL('config.json', folder)),
    json<TokenizerFile>(new URL('tokenizer.json', folder)),
  ])
  return { config, tokenizer, weights: new URL('model.safetensors', folder).href }
}

/** The weights as well, for a model so small that the page begins to fetch it before its figure is there. */
export async function wholeIn(folder: URL): Promise<ModelFiles> {
  const [files, weights] = await Promise.all([filesIn(folder), bytes(new URL('model.safetensors', folder))])
  return { ...files, weights }
}

export interface ModelFiles {
  config: Config
  tokenizer: TokenizerFile
  weights: string | Uint8Array
}

export async function open<Name extends ModelName>(
  library: AnyLibrary,
  name: Name,
  { config, tokenizer, weights }: ModelFiles,
  onShare: OnShare,
): Promise<TrainedModel<Name>> {
  const model = await library.loadModel({
    config,
    tokenizer,
    weights,
    onProgress: ({ loaded, total }: Progress) => onShare(total ? loaded / total : undefined),
  })
  return { name, model, characters: charactersOf(tokenizer), context: contextOf(config) }
}

/** A file of a model, or an error that says what is wrong. */
export async function fetched(url: URL): Promise<Response> {
  const response = await fetch(url).catch((cause) => {
    throw new FigureFailure('ERR_LOAD', `${url}: could not be loaded (${cause})`)
  })
  if (!response.ok) throw new FigureFailure('ERR_LOAD', `${url}: the server answered ${response.status}`)
  return response
}

async function bytes(url: URL): Promise<Uint8Array> {
  const response = await fetched(url)
  const buffer = await response.arrayBuffer().catch((cause) => {
    throw new FigureFailure('ERR_LOAD', `${url}: broke off (${cause})`)
  })
  return new Uint8Array(buffer)
}

async function json<T extends object>(url: URL): Promise<T> {
  const response = await fetched(url)
  const value: unknown = await response.json().catch((cause) => {
    throw new FigureFailure('ERR_PARSE', `${url}: is not JSON (${cause})`)
  })
  if (typeof value !== 'object' || value === null)
    throw new FigureFailure('ERR_PARSE', `${url}: is no JSON object`)
  return value as T
}

interface TokenizerFile {
  model?: { vocab?: Record<string, number> }
}

/** By token id. */
export function charactersOf({ model }: TokenizerFile): string[] {
  const characters: string[] = []
  for (const [character, id] of Object.entries(model?.vocab ?? {})) characters[id] = character
  return characters
}

interface Config {
  max_position_embeddings?: number
  n_positions?: number
  /** A ModelSpec. */
  spec?: object
}

/** Context length of all trained models; families without a maximum length do not declare it. */
const CONTEXT = 64

function contextOf({ max_position_embeddings, n_positions }: Config): number {
  return max_position_embeddings ?? n_positions ?? CONTEXT
}
