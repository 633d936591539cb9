// The reader's model: its files, what they say, and the model itself, with an engine of its own, so that closing it frees all of its memory.

import type { ReactiveController, ReactiveControllerHost } from 'lit'
import type { ModelCache, Progress } from 'whereformer'
import { KEPT_IN } from '../../../lib/hub/names.js'
import type { ModelReport } from '../../../lib/model/report.js'
import { Engine, type Lease } from '../../parts/engine/engine.js'
import type { AnyLibrary } from '../../parts/engine/library.js'
import { type Trouble, troubleOf } from '../../parts/figure/trouble.js'
import { type OwnModel, ownModel } from '../../parts/trained/own-model.js'
import type { Checkpoint } from './checkpoint.js'
import type { ChosenFile } from './chosen-files.js'
import { type Asked, hostOf, NOTHING_ASKED, nameOf } from './hosts.js'
import { middleOf, type Patches, patchesOf } from './patches.js'

export interface Found {
  checkpoint: Checkpoint
  report: ModelReport
  /** Bytes of memory that WebAssembly has at most. */
  most: number
}

export type Stage =
  | { phase: 'empty' | 'reading' }
  | { phase: 'found'; found: Found }
  /** `share` 0 … 1, undefined while unknown. */
  | { phase: 'loading'; found: Found; share: number | undefined }
  /** `patches`: of a model that reads pictures. */
  | { phase: 'ready'; found: Found; own: OwnModel; patches?: Patches }

/** Of a model whose file says it when it is loaded. */
const UNTOLD: ModelReport = { modelType: '', loads: true, refused: [] }

type Host = ReactiveControllerHost & HTMLElement

export class Loader implements ReactiveController {
  stage: Stage = { phase: 'empty' }
  trouble: Trouble | undefined
  /** Which of ours; undefined for files of the reader. */
  ours: string | undefined
  /** Weights are rounded to 8 bits while they are read. */
  rounded = false
  /** The patch of pictures that others are compared with. */
  patch = 0
  /** The model by name that the reader is typing. */
  asked = NOTHING_ASKED
  /** Its files of weights, where each is a model of its own. */
  several: readonly string[] = []
  /** What is being asked for a model. */
  host: string | undefined
  /** What is out of the ordinary while a host is asked. */
  notice: string | undefined
  /** What this browser keeps of models by name; undefined until it is known. */
  kept: ModelCache | undefined

  readonly #host: Host
  #controller = new AbortController()
  #lease: Lease | undefined

  constructor(host: Host) {
    this.#host = host
    host.addController(this)
    void this.#findKept(async () => 'caches' in globalThis && (await caches.has(KEPT_IN)))
  }

