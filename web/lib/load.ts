// load(): what a platform brings, the parts of an instance, and what comes with its first use.

import { addressOf, optionsOf } from './boundary/checks.js'
import { Core } from './boundary/core.js'
import { throwIfAborted } from './boundary/errors.js'
import { instantiate } from './boundary/instantiate.js'
import type { CoreFactory } from './boundary/raw.js'
import { oneThread, type ThreadsInfo, threadsOf } from './boundary/threads-info.js'
import { CORE_OPTIONS, type CoreSource, compiledModule, type Files } from './compiled-module.js'
import type { CoreOptions, LoadOptions, WasmSources } from './load-options.js'
import type { Training, TrainingFrom } from './train/training.js'
import { type OnDemand, Whereformer } from './whereformer.js'

// Platform

/** What differs between browsers, Node and the inline build. */
export interface Platform extends Files, Omit<OnDemand, 'training'> {
  glue: CoreFactory
  training: TrainingParts
  /** What loads the core with threads, or why there is one thread. */
  threads: (threadUrl: string | URL | undefined) => Promise<Parallel | string>
}

/** The core for training, and the code that drives it. */
interface TrainingParts {
  code: () => Promise<{ Training: typeof Training; glue: CoreFactory }>
  wasm: WasmSources
}

/** load() over the core with threads. */
export type Parallel = (request: {
  options: CoreOptions
  wanted: number | 'auto'
  platform: Platform
  onDemand: OnDemand
}) => Promise<Whereformer>

export const loaderFor =
  (platform: Platform) =>
  async (options?: LoadOptions): Promise<Whereformer> => {
    const { threads, threadUrl, ...rest } = optionsOf(options, 'options', LOAD_OPTIONS)
    const wanted = threadsOf(threads, 'options.threads')
    const given = rest as CoreOptions
    const onDemand = { ...platform, training: trainingOf(platform) }
    const parallel =
      wanted === 1 ? undefined : await platform.threads(addressOf(threadUrl, 'options.threadUrl'))
    const whereformer = await (typeof parallel === 'function'
      ? parallel({ options: given, wanted, platform, onDemand })
      : instanceOf(await compiledModule([given], platform), onDemand, oneThread(wanted, parallel)))
    throwIfAborted(options?.signal)
    return whereformer
  }

const LOAD_OPTIONS = [...CORE_OPTIONS, 'threads', 'threadUrl'] as const

// Parts

export async function instanceOf(
  module: WebAssembly.Module,
  { glue, ...onDemand }: OnDemand & { glue: CoreFactory },
  threads: () => ThreadsInfo,
): Promise<Whereformer> {
  return new Whereformer(await coreOf(glue, module), onDemand, threads)
}

export const coreOf = (glue: CoreFactory, module: WebAssembly.Module) =>
  Core.start(() => instantiate(glue, module))

// On demand

/** Starts a core for training. `library`: the core of the library, which may train itself. */
export type CoreFor = (glue: CoreFactory, files: Files, source: CoreSource, library: Core) => Promise<Core>

/** The core for training is of the plain core's variant, unless its own options say otherwise. */
export function trainingOf({ training, open }: Platform, coreFor: CoreFor = plainCore): OnDemand['training'] {
  return async (library, variant) => {
    const { Training, glue } = await training.code()
    const files = { wasm: training.wasm, open }
    const start: TrainingFrom['start'] = (options, argument) =>
      coreFor(glue, files, [options, argument, variant], library)
    return new Training({ start, open })
  }
}

const plainCore: CoreFor = async (glue, files, source) => coreOf(glue, await compiledModule(source, files))
