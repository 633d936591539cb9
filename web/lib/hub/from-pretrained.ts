// A model by its name: finds its files, and hands them to what loads.

import { callbackOf, optionsOf, signalOf } from '../boundary/checks.js'
import { throwIfAborted } from '../boundary/errors.js'
import type { Opened } from '../checkpoint/byte-stream.js'
import type { Progress } from '../checkpoint/progress.js'
import { type LoadModelOptions, weightFormatOf } from '../families/weight-format.js'
import { plannedInventory } from '../model/planned.js'
import { type Files, jsonIn, requiredFile } from './files.js'
import { hostedFiles, type Places, placeOf } from './named-files.js'
import { CONFIG, INDEX, TOKENIZER, WEIGHTS } from './names.js'
import type { ModelCache } from './store.js'

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
export interface HubPlatform extends Places {
  /** The files of a folder, if the name is that of one. */
  folderOf(name: unknown): Files | undefined
  cacheAt(place: string | undefined): Promise<ModelCache>
}

/** The files of a model that may run, for whatever loads it. */
export interface Found {
  config: object
  tokenizer?: object
  /** Which shard has which tensor; without it `file` has all. */
  index: object | undefined
  file: string
  open: (file: string) => Promise<Opened>
  weights: NonNullable<LoadModelOptions['weights']>
  signal?: AbortSignal
  onProgress?: (progress: Progress) => void
}

/** Code that comes with the first model by name. L loads, and M is what it makes. */
export interface Hub<L, M> {
  fromPretrained(library: L, name: string | URL, options?: FromPretrainedOptions): Promise<M>
  modelCache(place?: string): Promise<ModelCache>
}

export function hubOf<L, M>(
  platform: HubPlatform,
  load: (library: L, found: Found) => Promise<M>,
): Hub<L, M> {
  return {
    fromPretrained: async (library, name, options) => load(library, await found(platform, name, options)),
    modelCache: async (place) => platform.cacheAt(placeOf(place, 'cache')),
  }
}

async function found(
  platform: HubPlatform,
  name: unknown,
  options: FromPretrainedOptions | undefined,
): Promise<Found> {
  const given = optionsOf(options, 'options', OPTIONS)
  const weights = weightFormatOf({ weights: given.weights as LoadModelOptions['weights'] })
  const signal = signalOf(given.signal, 'options.signal')
  const { tell, onProgress } = told(callbackOf(given.onProgress, 'options.onProgress'))
  const files = platform.folderOf(name) ?? hostedFiles(platform, name, given, { signal, tell })
  const json = async (file: string) => {
    throwIfAborted(signal)
    const opened = await files.open(file)
    return opened && jsonIn(opened, signal)
  }
  const config = await jsonIn(await requiredFile(files, CONFIG), signal)
  plannedInventory(config, weights) // refuses what cannot run before more is asked for
  const tokenizer = await json(TOKENIZER)
  return {
    config,
    ...(tokenizer && { tokenizer }),
    index: await json(INDEX),
    file: WEIGHTS,
    open: (file) => requiredFile(files, file),
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