  /** Reads what the files say, and no weights. What was there before is closed. */
  async take(files: Promise<readonly ChosenFile[]>, library: AnyLibrary, ours?: string): Promise<void> {
    this.close()
    this.ours = ours
    await this.#read(library, async () => {
      const chosen = await files
      const { checkpointIn } = await import('./model-files.js')
      return checkpointIn(chosen)
    })
  }

  /** Changes what is asked for; nobody is asked yet. */
  ask(change: Partial<Asked>): void {
    if (change.file === undefined) this.several = []
    this.asked = { ...this.asked, file: undefined, ...change }
    this.#host.requestUpdate()
  }

  /** Asks the host for what the model's files say, and for no weights. */
  async lookUp(library: AnyLibrary): Promise<void> {
    this.close()
    const { signal } = this.#controller
    const host = hostOf(this.asked)
    this.host = nameOf(host.host)
    await this.#read(library, async () => {
      const { namedModel } = await import('./named-model.js')
      const { name, file } = this.asked
      return namedModel({ name: name.trim(), file }, host, {
        signal,
        tell: (notice) => this.#tell(notice, signal),
      })
    })
    await this.#findKept(async () => true)
  }

  /** Deletes what was kept of models by name. */
  async emptyKept(): Promise<void> {
    await this.kept?.clear()
    await this.#findKept(async () => true)
  }

  async #read(library: AnyLibrary, open: () => Promise<Checkpoint | readonly string[]>): Promise<void> {
    const { signal } = this.#controller
    this.#show({ phase: 'reading' })
    try {
      const checkpoint = await open()
      if (isList(checkpoint)) return this.#offer(checkpoint, signal)
      const { MOST_BYTES: most, modelReport } = await import('./model-files.js')
      const { config } = checkpoint
      const report = config
        ? await modelReport(config, await checkpoint.tensors(), (...asked) => library.frequencies(...asked))
        : UNTOLD
      if (!signal.aborted) this.#show({ phase: 'found', found: { checkpoint, report, most } })
    } catch (cause) {
      this.#fail(cause, signal, { phase: 'empty' })
    }
  }

  /** The reader chooses one of the files; the first stands there. */
  #offer(names: readonly string[], signal: AbortSignal): void {
    if (signal.aborted) return
    this.several = names
    this.asked = { ...this.asked, file: names[0] }
    this.#show({ phase: 'empty' })
  }

  #tell(notice: string, signal: AbortSignal): void {
    if (signal.aborted) return
    this.notice = notice
    this.#host.requestUpdate()
  }

  /** The code that knows what is kept comes where something may be. */
  async #findKept(mayBe: () => Promise<boolean>): Promise<void> {
    try {
      if (!(await mayBe())) return
      const { keptModels } = await import('./named-model.js')
      this.kept = await keptModels()
      this.#host.requestUpdate()
    } catch {
      // forbidden to this page: nothing is kept
    }
  }

  async load(): Promise<void> {
    if (this.stage.phase !== 'found') return
    const { found } = this.stage
    const { checkpoint } = found
    const { signal } = this.#controller
    this.trouble = undefined
    this.notice = undefined
    this.#show({ phase: 'loading', found, share: undefined })
    const lease = new Engine().enter()
    this.#lease = lease
    try {
      const library = await lease.open(() => {})
      const onProgress = ({ loaded, total, notice }: Progress) => {
        if (signal.aborted) return
        this.notice = notice
        this.#show({ phase: 'loading', found, share: total ? loaded / total : undefined })
      }
      const weights = this.rounded ? 'q8' : 'stored'
      const model = await checkpoint.load(library, { signal, onProgress }, { weights })
      if (signal.aborted) return // closed meanwhile, and its engine with it
      const { context = model.spec.maxPositions, decoderStart } = found.report
      const own = ownModel({ title: checkpoint.title, model, context, decoderStart })
      const { pictures } = found.report
      const patches = pictures && (await patchesOf(model, pictures))
      if (signal.aborted) return
      this.patch = patches ? middleOf(patches) : 0
      this.#show({ phase: 'ready', found, own, ...(patches && { patches }) })
      if (checkpoint.from) await this.#findKept(async () => true)
    } catch (cause) {
      lease.end()
      this.#fail(cause, signal, { phase: 'found', found })
    }
  }

  /** Chooses a patch of pictures. */
  compare(patch: number): void {
    this.patch = patch
    this.#host.requestUpdate()
  }

  /** Chooses how weights are held; before they are read. */
  round(rounded: boolean): void {
    this.rounded = rounded
    this.#host.requestUpdate()
  }

  /** Back to what the files say. */
  cancel(): void {
    if (this.stage.phase !== 'loading') return
    const { found } = this.stage
    this.#end()
    this.#show({ phase: 'found', found })
  }

  /** Frees the model. */
  close(): void {
    this.#end()
    this.ours = undefined
    this.host = undefined
    this.notice = undefined
    this.rounded = false
    this.trouble = undefined
    this.#show({ phase: 'empty' })
  }

  /** A move within the document closes nothing. */
  hostDisconnected(): void {
    queueMicrotask(() => {
      if (!this.#host.isConnected) this.close()
    })
  }

  #end(): void {
    this.#controller.abort()
    this.#controller = new AbortController()
    if (this.stage.phase === 'ready') Promise.resolve(this.stage.own.model.dispose()).catch(() => {}) // the engine ends anyway
    this.#lease?.end()
    this.#lease = undefined
  }

  #fail(cause: unknown, signal: AbortSignal, stage: Stage): void {
    if (signal.aborted) return
    this.trouble = troubleOf(cause)
    this.#show(stage)
  }

  #show(stage: Stage): void {
    this.stage = stage
    this.#host.requestUpdate()
  }
}

const isList = (value: Checkpoint | readonly string[]): value is readonly string[] => Array.isArray(value)

const loaders = new WeakMap<HTMLElement, Loader>()

/** Bytes of memory that a model takes as it is, or is to be, held. */
export const bytesOf = ({ report: { bytes, q8Bytes } }: Found, { rounded }: Loader): number | undefined =>
  rounded ? q8Bytes : bytes

/** The loader of a figure, which has one at most. */
export function loaderOf(element: HTMLElement): Loader {
  const known = loaders.get(element) ?? new Loader(element as Host)
  loaders.set(element, known)
  return known
}
