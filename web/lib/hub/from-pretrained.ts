// A model by its name: finds its files, and hands them to loadModel().

import { callbackOf, optionsOf, signalOf, textOf } from '../boundary/checks.js'
import type { Core } from '../boundary/core.js'
import { refuse, show, throwIfAborted } from '../boundary/errors.js'
import type { Progress } from '../checkpoint/progress.js'
import { type LoadModelOptions, weightFormatOf } from '../families/weight-format.js'
import { loadModel } from '../model/load-model.js'
import type { Model } from '../model/model.js'
import { plannedInventory } from '../model/planned.js'
import { type Home, repositoryOf } from './address.js'
import { type Files, jsonIn, requiredFile } from './files.js'
import { HostedFiles } from './hosted.js'
import type { Reading } from './request.js'
import type { ModelCache, Store } from './store.js'

export interface FromPretrainedOptions {
  /** A branch, a tag or a commit; `main` by default. All files are those of one commit where the server tells it, as the Hub does. */
  revision?: string
  /**
   * Another host than the Hub (in Node, than that of `HF_ENDPOINT`): an origin, with a path if need be (`https://www.modelscope.cn/models`, with `revision: 'master'`), or an
   * address with `{name}`, `{revision}` and `{file}`.
   */
  host?: string | URL
  /** Of a model that not everybody may read. It is sent to the host, and not to where that redirects. */
  token?: string
  /**
   * `false`: nothing is kept, nothing kept is used. A string: in pages the name of the Cache Storage (`whereformer` by default), in Node the
   * folder (`~/.cache` by default) in which `whereformer-models` is. In Node files in the Hub's own cache are used, too.
   */
  cache?: boolean | string
  /** As for loadModel(): `stored` (default) or `q8`. */
  weights?: LoadModelOptions['weights']
  signal?: AbortSignal
  /** Bytes of the weights; with `notice`, what is out of the ordinary. */
  onProgress?: (progress: Progress) => void
}

const OPTIONS = ['revision', 'host', 'token', 'cache', 'weights', 'signal', 'onProgress'] as const

/** What differs between browsers and Node. */
export interface HubPlatform {
  /** The host where a caller names none. */
  home: () => Home
  /** The files of a folder, if the name is that of one. */
  folderOf(name: unknown): Files | undefined
  /** Where files are kept, by the name or folder that a caller gives; undefined where nothing can be kept. */
  storeAt(place: string | undefined): Store | undefined
  cacheAt(place: string | undefined): Promise<ModelCache>
}

/** Code that comes with the first model by name. */
export interface Hub {
  fromPretrained(core: Core, name: string | URL, options?: FromPretrainedOptions): Promise<Model>
  modelCache(place?: string): Promise<ModelCache>
}

export const hubOf = (platform: HubPlatform): Hub => ({
  fromPretrained: (core, name, options) => fromPretrained(core, platform, name, options),
  modelCache: async (place) => platform.cacheAt(placeOf(place, 'cache')),
})

const CONFIG = 'config.json'
const TOKENIZER = 'tokenizer.json'
const INDEX = 'model.safetensors.index.json'
const WEIGHTS = 'model.safetensors'

async function fromPretrained(
  core: Core,
  platform: HubPlatform,
  name: unknown,
  options: FromPretrainedOptions | undefined,
): Promise<Model> {
  const given = optionsOf(options, 'options', OPTIONS)
  const weights = weightFormatOf({ weights: given.weights as LoadModelOptions['weights'] })
  const signal = signalOf(given.signal, 'options.signal')
  const { tell, onProgress } = told(callbackOf(given.onProgress, 'options.onProgress'))
  const files = filesOf(platform, name, given, { signal, tell })
  const json = async (file: string) => {
    throwIfAborted(signal)
    const opened = await files.open(file)
    return opened && jsonIn(opened, signal)
  }
  const config = await jsonIn(await requiredFile(files, CONFIG), signal)
  plannedInventory(config, weights) // refuses what cannot run before more is asked for
  const tokenizer = await json(TOKENIZER)
  const index = await json(INDEX)
  const request = {
    config,
    weights: index ? { index, file: (file: string) => file } : WEIGHTS,
    ...(tokenizer && { tokenizer }),
    ...(signal && { signal }),
    ...(onProgress && { onProgress }),
  }
  return loadModel(core, (file) => requiredFile(files, String(file)), request, { weights: weights.name })
}

function filesOf(
  platform: HubPlatform,
  name: unknown,
  given: { readonly [key in (typeof OPTIONS)[number]]?: unknown },
  reading: Reading,
): Files {
  const folder = platform.folderOf(name)
  if (folder) return folder
  const { revision, host, token, cache } = given
  return new HostedFiles(repositoryOf({ name, revision, host }, platform.home()), {
    token: tokenOf(token),
    store: cache === false ? undefined : platform.storeAt(placeOf(cache, 'options.cache')),
    reading,
  })
}

// The words of a refusal do not repeat it.
function tokenOf(value: unknown): string | undefined {
  const token = value === undefined ? undefined : textOf(value, 'options.token')
  if (token === undefined || /^[!-~]+$/.test(token)) return token
  throw refuse('ERR_VALUE', 'options.token', 'a text that no header can hold', 'letters, digits and signs')
}

function placeOf(cache: unknown, argument: string): string | undefined {
  if (cache === undefined || cache === true) return undefined
  if (typeof cache === 'string' && cache !== '') return cache
  throw refuse('ERR_TYPE', argument, show(cache), 'true, false, or the name of a place')
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
