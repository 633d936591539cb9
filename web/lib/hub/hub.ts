// What callers see of models by name. Apart from what does it, so that the declarations of the package hold no more.

import type { Progress } from '../checkpoint/progress.js'
import type { LoadModelOptions } from '../families/weight-format.js'

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
  /** Which file has the weights, where that is not `model.safetensors`: `model-Q8_0.gguf`. It has to be named where there are several GGUF files and no safetensors. */
  file?: string
  /** As for loadModel(): `stored` (default) or `q8`. */
  weights?: LoadModelOptions['weights']
  signal?: AbortSignal
  /** Bytes of the weights; with `notice`, what is out of the ordinary. */
  onProgress?: (progress: Progress) => void
}

/** Code that comes with the first model by name. L loads, and M is what it makes. */
export interface Hub<L, M> {
  fromPretrained(library: L, name: string | URL, options?: FromPretrainedOptions): Promise<M>
  modelCache(place?: string): Promise<ModelCache>
}

/** What is kept, as a caller sees it. */
export interface ModelCache {
  /** Of all files. */
  bytes: number
  /** Deletes all files. */
  clear(): Promise<void>
}
