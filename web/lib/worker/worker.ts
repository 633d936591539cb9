// The library in a Worker: its functions as promises, so that no computation blocks the page.

import type { AttentionOptions, AttentionResult, AttentionReturn } from '../attention/attention.js'
import {
  addressOf,
  callbackOf,
  fieldOf,
  fieldsOf,
  optionsOf,
  requireShallow,
  signalOf,
} from '../boundary/checks.js'
import { codeFor } from '../boundary/code-for.js'
import { refuse, show } from '../boundary/errors.js'
import { disposeKey, itsOwn } from '../boundary/handle.js'
import { isBlob, isUrl } from '../boundary/kinds.js'
import type { Returned, ReturnNames } from '../boundary/returned.js'
import type { Tensor, TensorInput } from '../boundary/tensor.js'
import { type TeamRequest, threadsOf } from '../boundary/threads-info.js'
import { blobOf, type ScriptAddresses } from '../boundary/worker-script.js'
import { Chat } from '../chat/chat.js'
import { openRenderer } from '../chat/on-demand.js'
import type { Progress } from '../checkpoint/progress.js'
import { allSources, isIndexed, isReadableAgain } from '../checkpoint/shards.js'
import { fetchUrl, memoryBytes, type ReadOptions, readOpened } from '../checkpoint/source.js'
import { openSource, type Source } from '../checkpoint/weights-source.js'
import { compiledModule, type Files } from '../compiled-module.js'
import { onDemand } from '../families/on-demand.js'
import { type LoadModelOptions, type WeightFormat, weightFormatOf } from '../families/weight-format.js'
import type { FromPretrainedOptions, ModelCache } from '../hub/hub.js'
import type { Identification, IdentifyOptions, IdentifyProgress, IdentifyRequest } from '../identify/types.js'
import type { CoreOptions, LoadOptions } from '../load-options.js'
import { type LoadModelRequest, REQUEST_FIELDS } from '../model/load-model-request.js'
import { type EncodingEntry, encodings } from '../position/catalogue.js'
import { moduleForWorker } from '../threads/worker-parts.js'
import { filesOnDemand } from '../tokenizer/files-on-demand.js'
import { withTokenizerJson } from '../tokenizer/given-files.js'
import type { RandomModelOptions, RandomModelSpec } from '../train/random-model.js'
import type { TrainerFiles } from '../train/save.js'
import type { TrainerOptions } from '../train/trainer-options.js'
import { trainWasmFiles } from '../train/wasm-files.js'
import { wasmFiles } from '../wasm-files.js'
import type { Info } from '../whereformer.js'
import { withCallback } from './callback.js'
import { type HostParts, WorkerHost } from './host.js'
import { noWorkers } from './no-workers.js'
import type {
  Answer,
  Functions,
  PlainFunctions,
  WireModelRequest,
  WireSource,
  WireTrainerRequest,
} from './protocol.js'
import { remote } from './remote.js'
import { keepOut, sendable } from './tensors.js'
import { type FindModule, TrainModule } from './train-module.js'
import { loadRemote, WorkerModel } from './worker-model.js'
import { WorkerTrainer } from './worker-trainer.js'

export * from '../exports.js'
export type { WorkerCache, WorkerForwardInput } from './worker-cache.js'
export type { WorkerModel } from './worker-model.js'
export type { WorkerTrainer } from './worker-trainer.js'

export interface WorkerLoadOptions extends LoadOptions {
  /**
   * The URL of dist/worker-thread.js on the page's own origin; dist/worker-further.js, which few workers need, belongs beside it. Without
   * it the worker starts from a blob: URL, or if the content security policy forbids that, from the file beside this module.
   */
  workerUrl?: string | URL
}

/** Starts a worker with an instance of the library. */
export async function loadInWorker(options: WorkerLoadOptions = {}): Promise<WorkerWhereformer> {
  const { workerUrl, threads, threadUrl, ...core } = fieldsOf(options, 'options') as WorkerLoadOptions
  const wanted = threadsOf(threads, 'options.threads')
  requireWorkers()
  const files = { wasm: wasmFiles, open: fetchUrl }
  const found: Found =
    wanted === 1
      ? foundAlone(compiledModule([core], files), { wanted, count: 1 })
      : await foundWithThreads(core, files, wanted, addressOf(threadUrl, 'options.threadUrl'))
  const { module, trainModule } = found
  const host = new WorkerHost({ ...addressesBeside(workerUrl), ...found })
  const connected = host.connect() // the thread starts while the file is loading
  connected.catch(() => {}) // errors of the file are reported first
  await module.catch((cause) => {
    host.terminate()
    throw cause
  })
  await connected
  return new WorkerWhereformer(host, trainModule)
}

type Found = Omit<HostParts, 'addresses' | 'further'>

/** The parts of a worker with one thread. Where everything is in one file, its core trains. */
function foundAlone(module: Promise<WebAssembly.Module>, request: TeamRequest): Found {
  const libraryTrains = trainWasmFiles === wasmFiles
  return {
    module,
    core: { kind: libraryTrains ? 'training' : 'plain', ...request },
    trainModule: new TrainModule(compiledModule, libraryTrains),
  }
}

