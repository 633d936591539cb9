// A model by its name: finds its files, and hands them to what loads.

import { callbackOf, optionsOf, signalOf, textOf } from '../boundary/checks.js'
import { throwIfAborted } from '../boundary/errors.js'
import type { Opened } from '../checkpoint/byte-stream.js'
import type { Progress } from '../checkpoint/progress.js'
import { tellsNoFamily } from '../families/index.js'
import { type LoadModelOptions, weightFormatOf } from '../families/weight-format.js'
import type { EmbeddingDefaults } from '../model/embed.js'
import type { ModelCode } from '../model/model-code.js'
import { plannedInventory } from '../model/planned.js'
import { type Files, jsonIn, textIn } from './files.js'
import { configIn, Held, weightsOf } from './found-weights.js'
import type { FromPretrainedOptions, Hub, ModelCache } from './hub.js'
import { hostedFiles, type Places, placeOf } from './named-files.js'
import { CHAT_TEMPLATE, GENERATION, INDEX, MODULES, TOKENIZER, TOKENIZER_CONFIG, WEIGHTS } from './names.js'
import { embeddingIn } from './sentence-modules.js'
import { tokenizerInFiles } from './tokenizer-files.js'

const OPTIONS = ['revision', 'host', 'token', 'cache', 'file', 'weights', 'signal', 'onProgress'] as const

/** What differs between browsers and Node. */
export interface HubPlatform extends Places, ModelCode {
  /** The files of a folder, if the name is that of one. */
  folderOf(name: unknown): Files | undefined
  cacheAt(place: string | undefined): Promise<ModelCache>
}

/** The files of a model that may run, for whatever loads it. */
export interface Found {
  /** Files that describe their model come without one. */
  config?: object
  tokenizer?: object
  generationConfig?: object
  tokenizerConfig?: object
  chatTemplate?: string
  embedding?: EmbeddingDefaults
  /** Which shard has which tensor; without it `file` has all. */
  index: object | undefined
  file: string
  open: (file: string) => Promise<Opened>
  weights: NonNullable<LoadModelOptions['weights']>
  signal?: AbortSignal
  onProgress?: (progress: Progress) => void
}

export function hubOf<L, M>(
  platform: HubPlatform,
  load: (library: L, found: Found) => Promise<M>,
): Hub<L, M> {
  return {
    async fromPretrained(library, name, options) {
      const { held, ...model } = await found(platform, name, options)
      try {
        return await load(library, model)
      } finally {
        held.release()
      }
    },
    modelCache: async (place) => platform.cacheAt(placeOf(place, 'cache')),
  }
}

async function found(
  platform: HubPlatform,
  name: unknown,
  options: FromPretrainedOptions | undefined,
): Promise<Found & { held: Held }> {
  const given = optionsOf(options, 'options', OPTIONS)
  const weights = weightFormatOf({ weights: given.weights as LoadModelOptions['weights'] })
  const signal = signalOf(given.signal, 'options.signal')
  const { tell, onProgress } = told(callbackOf(given.onProgress, 'options.onProgress'))
  const files = platform.folderOf(name) ?? hostedFiles(platform, name, given, { signal, tell })
  const read = async <T>(
    file: string,
    as: (opened: Opened, signal: AbortSignal | undefined) => Promise<T>,
  ) => {
    throwIfAborted(signal)
    const opened = await files.open(file)
    return opened && as(opened, signal)
  }
  const named = given.file === undefined ? undefined : textOf(given.file, 'options.file')
  const config = await configIn(files, named, (opened) => jsonIn(opened, signal))
  if (config && !tellsNoFamily(config)) await plannedInventory(config, weights, platform.families) // refuses what cannot run before more is asked for
  const [tokenizerJson, generationConfig, tokenizerConfig, chatTemplate, modules, ofShards] =
    await Promise.all([
      read(TOKENIZER, jsonIn),
      read(GENERATION, jsonIn),
      read(TOKENIZER_CONFIG, jsonIn),
      read(CHAT_TEMPLATE, textIn),
      read(MODULES, jsonIn),
      named === undefined ? read(INDEX, jsonIn) : undefined,
    ])
  const tokenizer =
    tokenizerJson ?? (await tokenizerInFiles(files, config ?? {}, platform.tokenizerFiles, { signal, tell }))
  const embedding = await embeddingIn(modules, tokenizerConfig, (file) => read(file, jsonIn))
  const held = new Held(files)
  const { index, file } = ofShards
    ? { index: ofShards, file: WEIGHTS }
    : await weightsOf(held, config, named, (opened) => jsonIn(opened, signal))
  return {
    held,
    ...(config && { config }),
    ...(tokenizer && { tokenizer }),
    ...(generationConfig && { generationConfig }),
    ...(tokenizerConfig && { tokenizerConfig }),
    ...(chatTemplate !== undefined && { chatTemplate }),
    ...(embedding && { embedding }),
    index,
    file,
    open: (one) => held.take(one),
    weights: weights.name,
    ...(signal && { signal }),
    ...(onProgress && { onProgress }),
  }
}

/** Notices come with the progress so far. */
function told(onProgress: ((progress: Progress) => void) | undefined) {
  let last: Progress = { phase: 'weights', loaded: 0 }
  const follow = (progress: Progress) => {
    last = progress
    onProgress?.(progress)
  }
  const tell = (notice: string) => onProgress?.({ ...last, notice })
  return { tell, onProgress: onProgress && follow }
}
