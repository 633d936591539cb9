// The reader's model: its files, what they say, and the model itself, with an engine of its own, so that closing it frees all of its memory.

import type { ReactiveController, ReactiveControllerHost } from 'lit'
import type { Progress } from 'whereformer'
import type { ModelReport } from '../../../lib/model/report.js'
import { Engine, type Lease } from '../../parts/engine/engine.js'
import type { AnyLibrary } from '../../parts/engine/library.js'
import { type Trouble, troubleOf } from '../../parts/figure/trouble.js'
import { type OwnModel, ownModel } from '../../parts/trained/own-model.js'
import type { Checkpoint } from './checkpoint.js'
import type { ChosenFile } from './chosen-files.js'

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
  | { phase: 'ready'; found: Found; own: OwnModel }

type Host = ReactiveControllerHost & HTMLElement

export class Loader implements ReactiveController {
  stage: Stage = { phase: 'empty' }
  trouble: Trouble | undefined
  /** Which of ours; undefined for files of the reader. */
  ours: string | undefined
  /** Weights are rounded to 8 bits while they are read. */
  rounded = false

  readonly #host: Host
  #controller = new AbortController()
  #lease: Lease | undefined

  constructor(host: Host) {
    this.#host = host
    host.addController(this)
  }

  /** Reads what the files say, and no weights. What was there before is closed. */
  async take(files: Promise<readonly ChosenFile[]>, library: AnyLibrary, ours?: string): Promise<void> {
    this.close()
    const { signal } = this.#controller
    this.ours = ours
    this.#show({ phase: 'reading' })
    try {
      const [code, chosen] = await Promise.all([import('./model-files.js'), files])
      const { MOST_BYTES, checkpointIn, modelReport, tensorsIn } = code
      const checkpoint = await checkpointIn(chosen)
      const report = await modelReport(checkpoint.config, await tensorsIn(checkpoint), (position, options) =>
        library.frequencies(position, options),
      )
      if (!signal.aborted) this.#show({ phase: 'found', found: { checkpoint, report, most: MOST_BYTES } })
    } catch (cause) {
      this.#fail(cause, signal, { phase: 'empty' })
    }
  }

  async load(): Promise<void> {
    if (this.stage.phase !== 'found') return
    const { found } = this.stage
    const { config, tokenizer, weights, title } = found.checkpoint
    const { signal } = this.#controller
    this.trouble = undefined
    this.#show({ phase: 'loading', found, share: undefined })
    const lease = new Engine().enter()
    this.#lease = lease
    try {
      const library = await lease.open(() => {})
      const request = {
        config,
        weights,
        signal,
        ...(tokenizer ? { tokenizer } : {}),
        onProgress: ({ loaded, total }: Progress) => {
          if (!signal.aborted)
            this.#show({ phase: 'loading', found, share: total ? loaded / total : undefined })
        },
      }
      const model = await library.loadModel(request, { weights: this.rounded ? 'q8' : 'stored' })
      if (signal.aborted) return // closed meanwhile, and its engine with it
      const { context = model.spec.maxPositions, decoderStart } = found.report
      const own = ownModel({ title, model, context, decoderStart })
      this.#show({ phase: 'ready', found, own })
    } catch (cause) {
      lease.end()
      this.#fail(cause, signal, { phase: 'found', found })
    }
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