async function foundWithThreads(
  core: CoreOptions,
  files: Files,
  wanted: number | 'auto',
  threadUrl: string | URL | undefined,
): Promise<Found> {
  const { module, shared, ...request } = await moduleForWorker([core], files, wanted)
  if (!shared) return foundAlone(Promise.resolve(module), request)
  const find: FindModule = async (...from) => (await moduleForWorker(...from, wanted)).module
  return {
    module: Promise.resolve(module),
    core: { kind: 'threads', ...request, threadUrl: threadUrl && absolute(String(threadUrl)) },
    trainModule: new TrainModule(find, true),
  }
}

// Refuses platforms without workers; those of Deno run modules only.
function requireWorkers(): void {
  if (typeof Worker !== 'function' || 'Deno' in globalThis) throw noWorkers()
}

// Addresses of the worker's script. Its text is a separate module, so that it is not downloaded beside the file of workerUrl.
const ownAddresses: ScriptAddresses = [
  blobOf(() => import('worker-thread-source')),
  () => new URL('worker-thread.js', import.meta.url),
]

// What few workers need is found as the script is.
const furtherText = blobOf(() => import('worker-further-source'))
const furtherFile = () => new URL('worker-further.js', import.meta.url)

function addressesBeside(workerUrl: string | URL | undefined): Pick<HostParts, 'addresses' | 'further'> {
  if (workerUrl === undefined) return { addresses: ownAddresses, further: [furtherText, furtherFile] }
  const beside = () => new URL('worker-further.js', absolute(String(workerUrl)))
  return { addresses: [() => workerUrl], further: [furtherFile, beside, furtherText] }
}

const hubCode = async () => (await codeFor('models', () => import('./by-name.js'))).hub

let hostOf: (wf: object) => WorkerHost

/** Each plain function of the library, and the index of its options if those may name `out`, which stays on this side. */
const OUT_AT: Readonly<Record<keyof PlainFunctions, number | undefined>> = {
  matmul: 2,
  softmax: 1,
  layerNorm: 1,
  rmsNorm: 1,
  embed: undefined,
  rotate: 2,
  bias: undefined,
  frequencies: undefined,
  place: undefined,
  measure: undefined,
  liveHandles: undefined,
}

const Plain = remote<PlainFunctions>(
  Object.keys(OUT_AT) as (keyof PlainFunctions)[],
  async (wf, name, args) => {
    const at = OUT_AT[name]
    if (at === undefined) return invoke(hostOf(wf), name, args)
    const { sent, receive } = keepOut(args[at])
    const posted = [...args]
    posted[at] = sent
    return receive((await invoke(hostOf(wf), name, posted)) as Tensor)
  },
)

/** The library without heap tensors: those belong to one thread; passed as arguments they are copied. */
export class WorkerWhereformer extends Plain {
  readonly encodings: readonly EncodingEntry[] = encodings
  readonly #host: WorkerHost
  readonly #trainModule: TrainModule

  /** @internal Created by loadInWorker. */
  constructor(host: WorkerHost, trainModule: TrainModule) {
    super()
    this.#host = host
    this.#trainModule = trainModule
  }

  /** The build and the threads, as they were after the last answer: threads can be lost. */
  get info(): Readonly<Info> {
    return hostOf(this).info as Info
  }

  async attention<Return extends ReturnNames<AttentionReturn> = readonly []>(
    query: TensorInput,
    key: TensorInput,
    value: TensorInput,
    options?: AttentionOptions<Return>,
  ): Promise<Returned<AttentionResult, Return>> {
    const { sent, receive } = keepOut(options)
    const result = await invoke(hostOf(this), 'attention', [query, key, value, sent])
    const whole: AttentionResult = { ...result, output: receive(result.output) }
    return whole as Returned<AttentionResult, Return>
  }

  async identify(request: IdentifyRequest, options?: IdentifyOptions): Promise<Identification> {
    const host = hostOf(this)
    const { signal, onProgress } = optionsOf(options, 'options', ['signal', 'onProgress'])
    const stop = signalOf(signal, 'options.signal')
    const tell = callbackOf<(progress: IdentifyProgress) => void>(onProgress, 'options.onProgress')
    const sent = sendable(request)
    return withCallback(tell, stop, (callback, abort) =>
      host.request((thread, call) => thread.identify(call, sent, callback), abort),
    )
  }

