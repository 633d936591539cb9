// The library in its Worker and the two trained models, each loaded once, when it is first needed.

import { loadInWorker, type Progress, WhereformerError } from 'whereformer/worker'
import workerUrl from 'whereformer/worker-thread.js?url'

export type Library = Awaited<ReturnType<typeof loadInWorker>>
export type RemoteModel = Awaited<ReturnType<Library['loadModel']>>

export const MODELS = { rope: 'tiny-shakespeare-rope', learned: 'tiny-shakespeare-learned' } as const
export type ModelName = keyof typeof MODELS

/** A loaded model, and the characters that it knows. */
export interface OpenModel {
  model: RemoteModel
  /** By token id. */
  characters: string[]
  /** How many characters it was trained on at once. */
  context: number
}

export type Stage = 'wasm' | ModelName
export type OnProgress = (stage: Stage, progress: Progress) => void

export class Engine {
  readonly #onProgress: OnProgress
  readonly #opened = new Map<Stage, Promise<unknown>>()

  constructor(onProgress: OnProgress) {
    this.#onProgress = onProgress
  }

  library(): Promise<Library> {
    const onProgress = (progress: Progress) => this.#onProgress('wasm', progress)
    return this.#once('wasm', () => loadInWorker({ workerUrl, onProgress }))
  }

  model(name: ModelName): Promise<OpenModel> {
    return this.#once(name, () => this.#open(name))
  }

  // A failure is not remembered: asking again tries again.
  #once<T>(stage: Stage, open: () => Promise<T>): Promise<T> {
    const known = this.#opened.get(stage) as Promise<T> | undefined
    if (known) return known
    const opened = open()
    this.#opened.set(stage, opened)
    opened.catch(() => {
      if (this.#opened.get(stage) === opened) this.#opened.delete(stage)
    })
    return opened
  }

  async #open(name: ModelName): Promise<OpenModel> {
    const folder = new URL(`models/${MODELS[name]}/`, document.baseURI)
    const library = await this.library()
    const [config, tokenizer] = await Promise.all(
      ['config.json', 'tokenizer.json'].map((file) => fetchJson(new URL(file, folder))),
    )
    const model = await library.loadModel({
      config: config as object,
      tokenizer: tokenizer as object,
      weights: new URL('model.safetensors', folder).href,
      onProgress: (progress) => this.#onProgress(name, progress),
    })
    return {
      model,
      characters: charactersOf(tokenizer as TokenizerFile),
      context: contextOf(config as object),
    }
  }
}

async function fetchJson(url: URL): Promise<unknown> {
  const response = await fetch(url).catch((cause) => {
    throw new WhereformerError('ERR_LOAD', `${url}: could not be loaded (${cause})`, { cause })
  })
  if (!response.ok) throw new WhereformerError('ERR_LOAD', `${url}: the server answered ${response.status}`)
  return response.json().catch((cause) => {
    throw new WhereformerError('ERR_PARSE', `${url}: is not JSON (${cause})`, { cause })
  })
}

interface TokenizerFile {
  model: { vocab: Record<string, number> }
}

function charactersOf(tokenizer: TokenizerFile): string[] {
  const characters: string[] = []
  for (const [character, id] of Object.entries(tokenizer.model.vocab)) characters[id] = character
  return characters
}

// The two families name it differently.
function contextOf(config: { max_position_embeddings?: number; n_positions?: number }): number {
  return config.max_position_embeddings ?? config.n_positions ?? 64
}