  /** Loads a checkpoint. After a crash the next call that needs the model loads it again from its sources. */
  async loadModel(request: LoadModelRequest, options?: LoadModelOptions): Promise<WorkerModel> {
    const host = hostOf(this)
    const read = await withTokenizerJson(request, filesOnDemand)
    const given = optionsOf(read ?? null, 'request', REQUEST_FIELDS)
    const format = weightFormatOf(options)
    const { config, tokenizer, generationConfig, embedding } = given as Partial<LoadModelRequest>
    requireShallow(config, 'config') // what is posted is copied level by level
    const reading = {
      open: fetchUrl,
      phase: 'weights' as const,
      signal: signalOf(given.signal, 'request.signal'),
      onProgress: callbackOf<(progress: Progress) => void>(given.onProgress, 'request.onProgress'),
    }
    const sources = await allSources(given.weights, await plannedHere(config, given.weights, format))
    const weights = await Promise.all(sources.map((source) => postable(source, reading)))
    const kept = { weights: format.name }
    const plain = sendable({
      ...(config && { config }),
      ...(tokenizer && { tokenizer }),
      ...(generationConfig && { generationConfig }),
      ...(embedding && { embedding }),
    })
    const wire: WireModelRequest = { ...plain, weights, options: kept }
    const { onProgress, signal } = reading
    const model = await loadRemote(host, wire, onProgress, signal)
    const chat = new Chat({ ...given, ofFile: model.ofFile }, openRenderer)
    return WorkerModel.loaded(host, wire, model, chat)
  }

  /**
   * Loads a model by its name. Its files are downloaded and kept on this side and posted to the worker as Blobs, which a worker after a crash
   * reads again.
   */
  async fromPretrained(name: string, options?: FromPretrainedOptions): Promise<WorkerModel> {
    hostOf(this)
    return (await hubCode()).fromPretrained(this, name, options)
  }

  /** Makes a model of these sizes with random weights, the same for a seed in every engine. They are drawn on this side. */
  async randomModel(spec: RandomModelSpec, options?: RandomModelOptions): Promise<WorkerModel> {
    hostOf(this)
    const { randomRequest } = await codeFor('models', () => import('../train/random-request.js'))
    // spread: a request and its options
    return this.loadModel(...randomRequest(spec, options))
  }

  /** The files that fromPretrained() has kept, here or at another place (its option `cache`). */
  async modelCache(cache?: string): Promise<ModelCache> {
    return (await hubCode()).modelCache(cache)
  }

  /**
   * Makes a model that learns. The first trainer loads the core for training. A trainer is lost when the worker stops: its calls then reject
   * with ERR_CRASHED.
   */
  async trainer(options: TrainerOptions): Promise<WorkerTrainer> {
    hostOf(this)
    const { core, rest } = withoutCore(options)
    this.#trainModule.findWith(core, 'options.core')
    return this.#trainer({ options: sendable(rest) })
  }

  /**
   * Makes a trainer that goes on where one was saved, to the same bits as if it had never stopped. `core`: where the core for training is.
   */
  async resumeTrainer(files: TrainerFiles, core?: TrainerOptions['core']): Promise<WorkerTrainer> {
    hostOf(this)
    this.#trainModule.findWith(core, 'core')
    return this.#trainer({ files: sendable(files) })
  }

  /** Ends the worker and frees its memory; pending calls reject with ERR_DISPOSED. */
  terminate(): void {
    hostOf(this).terminate()
  }

  [disposeKey](): void {
    this.terminate()
  }

  async #trainer(request: WireTrainerRequest): Promise<WorkerTrainer> {
    await this.#host.connect()
    const { generation } = this.#host
    const made = await this.#host.request((thread) => thread.trainer(request))
    return new WorkerTrainer(this.#host, generation, made)
  }

  static {
    hostOf = (wf) => itsOwn('library', () => (wf as WorkerWhereformer).#host)
  }
}

function invoke<K extends keyof Functions>(
  host: WorkerHost,
  name: K,
  args: readonly unknown[],
): Promise<Answer<K>> {
  return host.request((thread) => thread.invoke(name, sendable(args)))
}

/** The options without the core, which the page looks for; what is no object is refused by the worker. */
function withoutCore(options: TrainerOptions): { core: TrainerOptions['core']; rest: TrainerOptions } {
  if (typeof options !== 'object' || options === null) return { core: undefined, rest: options }
  const core = fieldOf(options, 'core', 'options') as TrainerOptions['core']
  if (core === undefined) return { core, rest: options }
  const { core: _, ...rest } = options
  return { core, rest }
}

/**
 * The worker refuses what it cannot run before it reads an address, a Blob or bytes. Of an index this side asks for the files that are
 * needed, and it reads streams and responses: then it refuses first, where a config says what to refuse. All families are loaded for it.
 */
async function plannedHere(config: object | undefined, weights: unknown, format: WeightFormat) {
  if (!isIndexed(weights) && (config === undefined || isReadableAgain(weights))) return undefined
  return (await import('../model/planned.js')).plannedInventory(config as object, format, onDemand)
}

// A source that can be posted: an absolute address, since a worker from a blob has no base, or bytes in place of streams and responses.
async function postable(source: Source, reading: ReadOptions): Promise<WireSource> {
  if (typeof source === 'string') return absolute(source)
  if (isUrl(source)) return source.href
  if (isBlob(source)) return source
  const bytes = memoryBytes(source, 'request.weights')
  if (bytes) return bytes
  return readOpened(await openSource(source, reading), reading)
}

function absolute(address: string): string {
  const base = globalThis.document?.baseURI ?? globalThis.location?.href
  try {
    return new URL(address, base).href
  } catch {
    throw refuse('ERR_LOAD', 'request.weights', show(address), 'an address')
  }
}
